"""The moves of Chess Solitaire as tables of bits, taken from the rulebook's own walks.

A square is a number from 0 (the top left corner) to 15, a set of squares the 16 bits of a
number, and a kind its place in `Piece`. Which pieces a piece can capture depends on its kind,
its square and on which squares are occupied: never on what stands there.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from ..rules.pieces import BETWEEN, SIZE, Piece

SQUARES = SIZE * SIZE
KINDS = len(Piece)
MASKS = 1 << SQUARES
"""So many sets of occupied squares there are."""

Targets = npt.NDArray[np.uint16]


@cache
def targets() -> Targets:
    """`targets()[occupied, square, kind]`: the squares on which that piece can capture."""
    number = {a: place for place, a in enumerate(BETWEEN[Piece.KING])}
    occupied = np.arange(MASKS)
    found = np.zeros((MASKS, SQUARES, KINDS), np.uint16)
    for kind, piece in enumerate(Piece):
        for a, reached in BETWEEN[piece].items():
            for b, between in reached.items():
                ends = 1 << number[a] | 1 << number[b]
                way = ends | sum(1 << number[c] for c in between)
                found[occupied & way == ends, number[a], kind] |= 1 << number[b]
    return found


@cache
def capturing() -> npt.NDArray[np.uint8]:
    """`capturing()[occupied, square]`: the kinds, as bits, that can capture from there."""
    return np.packbits(targets() != 0, axis=-1, bitorder="little")[:, :, 0]
