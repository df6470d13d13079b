"""Laying a tile: its parts join what they touch, and free places get new needs.

A whole map is put into a row by one loop, which is compiled once and kept on disk: each step by itself would be
compiled anew in every process that asks for it, seconds before the first move.
"""

from collections.abc import Sequence

import numpy as np

from ludex.compile.bits import how_many
from ludex.compile.engine import Row, Rows
from ludex.compile.jit import compiled, step

from .geometry import (
    ASKS,
    EAST,
    FACING_PORT,
    GROUND,
    HAS_TWINS,
    IS_TWIN,
    LINKS,
    MONK,
    NOBODY,
    NORTH,
    PART_AT,
    PART_OF,
    PARTS,
    PENNANTS,
)
from .layout import (
    ABOVE,
    AROUND_AT,
    BESIDE,
    CLAIMS,
    LEFT,
    LIES_AT,
    NEED_AT,
    OPEN_AT,
    OPENING,
    OPENINGS,
    PENNANTS_AT,
    PIECES,
    PLACE,
    ROLE_AT,
    SEAT_AT,
    TILE,
    TILES,
    TILES_AT,
    TWINS,
    TWINS_AT,
    USED,
    beside,
    count,
    first_piece,
    lies,
    place_at,
    root_of,
    x_of,
    y_of,
)


@step
def lay(state: Row, at: int, lying: int) -> None:
    """Lay a tile on an opening, and turn the free places beside it into openings."""
    opening, number = int(state[OPENING + at]), int(state[TILES])
    x, y, first = x_of(opening), y_of(opening), int(state[PIECES])
    state[TILE + number] = (opening & PLACE) | lying << LIES_AT | first
    state[TILES] += 1
    add_pieces(state, lying)
    for port in range(12):
        part, near = int(PART_AT[lying, port]), beside(opening, port // 3)
        if part >= 0 and near >= 0:
            tile = int(state[TILE + near])
            other = first_piece(tile) + int(PART_AT[lies(tile), int(FACING_PORT[port])])
            join(state, first + part, other)
    remove_opening(state, at)
    for side in range(4):
        if beside(opening, side) < 0:
            there = opening_at(state, place_at(x + int(EAST[side]), y + int(NORTH[side])))
            back = BESIDE * (side + 2 & 3)
            state[OPENING + there] |= int(ASKS[lying, side]) << NEED_AT
            state[OPENING + there] |= number + 1 << back


@step
def add_pieces(state: Row, lying: int) -> None:
    """The parts of a tile as features of their own."""
    first, twin = int(state[PIECES]), 0
    if HAS_TWINS[lying]:
        twin = 1 << int(state[TWINS])
        state[TWINS] += 1
    for part in range(int(PARTS[lying])):
        known = (
            int(GROUND[lying, part])
            | 1 << TILES_AT
            | int(LINKS[lying, part]) << OPEN_AT
            | int(PENNANTS[lying, part]) << PENNANTS_AT
            | (twin << TWINS_AT if IS_TWIN[lying, part] else 0)
        )
        state[ABOVE + first + part] = ~known
        state[CLAIMS + first + part] = 0
    state[PIECES] = first + int(PARTS[lying])


@step
def join(state: Row, one: int, other: int) -> None:
    """Two pieces touch at a port: they are one feature, and the port is open no more."""
    one, other = root_of(state, one), root_of(state, other)
    known = ~int(state[ABOVE + one])
    if one != other:
        more = ~int(state[ABOVE + other])
        shared = (known & more) >> TWINS_AT
        ground, twins = known & 3, (known | more) >> TWINS_AT << TWINS_AT
        low = (1 << TWINS_AT) - 4
        # Tiles, open ports and pennants are added up; a tile that is in both counts once.
        known = (known & low) + (more & low) - (how_many(shared) << TILES_AT)
        known |= ground | twins
        if (more >> TILES_AT & 1023) > ((known >> TILES_AT & 1023) >> 1):
            one, other = other, one
        state[ABOVE + other] = one
        state[CLAIMS + one] += state[CLAIMS + other]
    state[ABOVE + one] = ~(known - (2 << OPEN_AT))


@step
def remove_opening(state: Row, at: int) -> None:
    """The openings without one of them."""
    state[OPENINGS] -= 1
    for place in range(OPENING + at, OPENING + state[OPENINGS]):
        state[place] = state[place + 1]


@step
def opening_at(state: Row, place: int) -> int:
    """Return the number of the opening at a place; there is one now if there was none."""
    low, high = 0, int(state[OPENINGS])
    while low < high:
        middle = low + high >> 1
        if int(state[OPENING + middle]) & PLACE < place:
            low = middle + 1
        else:
            high = middle
    if low == state[OPENINGS] or int(state[OPENING + low]) & PLACE != place:
        for at in range(OPENING + state[OPENINGS], OPENING + low, -1):
            state[at] = state[at - 1]
        state[OPENING + low] = place
        state[OPENINGS] += 1
    return low


@step
def man(state: Row, number: int, seat: int, role: int) -> None:
    """Put a meeple on a tile."""
    if role == NOBODY:
        return
    tile = int(state[TILE + number])
    if role == MONK:
        around = 0
        for other in range(state[TILES]):
            around += is_near(int(state[TILE + other]), tile)
        tile |= around - 1 << AROUND_AT
    else:
        piece = first_piece(tile) + int(PART_OF[lies(tile), role])
        state[CLAIMS + root_of(state, piece)] += 1 << 4 * seat
    state[TILE + number] = tile | seat + 1 << SEAT_AT | role << ROLE_AT
    state[USED] += 1 << 4 * seat


@step
def is_near(one: int, other: int) -> int:
    """Do two tiles touch, if only at a corner, or are they the same?"""
    return int(abs(x_of(one) - x_of(other)) <= 1 and abs(y_of(one) - y_of(other)) <= 1)


Four = tuple[int, int, int, int]
Three = tuple[int, int, int]


@compiled
def _pack(row: Row, tiles: Rows, meeples: Rows) -> None:
    if tiles.shape[0] == 0:
        opening_at(row, place_at(0, 0))
    for i in range(tiles.shape[0]):
        at = opening_at(row, place_at(tiles[i, 0], tiles[i, 1]))
        lay(row, at, tiles[i, 2])
        count(row, LEFT, tiles[i, 3], -1)
    for i in range(meeples.shape[0]):
        man(row, meeples[i, 0], meeples[i, 1], meeples[i, 2])


def pack(row: Row, tiles: Sequence[Four], meeples: Sequence[Three]) -> None:
    """Lay tiles (x, y, as they lie, kind) and put meeples (the tile's number, seat, role) on them."""
    _pack(
        row,
        np.array(tiles, np.int64).reshape(-1, 4),
        np.array(meeples, np.int64).reshape(-1, 3),
    )
