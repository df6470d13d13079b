"""The events worth trying in Carcassonne: the guards say what is legal."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from ludex.kernel import Event

from .events import DrawTile, PlaceTile
from .places import ORIGIN
from .segments import FITS, ROLES
from .state import Phase, State, drawable
from .tiles import FACINGS, Role, Tile


def candidates(s: State) -> Iterator[Event[State]]:
    """Yield the tiles that can be drawn; or each way to lay the drawn one, with each follower."""
    if s.phase is Phase.DRAW:
        yield from (DRAWS[tile] for tile in drawable(s))
    elif s.drawn is not None:
        followers = Role.NONE, *(ROLES[s.drawn] if s.meeples(s.seat) else ())
        # Equal positions offer their moves in the same order.
        if not s.terrain.tiles:
            yield from (placed(ORIGIN, *way) for way in product(FACINGS, followers))
        fits, openings = FITS[s.drawn], s.terrain.openings
        for at in sorted(openings):
            for facing in fits.get(openings[at].need, ()):
                for follower in followers:
                    yield placed(at, facing, follower)


placed = lru_cache(1 << 14)(PlaceTile)
"""The same event is the same object, made once."""

DRAWS = {tile: DrawTile(tile) for tile in Tile}
