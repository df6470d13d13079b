"""The puzzles that come with Ludex, each with exactly one way to win.

They lie in `collection.txt`, which `ludex mine chess-solitaire` has written: packs by level, the
hardest of each size, and those of the days. A line is a puzzle: its id, one to how
many random captures win, how many traps there are, and which capture can be the first trap.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from ludex.games.chess_solitaire.solver.puzzles import Level, Puzzle, decoded

FILE: Final = "collection.txt"

WEEK: Final = 7


def packs() -> Mapping[str, tuple[Puzzle, ...]]:
    """The puzzles of each level, from the easiest to the hardest."""
    return {level.value: _found(f"level {level.value}") for level in Level}


def hardest() -> Mapping[int, tuple[Puzzle, ...]]:
    """Of each number of pieces the hardest puzzles, the very hardest first."""
    sizes = [part.split()[1] for part in _parts() if part.startswith("hardest")]
    return {int(size): _found(f"hardest {size}") for size in sizes}


def of_day(ordinal: int) -> Puzzle:
    """The puzzle of a day, by its ordinal: Monday's is the easiest of a week, Sunday's the hardest.

    None of them is easy. After some years they begin again.
    """
    lines = _parts()["days"]
    # Day 1 of the calendar was a Monday, and the file begins with one.
    assert len(lines) % WEEK == 0
    return _read(lines[(ordinal - 1) % len(lines)])


@cache
def _parts() -> dict[str, list[str]]:
    """The lines below each heading."""
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
def _found(part: str) -> tuple[Puzzle, ...]:
    return tuple(map(_read, _parts()[part]))


def _read(line: str) -> Puzzle:
    name, odds, traps, first = line.split()
    start = decoded(name)
    assert start is not None
    return Puzzle(start, 1, 1 / int(odds), int(traps), int(first) or None)
