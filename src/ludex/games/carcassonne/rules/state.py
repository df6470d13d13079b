"""A state of Carcassonne: the map, the points, the drawn tile, and what is left in the bag."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from ludex.kernel import CHANCE, Seat

from .options import Rules
from .places import ORIGIN
from .segments import TURNED
from .terrain import EMPTY, LaidTile, Terrain
from .tiles import Facing, Tile, TileSet


class Phase(Enum):
    """Chance draws a tile, a player lays it; and so on to the end."""

    DRAW = "draw"
    LAY = "lay"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """The map, the points, and the tile drawn for the player to move."""

    rules: Rules
    terrain: Terrain
    scores: tuple[int, ...] = ()
    phase: Phase = Phase.DRAW
    drawn: Tile | None = None
    away: tuple[Tile, ...] = ()
    """Tiles that fitted nowhere when they were drawn, in the order of their letters."""

    def left(self, tile: Tile) -> int:
        """Count the tiles of a type that are still in the bag."""
        left = self.rules.tiles.copies[tile] - self.terrain.types[tile]
        if self.away:
            left -= self.away.count(tile)
        return left - (self.drawn is tile)

    @property
    def seat(self) -> Seat:
        """The player whose turn it is: it follows from the number of tiles (1.3).

        The first tile of the base game lies on the table already, laid by nobody.
        """
        rules = self.rules
        turns = len(self.terrain.tiles) - (rules.tiles is TileSet.BASE)
        return Seat(turns % rules.players)

    def meeples(self, seat: Seat) -> int:
        """Count the meeples that a player has left."""
        return self.rules.meeples - self.terrain.used(seat)


ON_THE_TABLE = EMPTY.with_tiles((LaidTile(ORIGIN, TURNED[Tile.D][Facing.NORTH]),))
"""The map at the start of the base game; the document's begins on an empty map."""


def begun(rules: Rules) -> State:
    """Return the first tile of the base game on the table, or an empty map, where it is an E."""
    return State(rules, ON_THE_TABLE if rules.is_base else EMPTY, (0,) * rules.players)


def turn(s: State) -> Seat:
    """Return the player with the tile, or chance when one is to be drawn."""
    return CHANCE if s.phase is Phase.DRAW else s.seat


def drawable(s: State) -> Iterator[Tile]:
    """Yield the kinds that can be drawn: some are left, and they fit somewhere if they must."""
    terrain, rules, tiles = s.terrain, s.rules, s.rules.tiles
    if not terrain.tiles:
        yield tiles.first
    elif rules.length >= tiles.total or len(terrain.tiles) + len(s.away) < rules.length:
        copies, types, puts_away = tiles.copies, terrain.types, rules.puts_away
        for tile in tiles.kinds:
            left = copies[tile] - types[tile] - (s.away.count(tile) if s.away else 0)
            if left > 0 and (puts_away or terrain.has_room(tile)):
                yield tile


def is_over(s: State) -> bool:
    """Can no tile that is left be drawn (1.5)?"""
    return next(drawable(s), None) is None
