"""The table in letters: two sides, foundations, houses fanned from left to right.

`narrate` tells what a player did, `consequences` what it brought about: turned cards, calls, penalties,
offers, lost turns. Nothing here tells of a fault that nobody has called.
"""

from collections.abc import Iterator, Mapping

from ludex.kernel import Event, Seat, Sentence, joined, seat_name
from ludex.kernel.texts.sentence import holes
from ludex.parts.cards import Card, Hidden
from ludex.table import somebody

from ..rules.candidates import described, due_plays, moved
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
from ..rules.places import HAND, LOADABLE, Play
from ..rules.state import MISPLAYS, Fault, Phase, Pile, State, opponent, pile_at, top
from ..rules.turns import FALSE_CALLS, Action, earlier_fault
from . import tell

TELLING = (TurnHand, AgreeStalemate, CallStop)
"""The events told of whatever the rules of a table are; of other events only the cost is told."""


def consequences(s: State, event: Event[State], t: State) -> tuple[Sentence, ...]:
    """Yield the consequences of an event, in sentences for both players."""
    if s.rules.blocks and not s.court.forfeits and not isinstance(event, TELLING):
        return ()  # as after most plays: nothing has to be worked out for it
    return tuple(_consequences(s, event, t))


def _consequences(s: State, event: Event[State], t: State) -> Iterator[Sentence]:
    if isinstance(event, TurnHand):
        yield from _turned(s, t)
    if isinstance(event, AgreeStalemate):
        other = seat_name(opponent(event.player))
        code = "offers.told" if t.phase is Phase.PLAY else "agrees"
        yield tell(code, player=somebody(event.player), other=other)
    elif isinstance(event, CallStop):
        yield from _call(s, t)
    elif isinstance(event, Action) and not s.rules.blocks and t.court.watched is None:
        wrong_play = isinstance(event, Misplay)
        fault = earlier_fault(s, wrong_play=wrong_play) or event.fault(s)
        if fault is not None:
            yield tell("stopped", player=somebody(s.seat), fault=_wrong(fault))
            yield from _taken_back(fault, t)
    if t.phase is Phase.PLAY:
        for seat in sorted(s.court.forfeits - t.court.forfeits):
            yield tell("forfeits.told", player=somebody(seat))


def _turned(s: State, t: State) -> Iterator[Sentence]:
    """Describe the turned hand card that both see; a stopped turn has shown nothing."""
    if isinstance(t.turned, Card):
        if not s.mine.hand:
            yield tell("recycled", player=seat_name(s.seat))
        yield tell("turns", player=somebody(s.seat), card=t.turned.spoken)


def _call(s: State, t: State) -> Iterator[Sentence]:
    watched, fault = s.court.watched, s.court.fault
    assert watched is not None
    caller = opponent(watched)
    player = somebody(caller)
    if fault is not None:
        yield tell("true_call", player=player, fault=_wrong(fault))
        yield from _taken_back(fault, t)
        return
    yield tell("false_call", player=player)
    match s.rules.wrong_call_costs:
        case "nothing":
            yield tell("costs_nothing")
        case "the_turn":
            yield tell("loses_turn" if s.seat == caller else "loses_next_turn", player=player)
        case "one_of_three_calls":
            left = FALSE_CALLS - t.court.false_calls[caller]
            yield tell("calls_left.told", player=seat_name(caller), left=left)


def _wrong(fault: Fault) -> Sentence:
    if fault.kind in MISPLAYS:
        return fault.kind.sentence
    return tell("skipped", what_comes_first=fault.kind.sentence, **_skipped(fault))


def _skipped(fault: Fault) -> Mapping[str, object]:
    """The card that should have been played, and from where to where."""
    return moved(top(pile_at(fault.before, fault.skipped[0].source)), fault.skipped[0]).values


def _taken_back(fault: Fault, t: State) -> Iterator[Sentence]:
    s = fault.before
    turned = s.turned
    if fault.skipped:
        yield tell("taken_back", **_skipped(fault))
        turned = None if fault.skipped[0].source == HAND else turned
    if t.phase is not Phase.PLAY:
        return
    if isinstance(turned, Card):
        yield tell("discarded", card=turned.face, player=seat_name(s.seat))
    yield tell("turn_over", player=seat_name(t.seat))


def narrate(  # noqa: PLR0911  # one a kind
    s: State, event: Event[State], t: State, seat: Seat
) -> Sentence | None:
    """Describe the deed of `seat`; of chance, nothing."""
    player = somebody(seat)
    match event:
        case Move(source, target):
            return _moved(s, Play(source, target), seat)
        case MoveRun(source, target, count) | MoveGroup(source, target, count):
            card, more = s.houses[source - 1][-count].face, count - 1
            return tell(
                "did_run", player=player, card=card, more=more, source=source, target=target
            )
        case TurnHand():
            return next(reversed(consequences(s, event, t)), None)
        case Discard() if isinstance(s.turned, Card):
            return tell("did_discard", player=player, card=s.turned.spoken)
        case AgreeStalemate():
            return next(iter(consequences(s, event, t)), None)
        case Pass() | CallStop() | NextGame() | Resign():
            return tell(f"did.{event.name}", player=player)
    return None


def _moved(s: State, play: Play, seat: Seat) -> Sentence | None:
    card, kind = top(pile_at(s, play.source)), play.target.kind
    if card is None:
        return None
    if kind in LOADABLE:
        other = seat_name(opponent(seat))
        return tell(f"did_load.{kind.value}", player=somebody(seat), other=other, card=card.face)
    return tell("did_play", player=somebody(seat), **moved(card, play).values)


WIDTH = 4
HALF = 42


def text(s: State) -> str:
    """Return the text of transcripts and terminals."""
    return joined(lines(s), "\n")


def lines(s: State) -> Iterator[str]:
    """Player 2 at the top, the common piles between, player 1 at the bottom."""
    yield side(s, Seat(1))
    piles = " ".join(face(pile) for pile in s.foundations).rstrip()
    yield joined(("  ", tell("foundations", piles=piles)), "")
    half = len(s.houses) // 2
    for i in range(half):
        yield joined(("  ", house(s, i, HALF), "  ", house(s, half + i)), "")
    yield side(s, Seat(0))
    yield beginning(status(s))


def beginning(sentence: Sentence) -> Sentence:
    """The same as a line begins, with a capital letter."""
    first = next(iter(holes(sentence.template)), "")
    inner = sentence.values.get(first)
    begins = sentence.template.startswith((f"{{{first}}}", f"{{{first}:*"))
    if begins and isinstance(inner, Sentence):
        values = {**sentence.values, first: beginning(inner)}
        return Sentence(sentence.code, sentence.template, values)
    words = sentence.template[:1].upper() + sentence.template[1:]
    return Sentence(sentence.code, words, sentence.values)


def side(s: State, seat: Seat) -> str:
    """Reserve and waste by their top card, every pile by its size."""
    own = s.sides[seat]
    turned: str = ""
    if s.turned is not None and s.seat == seat:
        turned = joined((" ", tell("turned.text", card=shown(s.turned))), "")
    return tell(
        "side",
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
    cards = " ".join(card.face for card in s.houses[i]) or "--"
    name = tell("house", number=i + 1, cards="")
    return tell("house", number=i + 1, cards=cards.ljust(width - len(name)))


def status(s: State) -> Sentence:
    """Say whose turn it is, or how the game ended."""
    if s.phase is Phase.PLAY:
        return joined((tell("to_move", player=seat_name(s.seat)), *_pending(s)), "; ")
    if s.phase is Phase.OVER:
        goes_on = tell("match_over" if is_decided(s.rules, s.match) else "game_over")
    else:
        is_alone = s.rules.match_target == "none"
        goes_on = tell("waiting.game" if is_alone else "waiting.match", number=s.match.games + 1)
    return joined((*_ended(s), goes_on), ". ")


def _ended(s: State) -> Iterator[Sentence]:
    """Describe the end of the last game of the match."""
    result = s.match.result
    if result is not None:
        end, points = sentence(result), result.points
        yield tell("ended", end=end, points=points) if points else end


def _pending(s: State) -> Iterator[Sentence]:
    """Offers, turns to be lost, how many wrong calls are left; under `remind` also what is due."""
    court, rules = s.court, s.rules
    for seat in sorted(court.offers):
        yield tell("offers.pending", player=seat_name(seat))
    for seat in sorted(court.forfeits):
        yield tell("forfeits.pending", player=seat_name(seat))
    if rules.wrong_call_costs == "one_of_three_calls" and rules.enforcement == "stop":
        one, two = (FALSE_CALLS - calls for calls in court.false_calls)
        yield tell("calls_left.both", one=one, two=two)
    if rules.enforcement == "remind" and (plays := due_plays(s)):
        yield tell("due.reminder", play=described(s, Move(*plays[0])))
