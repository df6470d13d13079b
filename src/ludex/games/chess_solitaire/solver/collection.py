"""The puzzles that come with Ludex, each with exactly one way to win.

They lie in `collection.txt`, which `ludex mine chess-solitaire` has written: packs by level, the
hardest of each size, and those of the days. A line is a puzzle: its id, one to how
many random captures win, how many traps there are, and which capture can be the first trap.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from ludex.kernel import Dice
from ludex.registry import LEVELS, Puzzle, Wish

from ..rules.state import State
from .exact import Worth
from .puzzles import (
    ODDS,
    decoded,
    describe,
    make_puzzle,
)

FILE: Final = "collection.txt"

WEEK: Final = 7


RANDOM: Final = (*ODDS,)[:3]
"""Puzzles of these levels are found among random boards; others are too rare to be looked for."""


def make(
    wish: Wish, dice: Dice, *, tries: int, tell: Callable[[int], None]
) -> Puzzle[State] | None:
    """Return a puzzle as wished: one that comes with Ludex where such are rare."""
    if wish.level is not None and wish.level not in RANDOM:
        fit = [each for each in packs()[wish.level] if each.pieces == wish.pieces]
        if fit:
            return dice.choice(fit)
    return make_puzzle(wish, dice, tries=tries, tell=tell)


def packs() -> Mapping[str, tuple[Puzzle[State], ...]]:
    """Return the puzzles of each level, from the easiest to the hardest."""
    return {level: _found(f"level {level}") for level in LEVELS}


def hardest() -> Mapping[int, tuple[Puzzle[State], ...]]:
    """Of each number of pieces the hardest puzzles, the very hardest first."""
    sizes = [part.split()[1] for part in _parts() if part.startswith("hardest")]
    return {int(size): _found(f"hardest {size}") for size in sizes}


def of_day(ordinal: int) -> Puzzle[State]:
    """Return the puzzle of a day, by its ordinal: Monday's is the easiest of a week, Sunday's the hardest.

    None of them is easy. After some years they begin again.
    """
    lines = _parts()["days"]
    # Day 1 of the calendar was a Monday, and the file begins with one.
    assert len(lines) % WEEK == 0
    return _read(lines[(ordinal - 1) % len(lines)])


@cache
def _parts() -> dict[str, list[str]]:
    """Return the lines below each heading."""
    found: dict[str, list[str]] = {}
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    lines: list[str] = []
    for line in filter(None, text.splitlines()):
        if line.startswith("["):
            lines = found.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            lines.append(line)
    return found


@cache
def _found(part: str) -> tuple[Puzzle[State], ...]:
    return tuple(map(_read, _parts()[part]))


def _read(line: str) -> Puzzle[State]:
    name, odds, traps, first = line.split()
    start = decoded(name)
    assert start is not None
    return describe(start, Worth(1, 1 / int(odds), int(traps), int(first) or None))
