"""The options of a table: the tiles, the number of players, the scoring."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from ludex.kernel import Whole

from .tiles import TileSet

MOST_TILES = 72


class Draw(Enum):
    """The way in which the next tile is drawn."""

    FAIR = "fair"  # every tile left in the bag is equally likely
    PLACEMENTS = "placements"  # every possible placement is equally likely (E-CA-3)


class SmallCities(Enum):
    """The points of a complete city of two tiles, pennants apart."""

    FOUR = "4"  # as any other
    TWO = "2"  # as if it were incomplete: the first edition


class Farmers(Enum):
    """The scoring of fields at the end."""

    BY_FIELD = "by_field"  # each field: three points a complete city, to its majority
    BY_CITY = "by_city"  # each complete city: four to the majority on all its fields


@dataclass(frozen=True, slots=True)
class Rules:
    """The options that may differ from table to table."""

    players: Annotated[int, Whole(1, 10)] = 2
    draw: Draw = Draw.FAIR
    meeples: Annotated[int, Whole(0, 8)] = 7
    tiles: TileSet = TileSet.DOCUMENT
    length: Annotated[int, Whole(2, MOST_TILES)] = MOST_TILES
    small_cities: SmallCities = SmallCities.FOUR
    farmers: Farmers = Farmers.BY_FIELD

    def __post_init__(self) -> None:
        fewest, most = self.tiles.players
        if self.is_base and not fewest <= self.players <= most:
            raise ValueError(f"the base game is for {fewest} to {most} players, not {self.players}")

    @property
    def is_base(self) -> bool:
        """Is it played with the tiles of the base game, the first of them on the table?"""
        return self.tiles is TileSet.BASE

    @property
    def puts_away(self) -> bool:
        """Is a tile that fits nowhere drawn and put away? Else it waits in the bag."""
        return self.is_base and self.draw is Draw.FAIR

    @property
    def total(self) -> int:
        """Return the number of tiles that are played, the first included."""
        return min(self.length, self.tiles.total)


DOCUMENT = Rules()
"""The document's game, whose programs know no other."""

PRESETS = {
    "base": Rules(tiles=TileSet.BASE),
    "standard": DOCUMENT,
    "original": Rules(draw=Draw.PLACEMENTS),
    "first_edition": Rules(
        tiles=TileSet.BASE, small_cities=SmallCities.TWO, farmers=Farmers.BY_CITY
    ),
}
