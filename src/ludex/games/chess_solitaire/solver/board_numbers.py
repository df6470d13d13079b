"""Every board of n pieces has a number: first which squares are occupied, then by what.

Boards with the same occupied squares lie side by side in a *block* of 6^n boards; within it
a board is a number in base 6, whose lowest digit is the kind on the lowest occupied square.
Of each board two bits are kept, four boards to a byte.

Exact tables say of every board whether no, one or more than one sequence of captures wins. A board with one piece is won by the empty sequence. A board of n pieces is worth as many
sequences as the boards after each of its captures together; two bits are enough, since
more than one is all that is asked. So the table of n pieces follows from that of n - 1.
"""

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from ludex.compile.jit import compiled, step

from ..engine.geometry import KINDS, MASKS, SQUARES, targets

MOST = 15
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
    """The common part of boards with the same occupied squares."""

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


Table = npt.NDArray[np.uint8]

POWERS = np.array([block(n) for n in range(16)], np.int64)


def won_boards() -> Table:
    """Return the table of one piece: sixteen blocks of six boards, each won in exactly one way."""
    one = np.zeros((16, block_bytes(1)), np.uint8)
    for board in range(block(1)):
        one[:, board >> 2] |= 1 << 2 * (board & 3)
    return one.ravel()


@step
def winning_sequences(
    board: int, pieces: int, captures: Numbers, children: Numbers, before: Table
) -> int:
    """Return how many sequences of captures win: none, one, or two for more."""
    kinds, rest = 0, board
    for i in range(pieces):
        kinds |= rest % 6 << 3 * i
        rest //= 6
    found, below, weight, rest = 0, 0, 1, board
    for i in range(pieces):
        kind = rest % 6
        rest //= 6
        targets = captures[6 * i + kind]
        if targets:
            others = children[i] + rest * weight + below
            while targets:
                j = (targets & 15) - 1
                targets >>= 4
                captured = kinds >> 3 * j & 7
                after = others + (kind - captured) * POWERS[j if j < i else j - 1]
                found += before[after >> 2] >> 2 * (after & 3) & 3
                if found >= 2:
                    return 2
        below += kind * weight
        weight *= 6
    return found


@compiled
def _fill(
    pieces: int, captures: Numbers, children: Numbers, before: Table, worth: Table
) -> tuple[int, int]:
    solvable, unique = 0, 0
    for board in range(POWERS[pieces]):
        ways = winning_sequences(board, pieces, captures, children, before)
        solvable += ways > 0
        unique += ways == 1
        worth[board >> 2] |= ways << 2 * (board & 3)
    return solvable, unique


def solve_block(shared: BoardBlock, before: Table) -> tuple[Table, int, int]:
    """Return the table of a block, how many of its boards can be won, how many in just one way."""
    worth = np.zeros(block_bytes(shared.pieces), np.uint8)
    solvable, unique = _fill(shared.pieces, shared.captures, shared.children, before, worth)
    return worth, solvable, unique
