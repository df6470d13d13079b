"""The table in letters: two sides, foundations, houses fanned from left to right."""

from collections.abc import Iterable, Iterator
from typing import Final

from ludex.kernel import Seat, Sentence, joined, say, seat_name
from ludex.kernel.sentence import holes
from ludex.parts.cards import Card, Hidden

from ..rules.candidates import described, due_plays
from ..rules.ending import is_decided, sentence
from ..rules.events import Move
from ..rules.state import Phase, Pile, State, player
from ..rules.turns import FALSE_CALLS

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


MATCH_OVER: Final = say("match_over", "Match over")
GAME_OVER: Final = say("game_over", "Game over; next_game goes on")


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
