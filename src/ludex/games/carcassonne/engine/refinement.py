"""The legal moves of Carcassonne, looked up in tables: no guard is asked."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, product

from ludex.kernel import Event, Refinement

from ..rules.candidates import DRAWS, placed
from ..rules.events import PlaceTile
from ..rules.places import ORIGIN, Place
from ..rules.segments import FITS, ROLES, TURNED, Turned
from ..rules.state import Phase, State, drawable
from ..rules.terrain import NO_OPENING, Terrain, joined
from ..rules.tiles import FACINGS, ON_GROUND, Facing, Role, Tile

NOBODY = -1
"""In place of the claimed ports: the player has no meeple to put anywhere."""

FOLLOWERS = (Role.NONE, *chain.from_iterable(ON_GROUND.values()), Role.MONK)
"""Nobody and everybody, in the order in which the rulebook tries them on any tile."""

WAYS = tuple(product(FACINGS, FOLLOWERS))
"""Every way round with every follower: a way is a bit."""


@cache
def ways_to_lay(tile: Tile, need: str, claimed: int, features: tuple[int, ...] = ()) -> int:
    """Return the ways in which a tile may lie, one bit each, and who may be put on it.

    Meeples stand in the features at its `claimed` ports, one bit each too; `features` has the
    ports at which each feature is touched.
    """
    found = {
        (facing, role)
        for facing in FITS[tile][need]
        for role in allowed(TURNED[tile][facing], claimed, features)
    }
    return sum(1 << i for i, way in enumerate(WAYS) if way in found)


def allowed(turned: Turned, claimed: int, features: tuple[int, ...]) -> Iterator[Role]:
    """Yield who may be put on a tile that lies so; nobody always may."""
    yield Role.NONE
    if claimed != NOBODY:
        there = joined(turned, claimed, features)
        for role in ROLES[turned.tile]:
            if role is Role.MONK or not turned.ports[turned.part_of[role]] & there:
                yield role


BARE = {
    tile: {need: ways_to_lay(tile, need, NOBODY) for need in fits} for tile, fits in FITS.items()
}
"""For each tile and what it fits: the ways to lay it with nobody on it."""


def moves(s: State) -> Sequence[Event[State]]:
    """Return every legal event, in the order in which the rulebook tries them."""
    if s.phase is Phase.DRAW:
        return [DRAWS[tile] for tile in drawable(s)]
    if s.drawn is None:
        return ()
    return placements(s.terrain, s.drawn, has_meeple=s.meeples(s.seat) > 0)


def placements(terrain: Terrain, tile: Tile, *, has_meeple: bool) -> list[PlaceTile]:
    """Return every way to lay `tile`, for a player who has a meeple to put on it or not."""
    openings = terrain.openings if terrain.tiles else {ORIGIN: NO_OPENING}
    bare, features = BARE[tile], terrain.features
    found: list[PlaceTile] = []
    for at in sorted(openings):  # equal positions offer their moves in the same order
        need, touching = openings[at]
        ways = bare.get(need)
        if ways is not None:
            if has_meeple:
                ways = ways_to_lay(tile, need, *features.behind(touching))
            found += events(at, ways)
    return found


@lru_cache(1 << 16)
def events(at: Place, ways: int) -> tuple[PlaceTile, ...]:
    """Return the events of one place, made once."""
    return tuple([placed(at, facing, role) for facing, role in unpacked(ways)])


@cache
def unpacked(ways: int) -> tuple[tuple[Facing, Role], ...]:
    """Return the ways whose bits are set."""
    return tuple(way for i, way in enumerate(WAYS) if ways >> i & 1)


REFINEMENT = Refinement(moves=moves)
