"""Exact tables: of every board, whether no, one or more than one sequence of captures wins.

A board with one piece is won by the empty sequence. A board of n pieces is worth as many
sequences as the boards after each of its captures together; two bits are enough, since
more than one is all that is asked. So the table of n pieces follows from that of n - 1.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from ludex.compile.jit import compiled, step

from .numbering import (
    BoardBlock,
    Numbers,
    block,
    block_bytes,
)

Table = npt.NDArray[np.uint8]

POWERS: Final = np.array([block(n) for n in range(16)], np.int64)


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
