"""The boards that cannot be won, and no others: few enough to solve the whole game.

From about nine pieces on nearly every board can be won. A board cannot be won when each of
its captures leads to one that cannot, or when it has none. So those of n pieces follow from
those of n - 1: a parent is built back from the child after its *first* capture (the lowest
square, then the lowest target), so that it is met exactly once, and kept when every other
capture leads to a board of the set as well. Boards without any capture follow from the
occupied squares alone.

A board is a number of 48 bits, three for each square: 0 for an empty one, otherwise the
kind counted from 1. A set of boards is a table with open addressing, in which 0 is free.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np
import numpy.typing as npt

from ludex.compile.jit import step

from ..engine.geometry import (
    KINDS,
    SQUARES,
    Targets,
    capturing,
)
from .board_numbers import Numbers, occupations

Kinds = npt.NDArray[np.uint8]

SPREAD = 0x1E3779B97F4A7C15
"""An odd number with well mixed bits: boards that differ little land far apart."""


@step
def home(board: int, slots: int) -> int:
    """Return where a board is looked for first; the number of slots is a power of two."""
    mixed = board * SPREAD
    return (mixed ^ mixed >> 29) & slots - 1


@step
def holds(known: Numbers, board: int) -> bool:
    """Is the board in the set?"""
    slots = known.shape[0]
    slot = home(board, slots)
    while known[slot] != 0:
        if known[slot] == board:
            return True
        slot = slot + 1 & slots - 1
    return False


@step
def occupation(board: int) -> int:
    """Return the squares on which something stands."""
    occupied = 0
    for square in range(16):
        if board >> 3 * square & 7:
            occupied |= 1 << square
    return occupied


@step
def after_capture(board: int, a: int, b: int) -> int:
    """Return the board after the piece on square `a` has captured that on `b`."""
    piece = board >> 3 * a & 7
    return board & ~(7 << 3 * a | 7 << 3 * b) | piece << 3 * b


@step
def is_first_capture(child: int, below: int, a: int, b: int, reached: Targets, able: Kinds) -> bool:
    """Can the child, on the squares `below`, come from a capture from `a` to `b` that was the
    first of its parent, whatever was captured?

    What was captured may itself have come first, if it stood on a lower square: that is
    asked when its kind is known.
    """
    if not below >> b & 1 or below >> a & 1:
        return False
    occupied = below | 1 << a
    kind = (child >> 3 * b & 7) - 1
    captured = reached[occupied, a, kind]
    if not captured >> b & 1 or captured & (1 << b) - 1:
        return False
    for square in range(a):
        if square != b and occupied >> square & 1:
            kind = (child >> 3 * square & 7) - 1
            if able[occupied, square] >> kind & 1:
                return False
    return True


@step
def is_lost(board: int, occupied: int, a: int, b: int, reached: Targets, lost: Numbers) -> bool:
    """Do all captures after that from `a` to `b`, the first, lead to lost boards too?"""
    for square in range(a, 16):
        if occupied >> square & 1:
            captured = reached[occupied, square, (board >> 3 * square & 7) - 1]
            if square == a:
                captured ^= 1 << b
            for target in range(16):
                if captured >> target & 1 and not holds(lost, after_capture(board, square, target)):
                    return False
    return True


@step
def lost_parent(
    child: int,
    below: int,
    a: int,
    b: int,
    kind: int,
    reached: Targets,
    able: Kinds,
    lost: Numbers,
) -> int:
    """Return the parent in which a piece of this kind was captured, if it is lost too; else 0."""
    occupied = below | 1 << a
    if b < a and able[occupied, b] >> kind & 1:
        return 0
    piece = child >> 3 * b & 7
    parent = child & ~(7 << 3 * b) | kind + 1 << 3 * b | piece << 3 * a
    return parent if is_lost(parent, occupied, a, b, reached, lost) else 0


def stuck_boards(pieces: int) -> Iterator[int]:
    """Yield every board on which no piece can capture."""
    able = capturing()
    for occupied in occupations(pieces):
        squares = [square for square in range(SQUARES) if occupied >> square & 1]
        unable = [
            [kind + 1 << 3 * a for kind in range(KINDS) if not able[occupied, a] >> kind & 1]
            for a in squares
        ]
        for board in product(*unable):
            yield sum(board)


def slots_for(size: int) -> int:
    """Return a power of two, of which at most two thirds will be in use."""
    return 1 << max(4, (size + size // 2).bit_length())
