"""Which moves of Carcassonne are legal, looked up in tables: no guard is asked."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from ludex.games.carcassonne.bag import drawable
from ludex.games.carcassonne.candidates import DRAWS, placed
from ludex.games.carcassonne.events import PlaceTile
from ludex.games.carcassonne.places import ORIGIN, Place
from ludex.games.carcassonne.segments import ROLES
from ludex.games.carcassonne.state import Phase, State
from ludex.games.carcassonne.terrain import Terrain
from ludex.games.carcassonne.tiles import FACINGS, Facing, Role, Tile
from ludex.games.carcassonne.turned import FITS, TURNED
from ludex.kernel import Event, Refinement

NOBODY: Final = -1
"""In place of the claimed ports: the player has no meeple to put anywhere."""


@cache
def allowed(tile: Tile, facing: Facing, claimed: int) -> tuple[Role, ...]:
    """Who may be put on a tile behind whose `claimed` ports, one bit each, meeples stand."""
    if claimed == NOBODY:
        return (Role.NONE,)
    turned = TURNED[tile][facing]
    free = (
        role
        for role in ROLES[tile]
        if role is Role.MONK or not turned.ports[turned.part_of[role]] & claimed
    )
    return (Role.NONE, *free)


def moves(s: State) -> Sequence[Event[State]]:
    """Every legal event, in the order in which the rulebook tries them."""
    if s.phase is Phase.DRAW:
        return [DRAWS[tile] for tile in drawable(s.terrain, s.rules, s.away)]
    if s.drawn is None:
        return ()
    return placements(s.terrain, s.drawn, has_meeple=s.meeples(s.seat) > 0)


def placements(terrain: Terrain, tile: Tile, *, has_meeple: bool) -> list[PlaceTile]:
    """Every way to lay `tile`, for a player who has a meeple to put on it or not."""
    fits = FITS[tile]
    if not terrain.tiles:
        return [*events(tile, ORIGIN, FACINGS, 0 if has_meeple else NOBODY)]
    found: list[PlaceTile] = []
    openings, features, claimed = terrain.openings, terrain.features, NOBODY
    for at in sorted(openings):  # equal positions offer their moves in the same order
        need, touching = openings[at]
        facings = fits.get(need)
        if facings is not None:
            if has_meeple:
                claimed = features.claimed(touching)
            found += events(tile, at, facings, claimed)
    return found


@lru_cache(maxsize=1 << 15)
def events(
    tile: Tile, at: Place, facings: tuple[Facing, ...], claimed: int
) -> tuple[PlaceTile, ...]:
    """The events of one place, made once."""
    return tuple(
        placed(at, facing, role)
        for facing in facings
        for role in allowed(tile, facing, claimed)
    )


REFINEMENT: Final = Refinement(moves=moves)
