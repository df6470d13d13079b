"""What a piece sees, in a table of a few kilobytes: by multiplication, as chess programs do it.

What a piece can capture depends on the occupied squares between it and its targets, its
*blockers*, and on a 4 by 4 board there are at most six of them. A number is sought that,
multiplied with the blockers, gives a different place for each different sight.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from ludex.games.chess_solitaire.pieces import BETWEEN, Piece
from ludex.parts.grid import Square

SLOTS: Final = tuple(BETWEEN[Piece.KING])
NUMBER: Final = {slot: number for number, slot in enumerate(SLOTS)}
PLACES: Final = 128

Table = npt.NDArray[np.int64]


def attacks() -> tuple[Table, Table]:
    """For kind (from 1) and square, packed: blockers, multiplier, where its sight begins;
    and the sights: with place = blockers * multiplier >> 10 & 127, all that it can reach."""
    packed = np.zeros((len(Piece) + 1, len(SLOTS)), np.int64)
    sights: list[int] = []
    for kind, piece in enumerate(Piece, 1):
        for number, a in enumerate(SLOTS):
            seen = dict(_seen(piece, a))
            blockers = max(seen)  # all of them at once
            multiplier, places = _spread(seen)
            packed[kind, number] = blockers | multiplier << 16 | len(sights) << 32
            sights += places
    return packed.ravel(), np.array(sights, np.int64)


def _seen(piece: Piece, a: Square) -> Iterator[tuple[int, int]]:
    """Each set of occupied blockers, and the squares that can be reached past them."""
    ways = {
        1 << NUMBER[b]: sum(1 << NUMBER[c] for c in between)
        for b, between in BETWEEN[piece][a].items()
    }
    every = 0
    for way in ways.values():
        every |= way
    some = every
    while True:
        yield some, sum(b for b, way in ways.items() if not way & some)
        if not some:
            return
        some = some - 1 & every


def _spread(seen: dict[int, int]) -> tuple[int, list[int]]:
    """A multiplier that keeps different sights apart, and the sights by their places."""
    for multiplier in range(1 << 16):
        places: dict[int, int] = {}
        for blockers, sight in seen.items():
            place = blockers * multiplier >> 10 & PLACES - 1
            if places.setdefault(place, sight) != sight:
                break
        else:
            return multiplier, [
                places.get(place, 0) for place in range(max(places) + 1)
            ]
    raise AssertionError("no multiplier keeps these sights apart")
