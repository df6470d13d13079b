"""The table in letters: two sides, foundations, houses fanned from left to right.

`narrate` tells what a player did, `consequences` what it brought about: turned cards, calls, penalties,
offers, lost turns. Nothing here tells of a fault that nobody has called.
"""

from collections.abc import Iterable, Iterator

from ludex.kernel import Event, Seat, Sentence, joined, say, seat_name
from ludex.kernel.sentence import holes
from ludex.parts.cards import Card, Hidden

from ..rules.candidates import described, due_plays
from ..rules.ending import is_decided, sentence
from ..rules.events import (
    AgreeStalemate,
    CallStop,
    Discard,
    Misplay,
    Move,
    MoveGroup,
    MoveRun,
    NextGame,
    Pass,
    Resign,
    TurnHand,
)
from ..rules.places import HAND, Kind, Play, spoken
from ..rules.state import (
    MISPLAYS,
    Fault,
    Phase,
    Pile,
    State,
    opponent,
    pile_at,
    player,
    top,
)
from ..rules.turns import FALSE_CALLS, Action, earlier_fault

TELLING = (TurnHand, AgreeStalemate, CallStop)
"""What is told of whatever the rules of a table are; of other events only what they cost."""


def somebody(seat: Seat) -> Sentence:
    """A player at the beginning of a sentence."""
    return say("player", "Player {number}", number=seat + 1)


def consequences(s: State, event: Event[State], t: State) -> tuple[Sentence, ...]:
    """What happened, in sentences for both players."""
    if s.rules.blocks and not s.court.forfeits and not isinstance(event, TELLING):
        return ()  # as after most plays: nothing has to be worked out for it
    return tuple(_consequences(s, event, t))


def _consequences(s: State, event: Event[State], t: State) -> Iterator[Sentence]:
    if isinstance(event, TurnHand):
        yield from _turned(s, t)
    if isinstance(event, AgreeStalemate):
        yield _offer(event.player, t)
    elif isinstance(event, CallStop):
        yield from _call(s, t)
    elif isinstance(event, Action) and not s.rules.blocks and t.court.watched is None:
        wrong_play = isinstance(event, Misplay)
        fault = earlier_fault(s, wrong_play=wrong_play) or event.fault(s)
        if fault is not None:
            words = "{player:* is|you are} stopped: {fault}"
            yield say("stopped", words, player=somebody(s.seat), fault=_wrong(fault))
            yield from _taken_back(fault, t)
    if t.phase is Phase.PLAY:
        for seat in sorted(s.court.forfeits - t.court.forfeits):
            words = "{player:* forfeits|you forfeit} this turn for a wrong call"
            yield say("forfeits", words, player=somebody(seat))


def _turned(s: State, t: State) -> Iterator[Sentence]:
    """What both see when a hand card is turned; a stopped turn has shown nothing."""
    if isinstance(t.turned, Card):
        if not s.mine.hand:
            words = "{player:The waste of *|Your waste} becomes the hand"
            yield say("recycled", words, player=player(s.seat))
        words = "{player:* turns|you turn} the {card}"
        yield say("turns", words, player=somebody(s.seat), card=t.turned.spoken)


def _offer(seat: Seat, t: State) -> Sentence:
    if t.phase is not Phase.PLAY:
        words = "{player:* agrees|you agree}: the game is a stalemate"
        return say("agrees", words, player=somebody(seat))
    words = "{player:* offers|you offer} a stalemate; {other:*|you} may agree in this turn"
    return say("offers", words, player=somebody(seat), other=player(opponent(seat)))


def _call(s: State, t: State) -> Iterator[Sentence]:
    watched, fault = s.court.watched, s.court.fault
    assert watched is not None
    caller = opponent(watched)
    if fault is not None:
        words = "{player:* is|you are} right to call stop: {fault}"
        yield say("true_call", words, player=somebody(caller), fault=_wrong(fault))
        yield from _taken_back(fault, t)
        return
    words = "{player:* calls|you call} stop wrongly: the last action was no fault"
    yield say("false_call", words, player=somebody(caller))
    match s.rules.wrong_call_costs:
        case "nothing":
            yield say("costs_nothing", "The wrong call costs nothing")
        case "the_turn" if s.seat == caller:
            yield say(
                "loses_turn",
                "{player:* loses|you lose} this turn",
                player=somebody(caller),
            )
        case "the_turn":
            words = "{player:* loses|you lose} the next turn"
            yield say("loses_next_turn", words, player=somebody(caller))
        case "one_of_three_calls":
            left = FALSE_CALLS - t.court.false_calls[caller]
            words = "Wrong calls left to {player:*|you}: {left}"
            yield say("calls_left", words, player=player(caller), left=left)


def _wrong(fault: Fault) -> Sentence:
    if fault.kind in MISPLAYS:
        return fault.kind.said
    a, b = fault.skipped[0]
    return say(
        "skipped",
        "{what_comes_first} ({card} from {pile} to {target_pile})",
        what_comes_first=fault.kind.said,
        card=_card(fault),
        pile=spoken(a),
        target_pile=spoken(b),
    )


def _card(fault: Fault) -> str:
    card = top(pile_at(fault.before, fault.skipped[0].source))
    return card.face if card else "a card"


def _taken_back(fault: Fault, t: State) -> Iterator[Sentence]:
    s = fault.before
    turned = s.turned
    if fault.skipped:
        a, b = fault.skipped[0]
        yield say(
            "taken_back",
            "The action is taken back, and {card} goes from {pile} to {target_pile}",
            card=_card(fault),
            pile=spoken(a),
            target_pile=spoken(b),
        )
        turned = None if a == HAND else turned
    if t.phase is not Phase.PLAY:
        return
    if isinstance(turned, Card):
        words = "{card} goes to {player:the waste of *|your waste}"
        yield say("discarded", words, card=turned.face, player=player(s.seat))
    words = "The turn is over: {player} to move"
    yield say("turn_over", words, player=player(t.seat))


SIMPLY = {
    Pass: "{player:* passes|you pass}",
    CallStop: '{player:* calls|you call} "Stop!"',
    NextGame: "{player:* goes|you go} on to the next game",
    Resign: "{player:* resigns|you resign}",
}
LOADED = {
    Kind.THEIR_RESERVE: "{player:* loads|you load} {other:the reserve of *|your reserve} with {card}",
    Kind.THEIR_WASTE: "{player:* loads|you load} {other:the waste of *|your waste} with {card}",
}


def narrate(  # noqa: PLR0911  # one a kind
    s: State, event: Event[State], t: State, seat: Seat
) -> Sentence | None:
    """What `seat` did; of what chance did, nothing."""
    who = somebody(seat)
    match event:
        case Move(source, target):
            return _moved(s, Play(source, target), seat)
        case MoveRun(source, target, count) | MoveGroup(source, target, count):
            return say(
                "did_run",
                "{player:* moves|you move} {card} and {more} more from house {source} to house {target}",
                player=who,
                card=s.houses[source - 1][-count].face,
                more=count - 1,
                source=source,
                target=target,
            )
        case TurnHand():
            return next(reversed(consequences(s, event, t)), None)
        case Discard() if isinstance(s.turned, Card):
            words = "{player:* discards|you discard} the {card}"
            return say("did_discard", words, player=who, card=s.turned.spoken)
        case AgreeStalemate():
            return next(iter(consequences(s, event, t)), None)
        case Pass() | CallStop() | NextGame() | Resign():
            return say("did", SIMPLY[type(event)], player=who)
    return None


def _moved(s: State, play: Play, seat: Seat) -> Sentence | None:
    card = top(pile_at(s, play.source))
    if card is None:
        return None
    who, loaded = somebody(seat), LOADED.get(play.target.kind)
    if loaded is not None:
        other = seat_name(opponent(seat))
        return say("did_load", loaded, player=who, other=other, card=card.face)
    return say(
        "did_play",
        "{player:* plays|you play} {card} from {pile} to {target_pile}",
        player=who,
        card=card.face,
        pile=spoken(play.source),
        target_pile=spoken(play.target),
    )


WIDTH = 4
HALF = 42


def text(s: State) -> str:
    """What transcripts and terminals show."""
    return joined(lines(s), "\n")


def lines(s: State) -> Iterator[str]:
    """Player 2 at the top, the common piles between, player 1 at the bottom."""
    yield side(s, Seat(1))
    piles = " ".join(face(pile) for pile in s.foundations).rstrip()
    yield joined(("  ", say("foundations", "foundations {piles}", piles=piles)), "")
    half = len(s.houses) // 2
    for i in range(half):
        yield joined(("  ", house(s, i, HALF), "  ", house(s, half + i)), "")
    yield side(s, Seat(0))
    yield beginning(status(s))


def beginning(said: Sentence) -> Sentence:
    """The same as a line begins, with a capital letter."""
    first = next(iter(holes(said.template)), "")
    inner = said.values.get(first)
    begins = said.template.startswith((f"{{{first}}}", f"{{{first}:*"))
    if begins and isinstance(inner, Sentence):
        values = {**said.values, first: beginning(inner)}
        return Sentence(said.code, said.template, values)
    words = said.template[:1].upper() + said.template[1:]
    return Sentence(said.code, words, said.values)


def side(s: State, seat: Seat) -> str:
    """Reserve and waste by their top card, every pile by its size."""
    own = s.sides[seat]
    turned: str = ""
    if s.turned is not None and s.seat == seat:
        turned = joined((" ", say("turned", "turned {card}", card=shown(s.turned))), "")
    words = (
        "{player}: reserve {reserve}({reserved})  hand({hand}){turned}  "
        "waste {waste}({wasted})  points {points}"
    )
    return say(
        "side",
        words,
        player=seat_name(seat),
        reserve=face(own.reserve),
        reserved=len(own.reserve),
        hand=len(own.hand),
        turned=turned,
        waste=face(own.waste),
        wasted=len(own.waste),
        points=s.match.scores[seat],
    )


def face(pile: Pile) -> str:
    """The top card in a column, dashes for an empty pile."""
    return f"{shown(pile[-1]) if pile else '--':{WIDTH}}"


def shown(card: Card | Hidden) -> str:
    """A card as players read it; its pack never matters."""
    return card.face if isinstance(card, Card) else "??"


def house(s: State, i: int, width: int = 0) -> Sentence:
    """A house with all its cards, the one that can move last; `width` is that in English."""
    words, number = "house {number}: {cards}", i + 1
    cards = " ".join(card.face for card in s.houses[i]) or "--"
    name = say("house", words, number=number, cards="")
    return say("house", words, number=number, cards=cards.ljust(width - len(name)))


def status(s: State) -> Sentence:
    """Whose turn it is, or how the game ended."""
    if s.phase is Phase.PLAY:
        to_move = say("to_move", "{player} to move", player=player(s.seat))
        return in_a_row((to_move, *pending(s), *reminder(s)), "; ")
    goes_on = waiting(s)
    if s.phase is Phase.OVER:
        goes_on = MATCH_OVER if is_decided(s.rules, s.match) else GAME_OVER
    return in_a_row((*ended(s), goes_on), ". ")


MATCH_OVER = say("match_over", "Match over")
GAME_OVER = say("game_over", "Game over; next_game goes on")


def in_a_row(parts: Iterable[Sentence], between: str) -> Sentence:
    """Sentences that are one line."""
    named = {f"p{i}": part for i, part in enumerate(parts, start=1)}
    return Sentence("list", between.join(f"{{{name}}}" for name in named), named)


def ended(s: State) -> Iterator[Sentence]:
    """How the last game of the match ended."""
    result = s.match.result
    if result is not None and result.points:
        words = "{end}, {points} points"
        yield say("ended", words, end=sentence(result), points=result.points)
    elif result is not None:
        yield sentence(result)


def pending(s: State) -> Iterator[Sentence]:
    """Offers, turns to be lost, and how many wrong calls are left."""
    court = s.court
    for seat in sorted(court.offers):
        yield say("offers", "{player} offers a stalemate", player=player(seat))
    for seat in sorted(court.forfeits):
        yield say("forfeits", "{player:* loses|you lose} the next turn", player=player(seat))
    counted = s.rules.wrong_call_costs == "one_of_three_calls"
    if counted and s.rules.enforcement == "stop":
        one, two = (FALSE_CALLS - calls for calls in court.false_calls)
        yield say("calls_left", "wrong calls left: {one} and {two}", one=one, two=two)


def waiting(s: State) -> Sentence:
    """Before a deal: of which game, where there is a match around it."""
    if s.rules.match_target == "none":
        return say("waiting", "Waiting for the deal")
    words = "Waiting for the deal of game {number}"
    return say("waiting", words, number=s.match.games + 1)


def reminder(s: State) -> Iterator[Sentence]:
    """Under `remind` the table says what is due."""
    if s.rules.enforcement == "remind" and (plays := due_plays(s)):
        yield say("due", "due: {play}", play=described(s, Move(*plays[0])))
