"""The moves of Carcassonne: the legal ones, a random one, their effects, and the draw."""

from ludex.compile.bits import how_many
from ludex.compile.draws import below, thrown
from ludex.compile.engine import Row
from ludex.compile.jit import called, step

from ..rules.places import FARTHEST
from .layout import (
    AWAY,
    BY_PLACEMENTS,
    CLAIMS,
    DRAW,
    DRAWN,
    FACING_PORT,
    FIRST_AT,
    FITTING,
    HAS_CLOISTER,
    IS_BASE,
    IS_DIVIDED,
    KINDS,
    LAY,
    LEFT,
    LENGTH_AT,
    MONK,
    NO_TILE,
    NOBODY,
    OPENING,
    OPENINGS,
    OPTIONS,
    OVER,
    PART_AT,
    PART_OF,
    PARTS,
    PHASE,
    PORTS_OF,
    ROLE_OF,
    ROLES,
    TILE,
    TILES,
    count,
    counted,
    first_piece,
    has_meeple,
    lies,
    need_of,
    place_at,
    root_of,
    seat_of,
    tile_beside,
    x_of,
    y_of,
)
from .placement import (
    count_around,
    lay,
    man,
    opening_at,
    score_complete,
    score_rest,
)

TILE_KINDS = len(KINDS)
FOLLOWERS = len(ROLES)
WAYS = 4 * FOLLOWERS
"""Every way round with every follower, and with nobody."""
ACROSS = 2 * FARTHEST + 1
ACTIONS = ACROSS * ACROSS * WAYS


@step
def behind(state: Row, opening: int, port: int) -> int:
    """Return the root of the feature that a tile would touch at a port, or -1."""
    near = tile_beside(opening, port // 3)
    if near < 0:
        return -1
    tile = int(state[TILE + near])
    part = int(PART_AT[lies(tile), int(FACING_PORT[port])])
    return root_of(state, first_piece(tile) + part) if part >= 0 else -1


@step
def claimed(state: Row, opening: int) -> int:
    """Return the ports of an opening behind which meeples stand, one bit each."""
    ports = 0
    for port in range(12):
        root = behind(state, opening, port)
        ports |= int(root >= 0 and state[CLAIMS + max(root, 0)] != 0) << port
    return ports


@called
def joined(state: Row, opening: int, lying: int, ports: int) -> int:
    """Return the ports behind which meeples will stand when a tile that lies so has joined features."""
    if ports == 0 or not IS_DIVIDED[lying]:
        return ports
    before = 0
    while before != ports:
        before = ports
        for part in range(int(PARTS[lying])):
            if int(PORTS_OF[lying, part]) & ports:
                ports |= int(PORTS_OF[lying, part])
        for port in range(12):
            root = behind(state, opening, port)
            for other in range(12):
                if root >= 0 and ports >> other & 1 and not ports >> port & 1:
                    ports |= int(behind(state, opening, other) == root) << port
    return ports


@step
def number_of(opening: int, way: int) -> int:
    """Return the number of a move: where, which way round, with whom."""
    x, y = x_of(opening) + FARTHEST, y_of(opening) + FARTHEST
    return (x * ACROSS + y) * WAYS + way


@step
def legal(state: Row, found: Row) -> int:
    """Return every way to lay the drawn tile, in the order of the numbers."""
    listed, kind = 0, int(state[DRAWN])
    if kind == NO_TILE:
        return 0
    mans = has_meeple(state, seat_of(state))
    for at in range(state[OPENINGS]):
        opening = int(state[OPENING + at])
        facings = int(FITTING[kind, need_of(opening)])
        ports = claimed(state, opening) if mans and facings else 0
        for facing in range(4):
            if not facings >> facing & 1:
                continue
            lying = 4 * kind + facing
            there = joined(state, opening, lying, ports)
            for role in range(FOLLOWERS if mans else 1):
                if is_allowed(lying, role, there):
                    way = facing * FOLLOWERS + role
                    found[listed] = number_of(opening, way)
                    listed += 1
    return listed


@step
def is_allowed(lying: int, role: int, ports: int) -> bool:
    """May a follower stand on a tile that lies so, with meeples behind these ports?"""
    if role == NOBODY:
        return True
    if role == MONK:
        return bool(HAS_CLOISTER[lying])
    part = int(PART_OF[lying, role])
    return part >= 0 and int(PORTS_OF[lying, part]) & ports == 0


@step
def followers(lying: int, ports: int) -> int:
    """Return how many may stand on a tile that lies so, nobody included."""
    allowed = 1 + int(HAS_CLOISTER[lying])
    for part in range(int(PARTS[lying])):
        allowed += int(PORTS_OF[lying, part] & ports == 0)
    return allowed


@step
def choose(state: Row, seed: int, drawn: int, room: Row) -> int:
    """Draw one of the legal moves, all equally likely: first the place, then the way."""
    kind, total, openings = int(state[DRAWN]), 0, int(state[OPENINGS])
    mans = has_meeple(state, seat_of(state))
    for at in range(openings):
        opening, here = int(state[OPENING + at]), 0
        facings = int(FITTING[kind, need_of(opening)])
        if facings and mans:
            ports = claimed(state, opening)
            for facing in range(4):
                if facings >> facing & 1:
                    lying = 4 * kind + facing
                    here += followers(lying, joined(state, opening, lying, ports))
        elif facings:
            here = int(how_many(facings))
        room[at] = here
        total += here
    pick, at = below(seed, drawn, total), 0
    while pick >= room[at]:
        pick -= room[at]
        at += 1
    return way_at(state, at, pick, mans)


@step
def way_at(state: Row, at: int, pick: int, mans: bool) -> int:
    """Return the move of an opening that has so many before it."""
    opening, kind = int(state[OPENING + at]), int(state[DRAWN])
    facings = int(FITTING[kind, need_of(opening)])
    ports = claimed(state, opening) if mans else 0
    for facing in range(4):
        if facings >> facing & 1:
            lying = 4 * kind + facing
            there = joined(state, opening, lying, ports)
            here = followers(lying, there) if mans else 1
            if pick < here:
                role = follower_at(lying, there, pick) if mans else NOBODY
                return number_of(opening, facing * FOLLOWERS + role)
            pick -= here
    return -1


@step
def follower_at(lying: int, ports: int, pick: int) -> int:
    """One of those who may stand on a tile: nobody, a monk, or somebody on a part."""
    if pick == 0:
        return NOBODY
    pick -= 1
    if HAS_CLOISTER[lying]:
        if pick == 0:
            return MONK
        pick -= 1
    for part in range(int(PARTS[lying])):
        if int(PORTS_OF[lying, part]) & ports == 0:
            if pick == 0:
                return int(ROLE_OF[lying, part])
            pick -= 1
    return -1


@step
def apply(state: Row, action: int) -> None:
    """Lay the drawn tile, put a meeple on it, and score."""
    place, way = action // WAYS, action % WAYS
    x, y = place // ACROSS - FARTHEST, place % ACROSS - FARTHEST
    seat, number = seat_of(state), int(state[TILES])
    at = opening_at(state, place_at(x, y))
    lay(state, at, 4 * int(state[DRAWN]) + way // FOLLOWERS)
    state[DRAWN] = NO_TILE
    count_around(state, number)
    man(state, number, seat, way % FOLLOWERS)
    if is_over(state):
        score_rest(state)
        state[PHASE] = OVER
    else:
        score_complete(state, number)
        state[PHASE] = DRAW


@step
def has_room(state: Row, kind: int) -> bool:
    """Can a tile of this kind be laid anywhere?"""
    for at in range(state[OPENINGS]):
        if FITTING[kind, need_of(int(state[OPENING + at]))]:
            return True
    return False


@step
def placements(state: Row, kind: int) -> int:
    """Return in how many ways it can be laid, whoever stands on it."""
    ways = 0
    for at in range(state[OPENINGS]):
        ways += how_many(int(FITTING[kind, need_of(int(state[OPENING + at]))]))
    return int(ways)


@step
def puts_away(state: Row) -> bool:
    """Is a tile that fits nowhere drawn and put away?"""
    return int(state[OPTIONS]) & (IS_BASE | BY_PLACEMENTS) == IS_BASE


@step
def weight(state: Row, kind: int) -> int:
    """Return how likely a kind is to be drawn."""
    left = counted(state, LEFT, kind)
    if state[TILES] == 0:
        return left if kind == state[OPTIONS] >> FIRST_AT & 31 else 0
    if left == 0 or not (puts_away(state) or has_room(state, kind)):
        return 0
    return placements(state, kind) if state[OPTIONS] & BY_PLACEMENTS else left


@step
def is_over(state: Row) -> bool:
    """Can no tile be drawn any more?"""
    laid = int(state[TILES])
    for kind in range(TILE_KINDS):
        laid += counted(state, AWAY, kind)
    if state[TILES] and laid >= state[OPTIONS] >> LENGTH_AT & 127:
        return True
    kinds = 0
    for kind in range(TILE_KINDS):
        kinds += int(weight(state, kind) > 0)
    return kinds == 0


@step
def draw(state: Row, seed: int, drawn: int) -> int:
    """Chance draws the next tile; one that fits nowhere is put away."""
    total = 0
    for kind in range(TILE_KINDS):
        total += weight(state, kind)
    pick, drawn = thrown(seed, drawn, total)
    kind = 0
    while pick >= weight(state, kind):
        pick -= weight(state, kind)
        kind += 1
    count(state, LEFT, kind, -1)
    if puts_away(state) and not has_room(state, kind):
        count(state, AWAY, kind, 1)
        if is_over(state):
            score_rest(state)
            state[PHASE] = OVER
    else:
        state[DRAWN] = kind
        state[PHASE] = LAY
    return drawn
