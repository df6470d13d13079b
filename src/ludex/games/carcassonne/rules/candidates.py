"""What may be tried in Carcassonne: the guards say what is legal."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ludex.games.carcassonne.rules.bag import drawable
from ludex.games.carcassonne.rules.events import DrawTile, PlaceTile
from ludex.games.carcassonne.rules.places import ORIGIN, Place
from ludex.games.carcassonne.rules.segments import ROLES
from ludex.games.carcassonne.rules.state import Phase, State
from ludex.games.carcassonne.rules.terrain import Terrain
from ludex.games.carcassonne.rules.tiles import FACINGS, Role, Tile
from ludex.kernel import Event


def candidates(s: State) -> Iterator[Event[State]]:
    """The tiles that can be drawn; or each way to lay the drawn one, with each follower."""
    if s.phase is Phase.DRAW:
        yield from (DRAWS[tile] for tile in drawable(s.terrain, s.rules, s.away))
    elif s.drawn is not None:
        followers = ROLES[s.drawn] if s.meeples(s.seat) else ()
        # Equal positions offer their moves in the same order.
        for at in sorted(s.terrain.openings) if s.terrain.tiles else (ORIGIN,):
            yield from ways_to_lay(s.terrain, s.drawn, at, (Role.NONE, *followers))


def ways_to_lay(
    terrain: Terrain, tile: Tile, at: Place, followers: tuple[Role, ...]
) -> Iterator[PlaceTile]:
    """Every way round at one place, with each of the followers."""
    facings = terrain.facings(tile, at) if terrain.tiles else FACINGS
    for facing in facings:
        for role in followers:
            yield placed(at, facing, role)


placed = lru_cache(maxsize=1 << 14)(PlaceTile)
"""The same event is the same object, made once."""

DRAWS: Final = {tile: DrawTile(tile) for tile in Tile}
