"""The strength of every pair of cards that somebody may hold on a board, also beside mine.

The cards to come are dealt some times, no card twice if that can be, and the same for every hand; on the
river there is nothing to deal. The work is the same whatever the cards are: how long it takes
tells nothing about them.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from ludex.kernel import Dice

from ...equity.ranges import ALL_HOLES, Hole
from ...rules.tables import (
    HIGH_SHIFT,
    LOW_FIELD,
    RANK_WEIGHT,
    flush_ranks,
    high_starts,
    low_places,
    ranks_by_place,
)

BOARDS = 14
"""The number of boards dealt to their end on the flop and on the turn."""

_KEYS = tuple(RANK_WEIGHT[a // 4] + RANK_WEIGHT[b // 4] for a, b in ALL_HOLES)
_BITS = tuple(1 << a | 1 << b for a, b in ALL_HOLES)
_MASKS = tuple(
    tuple(sum(1 << c // 4 for c in hole if c % 4 == suit) for hole in ALL_HOLES)
    for suit in range(4)
)
"""The ranks of each hole in one suit, a bit each."""


class HoleStrengths(NamedTuple):
    """For every hole that another player may hold, in one order."""

    holes: tuple[int, ...]
    """Their places among all holes."""

    strength: tuple[float, ...]
    """The part of the others that it beats, on the average; 1 is the nuts."""

    share: tuple[float, ...]
    """The part of the boards on which my cards win against it, ties counting half."""

    mine: float
    """The strength of my own."""


def ranks(board: tuple[int, ...], holes: list[int]) -> list[int]:
    """The rank of each of some holes with a board of five: the less the better."""
    low, high, by_place = low_places(), high_starts(7), ranks_by_place(7)
    base = sum(RANK_WEIGHT[card // 4] for card in board)
    keys = _KEYS
    found = [
        by_place[high[(key := base + keys[k]) >> HIGH_SHIFT] + low[key & LOW_FIELD]] for k in holes
    ]
    for suit in range(4):
        on_board = [1 << card // 4 for card in board if card % 4 == suit]
        if len(on_board) >= 3:  # no hand of seven has anything better beside a flush
            flushes, masks, mask = flush_ranks(), _MASKS[suit], sum(on_board)
            found = [flushes[mask | masks[k]] or rank for k, rank in zip(holes, found, strict=True)]
    return found


def runouts(board: tuple[int, ...], dead: int, dice: Dice) -> list[tuple[int, ...]]:
    """Boards of five that begin with this one; just itself on the river."""
    missing = 5 - len(board)
    if not missing:
        return [board]
    found: list[tuple[int, ...]] = []
    pack: list[int] = []
    for _ in range(BOARDS):
        if len(pack) < missing:
            pack = [card for card in range(52) if not dead >> card & 1]
            dice.shuffle(pack)
        found.append((*board, *pack[:missing]))
        del pack[:missing]
    return found


def showdowns(hole: Hole, board: tuple[int, ...], dice: Dice) -> HoleStrengths:
    """Return how my cards and all others fare on a board of three cards or more."""
    mine = ALL_HOLES.index((max(hole), min(hole)))
    dead = _BITS[mine] | sum(1 << card for card in board)
    holes = [k for k, bits in enumerate(_BITS) if not bits & dead]
    beats, wins, seen = ([0.0] * len(ALL_HOLES) for _ in range(3))
    my_beats = 0.0
    boards = runouts(board, dead, dice)
    for full in boards:
        new = sum(1 << card for card in full[len(board) :])
        there = [k for k in holes if not _BITS[k] & new] if new else holes
        worth = ranks(full, [mine, *there])
        my_rank = worth.pop(0)
        # Of equal hands the last place counts.
        order = sorted(worth, reverse=True)
        last = {rank: place for place, rank in enumerate(order)}
        part = 1 / len(there)
        for k, rank in zip(there, worth, strict=True):
            beats[k] += last[rank] * part
            seen[k] += 1
            if my_rank < rank:
                wins[k] += 1.0
            elif my_rank == rank:
                wins[k] += 0.5
        my_beats += sum(my_rank < rank for rank in worth) * part
    there = [k for k in holes if seen[k]]
    return HoleStrengths(
        tuple(there),
        tuple(beats[k] / seen[k] for k in there),
        tuple(wins[k] / seen[k] for k in there),
        my_beats / len(boards),
    )


def before_the_flop(hole: Hole, ranges: Sequence[Sequence[float]], dice: Dice, deals: int) -> float:
    """Return how often my cards beat hands from ranges, the board dealt, so many deals.

    A range is a weight for each of all holes. Holes that meet a card which is gone are drawn again.
    """
    mine = ALL_HOLES.index((max(hole), min(hole)))
    tables = [[*accumulate(weights)] for weights in ranges]
    won = 0.0
    for _ in range(deals):
        dead, holes = _BITS[mine], [mine]
        for upto in tables:
            k = _drawn(upto, dead, dice)
            dead |= _BITS[k]
            holes.append(k)
        board: list[int] = []
        while len(board) < 5:
            card = dice.below(52)
            if not dead >> card & 1:
                dead |= 1 << card
                board.append(card)
        my_rank, *others = ranks(tuple(board), holes)
        best = min(others)
        if my_rank <= best:
            won += 1 / (1 + others.count(my_rank))
    return won / deals


def _drawn(upto: list[float], dead: int, dice: Dice) -> int:
    while True:
        mark = dice.below(1 << 53) / (1 << 53) * upto[-1]
        k = min(bisect_right(upto, mark), len(upto) - 1)
        if not _BITS[k] & dead:
            return k
