"""Two players without a limit: a strategy learned by playing itself, looked up by spot.

`tools/blueprint.py` has made the table: for every spot how often each thing is done. A bet that the table does
not know is taken for the one that it is nearest to, and so are depths; bets that come out are parts of the pot.
"""

import json
import zlib
from bisect import bisect_right
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ludex.kernel import Dice, Event, Seat

from ...equity.ranges import kind_of
from ..rules import CALL, CHECK, FOLD, State, owed, to_call
from . import spots
from .showdowns import showdowns
from .sizing import by_weight, effective, raise_near


class Blueprint(NamedTuple):
    """The learned strategy."""

    edges: tuple[tuple[float, ...], ...]
    """The least strength of cards of each grade, on the flop, the turn and the river."""

    chances: bytes
    """For each spot one byte an action; none where the spot was never met."""


@cache
def table() -> Blueprint:
    """The table that is shipped."""
    return read((files(__package__) / "blueprint.bin").read_bytes())


def read(content: bytes) -> Blueprint:
    """The table in a file's content."""
    head, _, body = content.partition(b"\n")
    return Blueprint(tuple(map(tuple, json.loads(head))), zlib.decompress(body))


def grade(street: int, strength: float, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
    """The grade of cards: by how often they beat a random hand, and whether they can improve."""
    place = bisect_right(table().edges[street - 1], strength)
    return spots.grade(street, place, street < 3 and is_draw(hole, board))


def is_draw(hole: tuple[int, ...], board: tuple[int, ...]) -> bool:
    """Can the cards become a flush or, by two ranks, a straight?"""
    suits = [card % 4 for card in (*hole, *board)]
    suit = max(range(4), key=suits.count)
    own = sum(card % 4 == suit for card in hole)
    on_board = _ranks(board)
    ranks = on_board | _ranks(hole)
    return spots.can_improve(suits.count(suit), own, ranks, on_board)


def _ranks(cards: tuple[int, ...]) -> int:
    """The ranks of cards, a bit each."""
    return sum(1 << rank for rank in {card // 4 for card in cards})


def spot(s: State, seat: Seat, cards: int) -> int:
    """The number of the spot in which a player is whose cards have a kind or a grade."""
    blind = s.big_blind
    pot, cost, other = s.pot, to_call(s), 1 - seat
    rest = min(s.stacks[seat] - cost, s.stacks[other])
    is_last = seat == s.session.button
    raises = s.raises if s.board else s.raises - 1
    price = spots.price(raises, cost / (pot - cost), rest <= 0)
    if not s.board:
        deep = effective(s) / blind
        price = price if raises else 0
        return spots.before(is_last, price, spots.grade_of(deep, spots.DEEP), cards)
    behind = spots.grade_of(rest / (pot + cost), spots.BEHIND)
    spent = spots.grade_of(s.paid[seat] / blind, spots.SPENT)
    stakes = spots.stakes(behind, spent)
    return spots.after(len(s.board) - 2, is_last, price, stakes, cards)


def targets(s: State, seat: Seat) -> dict[int, Event[State]]:
    """The event of each action that may be done here."""
    found: dict[int, Event[State]] = {}
    if owed(s):
        found[spots.FOLD] = FOLD
    found[spots.CALL] = CALL if owed(s) else CHECK
    pot, cost = s.pot, to_call(s)
    sizes = [s.bets[seat] + cost + size * (pot + cost) for size in spots.SIZES]
    for action, amount in enumerate([*sizes, effective(s)], start=spots.CALL + 1):
        event = raise_near(s, amount)
        if event is not None:
            found[action] = event
    return found


def mixed(s: State, seat: Seat, cards: int) -> list[tuple[Event[State], float]]:
    """Return what is done in this spot, and how often; nothing where it was never met."""
    first = spots.ACTIONS * spot(s, seat, cards)
    chances = table().chances[first : first + spots.ACTIONS]
    may = targets(s, seat)
    return [(may[a], float(chances[a])) for a in may if chances[a]]


def knows(s: State) -> bool:
    """Is it two players without a limit?"""
    return len(s.stacks) == 2 and not s.rules.fixed


def choose(s: State, seat: Seat, dice: Dice) -> Event[State] | None:
    """Return what to do; None where the table says nothing."""
    hole = s.holes[seat]
    if s.board:
        seen = showdowns((hole[0], hole[1]), tuple(s.board), dice)
        cards = grade(len(s.board) - 2, seen.mine, hole, s.board)
    else:
        cards = kind_of(*hole)
    choices = mixed(s, seat, cards)
    return by_weight(choices, dice) if choices else None
