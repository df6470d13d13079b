"""The strength of the 169 kinds of starting hands, and when to push or call all in with them."""

from functools import cache
from importlib.resources import files

from ...equity.ranges import KINDS


def ways(kind: int) -> int:
    """Return how many pairs of cards are of a kind."""
    row, column = divmod(kind, 13)
    return 6 if row == column else 4 if row > column else 12


def _lines() -> list[str]:
    return (files(__package__) / "push_fold.txt").read_text().splitlines()


@cache
def table() -> dict[tuple[str, ...], str]:
    """Return what `tools/push_fold.py` has found, by the words that a line begins with."""
    lines = (line.rsplit(" ", 1) for line in _lines()[1:])
    return {tuple(words.split()): digits for words, digits in lines}


@cache
def places() -> tuple[float, ...]:
    """Return which part of all hands is better than each kind: 0 for aces."""
    found, before = [0.0] * 169, 0
    for name in _lines()[0].split()[1:]:
        kind = KINDS.index(name)
        found[kind] = (before + ways(kind) / 2) / 1326
        before += ways(kind)
    return tuple(found)
