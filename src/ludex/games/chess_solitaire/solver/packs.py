"""A collection of puzzles out of boards that were mined: packs, the hardest, and days.

A puzzle and its mirror image are one: the one with the lower number is taken.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from ludex.kernel import Dice

from .exact import kinds
from .mining import BOARD, FIRST_TRAP, ODDS, TRAPS
from .numbering import Numbers
from .puzzles import level, named

PACK: Final = 100
"""So many puzzles has each level,"""

SIZES: Final[Mapping[str, Sequence[int]]] = {
    "easy": (4, 5),
    "medium": (5, 6),
    "hard": (6, 7),
    "expert": (7, 8),
    "master": (7, 8, 9),
}
"""of so many pieces."""

HARDEST: Final = 20
"""So many of the hardest of each size."""

YEARS: Final = 4
WEEK: Final[Sequence[tuple[int, int, int]]] = (
    (6, 50, 150),
    (6, 150, 400),
    (7, 100, 500),
    (7, 500, 1500),
    (8, 200, 1500),
    (8, 1500, 6000),
    (9, 3000, 20000),
)
"""From Monday to Sunday: how many pieces, and between which odds against random captures."""


def collection(mined: Mapping[int, Numbers], seed: int) -> Iterator[str]:
    """Yield the lines of a collection, of what was mined of each size."""
    known = {pieces: _without_mirrors(found) for pieces, found in mined.items()}
    for each in SIZES:
        yield f"[level {each}]"
        yield from map(_line, _pack(known, each))
    for pieces, found in sorted(known.items()):
        yield f"[hardest {pieces}]"
        order = np.lexsort((found[:, BOARD], -found[:, TRAPS], -found[:, ODDS]))
        yield from map(_line, found[order[:HARDEST]])
    yield "[days]"
    yield from map(_line, _days(known, Dice(seed)))


def _line(found: Numbers) -> str:
    name = named(kinds(int(found[BOARD])))
    return f"{name} {found[ODDS]} {found[TRAPS]} {found[FIRST_TRAP]}"


def mirrored(boards: Numbers) -> Numbers:
    """Boards with left and right exchanged."""
    found = np.zeros_like(boards)
    for square in range(16):
        found |= (boards >> 3 * square & 7) << 3 * (square ^ 3)
    return found


def _without_mirrors(found: Numbers) -> Numbers:
    lower = np.minimum(found[:, BOARD], mirrored(found[:, BOARD]))
    _, places = np.unique(lower, return_index=True)
    once = found[places]
    once[:, BOARD] = lower[places]
    return once


def _pack(known: Mapping[int, Numbers], wanted: str) -> Numbers:
    """Spread evenly over the level, the same number of each size, the easiest first."""
    sizes = [pieces for pieces in SIZES[wanted] if pieces in known]
    chosen = [np.zeros((0, 4), np.int64)]
    for pieces in sizes:
        found = known[pieces]
        fits = np.array([level(1 / odds) == wanted for odds in found[:, ODDS]], bool)
        share = -(-PACK // len(sizes))
        chosen.append(_spread(found[fits & (found[:, TRAPS] > 0)], share))
    return _by_odds(np.concatenate(chosen))[:PACK]


def _by_odds(found: Numbers) -> Numbers:
    return found[np.lexsort((found[:, BOARD], found[:, TRAPS], found[:, ODDS]))]


def _spread(found: Numbers, many: int) -> Numbers:
    ordered = _by_odds(found)
    places = np.linspace(0, len(ordered) - 1, min(many, len(ordered)))
    return np.array(ordered[places.astype(int)])


def _days(known: Mapping[int, Numbers], dice: Dice) -> Iterator[Numbers]:
    """Four years of puzzles, week by week."""
    weeks = -(-(YEARS * 365 + 1) // len(WEEK))
    pools = []
    for pieces, least, most in WEEK:
        found = known.get(pieces, np.zeros((0, 4), np.int64))
        fit = found[(found[:, ODDS] >= least) & (found[:, ODDS] < most)]
        order = list(range(len(fit)))
        dice.shuffle(order)
        pools.append(fit[order])
    weeks = min(weeks, *map(len, pools))
    for week in range(weeks):
        for pool in pools:
            yield pool[week]
