"""Which moves of Carcassonne are legal, looked up in tables: no guard is asked."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from ludex.games.carcassonne.bag import drawable
from ludex.games.carcassonne.candidates import DRAWS, placed
from ludex.games.carcassonne.events import PlaceTile
from ludex.games.carcassonne.places import ORIGIN, Place
from ludex.games.carcassonne.state import Phase, State
from ludex.games.carcassonne.terrain import Terrain
from ludex.games.carcassonne.tiles import FITS, ROLES, Facing, Role, Tile
from ludex.kernel import Event, Refinement

NOBODY: Final = (Role.NONE,)

ALLOWED: Final[Mapping[Tile, Mapping[tuple[bool, bool], tuple[Role, ...]]]] = {
    tile: {
        (knights, farmers): (
            Role.NONE,
            *(
                role
                for role in roles
                if not (knights and role is Role.KNIGHT)
                and not (farmers and role is Role.FARMER)
            ),
        )
        for knights in (False, True)
        for farmers in (False, True)
    }
    for tile, roles in ROLES.items()
}
"""What may be put on a tile that joins a city with knights or a field with farmers."""


def moves(s: State) -> Sequence[Event[State]]:
    """Every legal event, in the order in which the rulebook tries them."""
    if s.phase is Phase.DRAW:
        return [DRAWS[tile] for tile in drawable(s.terrain)]
    if s.drawn is None:
        return ()
    return placements(s.terrain, s.drawn, has_meeple=s.meeples(s.seat) > 0)


def placements(terrain: Terrain, tile: Tile, *, has_meeple: bool) -> list[PlaceTile]:
    """Every way to lay `tile`, for a player who has a meeple to put on it or not."""
    fits, allowed = FITS[tile], ALLOWED[tile]
    if not terrain.tiles:
        roles = allowed[False, False] if has_meeple else NOBODY
        return [*events(ORIGIN, tuple(Facing), roles)]
    found: list[PlaceTile] = []
    openings, roles = terrain.openings, NOBODY
    for at in sorted(openings):  # equal positions offer their moves in the same order
        facings = fits.get(openings[at].need)
        if facings is not None:
            if has_meeple:
                roles = allowed[terrain.taken(openings[at])]
            found += events(at, facings, roles)
    return found


@lru_cache(maxsize=1 << 14)
def events(
    at: Place, facings: tuple[Facing, ...], roles: tuple[Role, ...]
) -> tuple[PlaceTile, ...]:
    """The events of one place, made once."""
    return tuple(placed(at, facing, role) for facing in facings for role in roles)


REFINEMENT: Final = Refinement(moves=moves)
