"""A state of Carcassonne: the map, the points, and the tile drawn for the player to move."""

from dataclasses import dataclass
from enum import Enum

from ludex.games.carcassonne.bag import left_of
from ludex.games.carcassonne.options import Rules
from ludex.games.carcassonne.terrain import EMPTY, Terrain
from ludex.games.carcassonne.tiles import Tile
from ludex.kernel import CHANCE, Seat


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
    scores: tuple[int, ...]
    phase: Phase
    drawn: Tile | None

    def left(self, tile: Tile) -> int:
        """How many tiles of a type are still in the bag."""
        return left_of(self.terrain, tile) - (self.drawn is tile)

    @property
    def seat(self) -> Seat:
        """Whose turn it is: it follows from the number of tiles (1.3)."""
        return Seat(len(self.terrain.tiles) % self.rules.players)

    def meeples(self, seat: Seat) -> int:
        """How many meeples a player has left."""
        return self.rules.meeples - self.terrain.used(seat)


def begun(rules: Rules) -> State:
    """An empty map; the first tile that chance draws is always an E."""
    return State(rules, EMPTY, (0,) * rules.players, Phase.DRAW, None)


def turn(s: State) -> Seat:
    """The player with the tile, or chance when one is to be drawn."""
    return CHANCE if s.phase is Phase.DRAW else s.seat
