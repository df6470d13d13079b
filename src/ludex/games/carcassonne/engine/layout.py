"""The layout of a game of Carcassonne in a row of whole numbers.

    options, phase, the drawn tile
    how many tiles, openings, pieces and twins there are; how many meeples each seat has out
    how many tiles of each kind are left, and how many were put away: eight bits each
    points of each seat
    tiles       where, which and how, who stands on it as what, its first piece, and how many
                tiles lie around a monk
    openings    the free places beside tiles, sorted: where, what is needed, and the tiles
                around; each number and one
    above       pieces: the piece above, or of a root all that is known of the feature
    claims      of a root: how many meeples of each seat stand in the feature

A piece is a part of a tile. What is known of a feature is kept as a negative number: its
ground, its tiles, its open ports, its pennants, its tiles with twins.

The tiles stand here as tables of small numbers, read off the rulebook's. A tile as it lies is its kind and four, by the facing. Roles are numbered as the rulebook names
them; the sides are north, east, south, west, with three ports each.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.compile.engine import Row
from ludex.compile.jit import step

from ..rules.segments import (
    FITS,
    PORTS,
    TURNED,
    facing_port,
)
from ..rules.tiles import (
    FACINGS,
    Ground,
    Role,
    Tile,
    TileSet,
    opposite,
)
from .refinement import FOLLOWERS

Table = npt.NDArray[np.signedinteger[Any]]
"""Bytes where they suffice: what kernels hold as constants is 64 kB, each use counted."""

KINDS = tuple(Tile)
ROLES = FOLLOWERS
"""In the order in which the rulebook tries them, so that a list of moves has its order."""
GROUNDS = (Ground.FIELD, Ground.CITY, Ground.ROAD)
FIELD, CITY, ROAD = range(3)
NOBODY, MONK = ROLES.index(Role.NONE), ROLES.index(Role.MONK)

LYING = tuple(TURNED[kind][facing] for kind in KINDS for facing in FACINGS)
"""All tiles as they may lie."""

NONE = -1


def _table(rows: Iterable[Iterable[int]], filler: int = 0) -> Table:
    lists = [[*row] for row in rows]
    numbers = [*chain(*lists)]
    size = np.int8 if max(map(abs, numbers)) < 128 else np.int16
    found = np.full((len(lists), max(map(len, lists))), filler, size)
    for i, row in enumerate(lists):
        found[i, : len(row)] = row
    return found


PARTS = np.array([len(each.grounds) for each in LYING], np.int8)
"""The number of parts of a tile."""

PART_AT = _table(each.part_at for each in LYING)
PORTS_OF = _table(each.ports for each in LYING)
LINKS = _table((part.open for part in each.alone) for each in LYING)
GROUND = _table(map(GROUNDS.index, each.grounds) for each in LYING)
PENNANTS = _table((part.pennants for part in each.alone) for each in LYING)
IS_TWIN = _table(
    (
        int(twin and ground is not Ground.FIELD)
        for twin, ground in zip(each.twins, each.grounds, strict=True)
    )
    for each in LYING
)
"""Has the tile another city, or another road? Of fields nobody counts the tiles."""

HAS_TWINS = np.array([row.any() for row in IS_TWIN], np.int8)
IS_DIVIDED = np.array([any(each.twins) for each in LYING], np.int8)
"""Has the tile two parts of one ground, which may touch the same feature?"""

ASKED = ".fcr"
"""The demand of a neighbour on a side, in two bits: nothing, field, city or road."""

ASKS = _table(
    (ASKED.index(letter) << 2 * opposite(side) for side, letter in enumerate(each.letters))
    for each in LYING
)
"""The demand of each side on the place beside it, as a need of that place."""

FACING_PORT = np.array([facing_port(port) for port in range(PORTS)], np.int8)

TOUCHING = _table(((field << 4 | city for field, city in each.touching) for each in LYING), NONE)
"""Each field with each city that it touches on the tile."""


def _need(bits: int) -> str:
    return "".join(ASKED[bits >> 2 * side & 3] for side in range(4))


FITTING = _table(
    (
        sum(1 << FACINGS.index(facing) for facing in FITS[kind].get(_need(bits), ()))
        for bits in range(256)
    )
    for kind in KINDS
)
"""The facings that meet a need, one bit each."""

ROLE_OF = _table(
    sorted(map(ROLES.index, each.part_of), key=lambda role: each.part_of[ROLES[role]])
    for each in LYING
)
"""The role on each part."""

PART_OF = _table((each.part_of.get(role, NONE) for role in ROLES) for each in LYING)
"""The part of each role; a monk stands on no part."""

HAS_CLOISTER = np.array([each.has_cloister for each in LYING], np.int8)

EAST = np.array([0, 1, 0, -1], np.int8)
NORTH = np.array([1, 0, -1, 0], np.int8)
"""The offset of the neighbour on each side."""

OPTIONS, PHASE, DRAWN, TILES, OPENINGS, PIECES, TWINS, USED = range(8)
LEFT = 8
AWAY = 11
POINTS = 14
MOST_SEATS = 10
TILE = POINTS + MOST_SEATS
MOST_TILES = 72
OPENING = TILE + MOST_TILES
MOST_OPENINGS = 2 * MOST_TILES + 4


def _pieces(tiles: TileSet) -> int:
    return sum(tiles.copies[kind] * len(LYING[4 * i].grounds) for i, kind in enumerate(KINDS))


MOST_PIECES = max(map(_pieces, TileSet))
ABOVE = OPENING + MOST_OPENINGS
CLAIMS = ABOVE + MOST_PIECES
WORDS = CLAIMS + MOST_PIECES

DRAW, LAY, OVER = range(3)
NO_TILE = -1

# In the options
IS_BASE = 1 << 4
BY_PLACEMENTS = 1 << 5
SMALL_TWO = 1 << 6
BY_CITY = 1 << 7
MEEPLES_AT, LENGTH_AT, FIRST_AT = 8, 12, 20

# Places count from the far south west, so that no number is negative.
MIDDLE = 80
X_AT, Y_AT, NEED_AT = 48, 40, 32
PLACE = 0xFFFF << Y_AT
BESIDE = 7
"""Bits of a tile's number, and one, around an opening."""

# In a tile, below its place
AROUND_AT, SEAT_AT, ROLE_AT, LIES_AT = 30, 26, 22, 12

# In what is known of a feature
TILES_AT, OPEN_AT, PENNANTS_AT, TWINS_AT = 2, 12, 22, 27


@step
def seats(state: Row) -> int:
    """Return how many play."""
    return int(state[OPTIONS] & 15)


@step
def seat_of(state: Row) -> int:
    """Return whose turn it is: the first tile of the base game was laid by nobody."""
    turns = state[TILES] - (1 if state[OPTIONS] & IS_BASE else 0)
    return int(turns % seats(state))


@step
def used(state: Row, seat: int) -> int:
    """Return how many meeples of a seat are on the map."""
    return int(state[USED] >> 4 * seat & 15)


@step
def has_meeple(state: Row, seat: int) -> bool:
    """Has a seat a meeple left?"""
    return used(state, seat) < int(state[OPTIONS] >> MEEPLES_AT & 15)


@step
def counted(state: Row, where: int, kind: int) -> int:
    """Return how many tiles of a kind are left, or away."""
    return int(state[where + (kind >> 3)] >> 8 * (kind & 7) & 255)


@step
def count(state: Row, where: int, kind: int, by: int) -> None:
    """Change the count of a kind by one."""
    state[where + (kind >> 3)] += by << 8 * (kind & 7)


@step
def place_at(x: int, y: int) -> int:
    """Return a place, as it stands in tiles and openings."""
    return x + MIDDLE << X_AT | y + MIDDLE << Y_AT


@step
def x_of(word: int) -> int:
    """Return how far east a tile or an opening lies."""
    return (word >> X_AT & 255) - MIDDLE


@step
def y_of(word: int) -> int:
    """Return how far north a tile or an opening lies."""
    return (word >> Y_AT & 255) - MIDDLE


@step
def lies(tile: int) -> int:
    """Return which tile it is, and how it lies."""
    return tile >> LIES_AT & 127


@step
def first_piece(tile: int) -> int:
    """Return the piece of a tile's first part."""
    return tile & 0xFFF


@step
def need_of(opening: int) -> int:
    """Return what the tiles around an opening ask of its sides."""
    return opening >> NEED_AT & 255


@step
def tile_beside(opening: int, side: int) -> int:
    """Return the number of the tile on a side of an opening, or -1."""
    return (opening >> BESIDE * side & 127) - 1


@step
def root_of(state: Row, piece: int) -> int:
    """Return the piece that stands for the whole feature."""
    while state[ABOVE + piece] >= 0:
        piece = int(state[ABOVE + piece])
    return piece
