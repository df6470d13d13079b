"""Points: what is complete at once, and all the rest at the end."""

from ludex.compile.engine import Row
from ludex.compile.jit import step

from .geometry import (
    CITY,
    FIELD,
    MONK,
    PART_OF,
    PARTS,
    ROAD,
    TOUCHING,
)
from .layout import (
    ABOVE,
    AROUND_AT,
    BY_CITY,
    CLAIMS,
    IS_BASE,
    OPEN_AT,
    OPTIONS,
    PENNANTS_AT,
    PIECES,
    POINTS,
    ROLE_AT,
    SEAT_AT,
    SMALL_TWO,
    TILE,
    TILES,
    TILES_AT,
    USED,
    first_piece,
    lies,
    root_of,
    seats,
)
from .placement import is_near

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
    """What the tile of this number has completed: its features, and cloisters around it."""
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
