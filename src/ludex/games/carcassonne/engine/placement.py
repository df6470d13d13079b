"""Lay a tile and score: its parts join what they touch, free places get new needs, meeples bring points.

A whole map is put into a row by one loop, which is compiled once and kept on disk: each step by itself would be
compiled anew in every process that asks for it, seconds before the first move.
"""

from collections.abc import Sequence

import numpy as np

from ludex.compile.bits import how_many
from ludex.compile.engine import Row, Rows
from ludex.compile.jit import compiled, step

from .layout import (
    ABOVE,
    AROUND_AT,
    ASKS,
    BESIDE,
    BY_CITY,
    CITY,
    CLAIMS,
    EAST,
    FACING_PORT,
    FIELD,
    GROUND,
    HAS_TWINS,
    IS_BASE,
    IS_TWIN,
    LEFT,
    LIES_AT,
    LINKS,
    MONK,
    NEED_AT,
    NOBODY,
    NORTH,
    OPEN_AT,
    OPENING,
    OPENINGS,
    OPTIONS,
    PART_AT,
    PART_OF,
    PARTS,
    PENNANTS,
    PENNANTS_AT,
    PIECES,
    PLACE,
    POINTS,
    ROAD,
    ROLE_AT,
    SEAT_AT,
    SMALL_TWO,
    TILE,
    TILES,
    TILES_AT,
    TOUCHING,
    TWINS,
    TWINS_AT,
    USED,
    count,
    first_piece,
    lies,
    place_at,
    root_of,
    seats,
    tile_beside,
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
        part, near = int(PART_AT[lying, port]), tile_beside(opening, port // 3)
        if part >= 0 and near >= 0:
            tile = int(state[TILE + near])
            other = first_piece(tile) + int(PART_AT[lies(tile), int(FACING_PORT[port])])
            join(state, first + part, other)
    remove_opening(state, at)
    for side in range(4):
        if tile_beside(opening, side) < 0:
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


FOLLOWER = 0xFFF << ROLE_AT
"""Seat, role and the tiles around a monk: what leaves a tile with its meeple."""
STAMP_AT = 44
"""Above the claims: which feature has counted this one already."""
COUNTED = (1 << STAMP_AT) - 1


@step
def award(state: Row, claims: int, points: int) -> None:
    """Points for those with the most meeples."""
    most = 0
    for seat in range(seats(state)):
        most = max(most, claims >> 4 * seat & 15)
    for seat in range(seats(state)):
        if most and claims >> 4 * seat & 15 == most:
            state[POINTS + seat] += points


@step
def worth(state: Row, known: int) -> int:
    """Return the points of a city or a road."""
    tiles = known >> TILES_AT & 1023
    if known & 3 == ROAD:
        return tiles
    pennants = known >> PENNANTS_AT & 31 if state[OPTIONS] & IS_BASE else 0
    is_small = tiles == 2 and state[OPTIONS] & SMALL_TWO
    each = 2 if known >> OPEN_AT & 1023 == 0 and not is_small else 1
    return each * (tiles + pennants)


@step
def score_complete(state: Row, number: int) -> None:
    """Score the features that the tile of this number has completed, and the cloisters around it."""
    tile = int(state[TILE + number])
    first = first_piece(tile)
    for piece in range(first, first + int(PARTS[lies(tile)])):
        root = root_of(state, piece)
        known, claims = ~int(state[ABOVE + root]), int(state[CLAIMS + root])
        if claims and known & 3 != FIELD and known >> OPEN_AT & 1023 == 0:
            award(state, claims, worth(state, known))
            state[CLAIMS + root] = 0
            send_home(state, root)
    for other in range(state[TILES]):
        monk = int(state[TILE + other])
        if monk >> ROLE_AT & 15 == MONK and monk >> AROUND_AT & 15 == 8:
            seat = (monk >> SEAT_AT & 15) - 1
            state[POINTS + seat] += 9
            state[USED] -= 1 << 4 * seat
            state[TILE + other] = monk & ~FOLLOWER


@step
def count_around(state: Row, number: int) -> None:
    """The tile of this number is one more around the cloisters that it touches."""
    tile = int(state[TILE + number])
    for other in range(state[TILES]):
        monk = int(state[TILE + other])
        if monk >> ROLE_AT & 15 == MONK and is_near(monk, tile):
            state[TILE + other] = monk + (1 << AROUND_AT)


@step
def send_home(state: Row, root: int) -> None:
    """The meeples of a feature go home."""
    for number in range(state[TILES]):
        tile = int(state[TILE + number])
        role = tile >> ROLE_AT & 15
        if role and role != MONK:
            piece = first_piece(tile) + int(PART_OF[lies(tile), role])
            if root_of(state, piece) == root:
                state[USED] -= 1 << 4 * ((tile >> SEAT_AT & 15) - 1)
                state[TILE + number] = tile & ~FOLLOWER


@step
def score_rest(state: Row) -> None:
    """All that is claimed when the game ends; then all meeples go home."""
    for piece in range(state[PIECES]):
        known, claims = ~int(state[ABOVE + piece]), int(state[CLAIMS + piece])
        if known >= 0 and claims and known & 3 != FIELD:
            award(state, claims, worth(state, known))
    if state[OPTIONS] & BY_CITY:
        score_farmers_by_city(state)
    else:
        score_fields(state)
    for number in range(state[TILES]):
        tile = int(state[TILE + number])
        if tile >> ROLE_AT & 15 == MONK:
            seat = (tile >> SEAT_AT & 15) - 1
            state[POINTS + seat] += 1 + (tile >> AROUND_AT & 15)
        state[TILE + number] = tile & ~FOLLOWER
    for piece in range(state[PIECES]):
        state[CLAIMS + piece] = 0
    state[USED] = 0


@step
def is_complete_city(state: Row, root: int) -> bool:
    """Is it, with no open side?"""
    known = ~int(state[ABOVE + root])
    return known & 3 == CITY and known >> OPEN_AT & 1023 == 0


@step
def score_fields(state: Row) -> None:
    """Each field with farmers, for the complete cities that it touches."""
    for field in range(state[PIECES]):
        known, claims = ~int(state[ABOVE + field]), int(state[CLAIMS + field])
        if known >= 0 and known & 3 == FIELD and claims:
            award(state, claims, 3 * cities_of(state, field))


@step
def cities_of(state: Row, field: int) -> int:
    """Return how many complete cities a field touches; each is stamped when it is counted."""
    cities = 0
    for number in range(state[TILES]):
        tile = int(state[TILE + number])
        first = first_piece(tile)
        for place in range(TOUCHING.shape[1]):
            pair = int(TOUCHING[lies(tile), place])
            if pair >= 0 and root_of(state, first + (pair >> 4)) == field:
                city = root_of(state, first + (pair & 15))
                stamped = int(state[CLAIMS + city]) >> STAMP_AT
                if is_complete_city(state, city) and stamped != field + 1:
                    state[CLAIMS + city] &= COUNTED
                    state[CLAIMS + city] |= field + 1 << STAMP_AT
                    cities += 1
    return cities


@step
def score_farmers_by_city(state: Row) -> None:
    """Each complete city, for the farmers on all the fields that touch it."""
    for city in range(state[PIECES]):
        if state[ABOVE + city] < 0 and is_complete_city(state, city):
            award(state, farmers_of(state, city), 4)


@step
def farmers_of(state: Row, city: int) -> int:
    """Return the farmers on all fields around a city; each field is stamped when it is counted."""
    farmers = 0
    for number in range(state[TILES]):
        tile = int(state[TILE + number])
        first = first_piece(tile)
        for place in range(TOUCHING.shape[1]):
            pair = int(TOUCHING[lies(tile), place])
            if pair >= 0 and root_of(state, first + (pair & 15)) == city:
                field = root_of(state, first + (pair >> 4))
                claims = int(state[CLAIMS + field])
                if claims >> STAMP_AT != city + 1:
                    farmers += claims & COUNTED
                    claims = claims & COUNTED | city + 1 << STAMP_AT
                    state[CLAIMS + field] = claims
    return farmers
