"""The 169 kinds of two cards: pairs, and two ranks of one suit or of two."""

from functools import cache
from importlib.resources import files
from typing import Final

from ludex.games.poker.hands.notation import RANKS


def _name(row: int, column: int) -> str:
    high, low = max(row, column), min(row, column)
    if high == low:
        return 2 * RANKS[high]
    return f"{RANKS[high]}{RANKS[low]}{'s' if row > column else 'o'}"


KINDS: Final = tuple(_name(row, column) for row in range(13) for column in range(13))
"""In a square: the suited ones below the pairs, the others above."""


def kind_of(first: int, second: int) -> int:
    """The kind of two cards."""
    a, b = first // 4, second // 4
    high, low = max(a, b), min(a, b)
    return 13 * high + low if first % 4 == second % 4 else 13 * low + high


def ways(kind: int) -> int:
    """How many pairs of cards are of a kind."""
    row, column = divmod(kind, 13)
    return 6 if row == column else 4 if row > column else 12


@cache
def table() -> dict[tuple[str, ...], str]:
    """What `tools/push_fold.py` has found, by the words that a line begins with."""
    text = (files(__package__) / "push_fold.txt").read_text()
    lines = (line.rsplit(" ", 1) for line in text.splitlines()[1:])
    return {tuple(words.split()): digits for words, digits in lines}


@cache
def places() -> tuple[float, ...]:
    """Of each kind, which part of all hands is better; 0 for aces, almost 1 for the worst."""
    text = (files(__package__) / "push_fold.txt").read_text()
    order = text.split("\n", 1)[0].split()[1:]
    found, before = [0.0] * 169, 0
    for name in order:
        kind = KINDS.index(name)
        found[kind] = (before + ways(kind) / 2) / 1326
        before += ways(kind)
    return tuple(found)
