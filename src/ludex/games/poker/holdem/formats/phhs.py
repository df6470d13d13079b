"""Files of many hands, read hand by hand, so that a large one needs no more memory.

Each hand is a table of its own, `[1]`, `[2]`, …; a file of one hand has no tables. A line
that looks like the head of a table may stand inside a list or a long text: what is no TOML
by itself is tried together with what follows. A hand that cannot be read does not spoil the
next one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from ludex.kernel import Unreadable

from .phh import parsed

LARGEST = 1_000_000
"""No hand has so many letters."""

TOGETHER = 4
"""So many pieces are tried together."""

HEAD = re.compile(r"""\s*\[\s*(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')\s*\]\s*(?:\#.*)?\n?""")


class FoundHand(NamedTuple):
    """One hand of a file: its name there, and its fields or why there are none."""

    name: str
    table: Mapping[str, object] | Unreadable


def hands(lines: Iterable[str]) -> Iterator[FoundHand]:
    """The hands of a file, one after the other."""
    pieces = _pieces(lines)
    first = next(pieces, "")
    if not HEAD.fullmatch(first.partition("\n")[0]):
        fields = parsed(first)
        if fields:  # a hand without a table: everything belongs to it
            for piece in pieces:
                if len(first) > LARGEST:
                    break
                first += piece
            yield FoundHand("", _fields(first))
            return
        first = next(pieces, "")
    ahead = [first] if first else []
    while ahead:
        whole, used = _together(ahead, pieces)
        yield from _named(whole)
        ahead = ahead[used:] or [*islice(pieces, 1)]


def _together(ahead: list[str], pieces: Iterator[str]) -> tuple[Mapping[str, object], int]:
    """The fields of the next piece, or of a few that only make sense together."""
    alone = _fields(ahead[0])
    if not isinstance(alone, Unreadable):
        return alone, 1
    ahead += islice(pieces, TOGETHER - len(ahead))
    for count in range(2, len(ahead) + 1):
        whole = _fields("".join(ahead[:count]))
        if not isinstance(whole, Unreadable):
            return whole, count
    name = ahead[0].partition("]")[0].strip("[ '\"\t\n")
    return {name: alone}, 1


def _named(whole: Mapping[str, object]) -> Iterator[FoundHand]:
    for name, table in whole.items():
        if isinstance(table, dict | Unreadable):
            yield FoundHand(name, table)
        else:
            yield FoundHand(name, Unreadable((f"{name} is not a table of a hand",)))


def _pieces(lines: Iterable[str]) -> Iterator[str]:
    """The text, cut before every line that looks like the head of a hand."""
    piece: list[str] = []
    length = 0
    for line in lines:
        if piece and HEAD.fullmatch(line):
            yield "".join(piece)
            piece, length = [], 0
        if length <= LARGEST:  # what is longer is refused for that, and not kept
            piece.append(line)
        length += len(line)
    if piece:
        yield "".join(piece)


def _fields(text: str) -> dict[str, object] | Unreadable:
    if len(text) > LARGEST:
        return Unreadable((f"more than {LARGEST:,} letters are too many for a hand",))
    return parsed(text)
