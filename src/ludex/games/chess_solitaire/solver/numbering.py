"""Every board of n pieces has a number: first which squares are occupied, then by what.

Boards with the same occupied squares lie side by side in a *block* of 6^n boards; within it
a board is a number in base 6, whose lowest digit is the kind on the lowest occupied square.
Of each board two bits are kept, four boards to a byte.
"""

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from ..engine.geometry import KINDS, MASKS, SQUARES, targets

MOST: Final = 15
"""Lists of captures give each square four bits: sixteen pieces would be one too many."""

Numbers = npt.NDArray[np.int64]


def block(pieces: int) -> int:
    """Return how many boards have the same occupied squares."""
    boards: int = KINDS**pieces
    return boards


def block_bytes(pieces: int) -> int:
    """Return how many bytes hold a block."""
    return -(-block(pieces) // 4)


def boards(pieces: int) -> int:
    """Return how many boards have this many pieces."""
    return comb(SQUARES, pieces) * block(pieces)


@cache
def occupations(pieces: int) -> Numbers:
    """Return every set of that many occupied squares, in order."""
    counts = _counts()
    return np.flatnonzero(counts == pieces).astype(np.int64)


def table_bytes(pieces: int) -> int:
    """Return the bytes of the table of so many pieces."""
    return comb(SQUARES, pieces) * block_bytes(pieces)


@cache
def _counts() -> Numbers:
    every = np.arange(MASKS)
    return np.array(sum(every >> square & 1 for square in range(SQUARES)))


@cache
def places() -> Numbers:
    """Return the place of each set of squares among those with as many squares."""
    found = np.zeros(MASKS, np.int64)
    for pieces in range(SQUARES + 1):
        sets = occupations(pieces)
        found[sets] = np.arange(len(sets))
    return found


@dataclass(frozen=True)
class BoardBlock:
    """What boards with the same occupied squares have in common."""

    pieces: int
    captures: Numbers
    """For piece i of kind k, at 6i + k: the pieces that it can capture, counted from one,
    four bits each; what follows the last is zero."""
    children: Numbers
    """For piece i: the number of the first board with the others' squares occupied."""
    stuck: int
    """So many of these boards have no capture at all."""


def blocks(pieces: int) -> list[BoardBlock]:
    """Return the blocks of all boards with so many pieces, in order."""
    return [_block(int(occupied)) for occupied in occupations(pieces)]


def _block(occupied: int) -> BoardBlock:
    squares = [square for square in range(SQUARES) if occupied >> square & 1]
    pieces = len(squares)
    assert pieces <= MOST
    reached = targets()[occupied]
    captures = np.zeros(pieces * KINDS, np.int64)
    stuck = 1
    for i, a in enumerate(squares):
        for kind in range(KINDS):
            captured = [j for j, b in enumerate(squares) if reached[a, kind] >> b & 1]
            captures[i * KINDS + kind] = sum(j + 1 << 4 * n for n, j in enumerate(captured))
        stuck *= sum(not reached[a, kind] for kind in range(KINDS))
    left = np.array([occupied & ~(1 << square) for square in squares], np.int64)
    return BoardBlock(pieces, captures, places()[left] * (block_bytes(pieces - 1) * 4), stuck)
