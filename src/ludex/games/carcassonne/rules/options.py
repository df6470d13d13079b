"""What may differ from table to table: the tiles, how many play, how things are scored."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from ludex.kernel import Question, Whole

from .tiles import TileSet

MOST_TILES = 72


class Draw(Enum):
    """How the next tile is drawn."""

    FAIR = "fair"  # every tile left in the bag is equally likely
    PLACEMENTS = "placements"  # every possible placement is equally likely (E-CA-3)


class SmallCities(Enum):
    """What a complete city of two tiles is worth, pennants apart."""

    FOUR = "4"  # as any other
    TWO = "2"  # as if it were incomplete: the first edition


class Farmers(Enum):
    """How fields are scored at the end."""

    BY_FIELD = "by_field"  # each field: three points a complete city, to its majority
    BY_CITY = "by_city"  # each complete city: four to the majority on all its fields


@dataclass(frozen=True, slots=True)
class Rules:
    """What may differ from table to table."""

    players: Annotated[
        int,
        Whole(1, 10),
        Question("How many play?", "2 to 5 with the tiles of the base game."),
    ] = 2
    draw: Annotated[
        Draw,
        Question(
            "How are tiles drawn?",
            "The document's program made every possible place equally likely.",
            fair="From a bag",
            placements="As the document's program drew them",
        ),
    ] = Draw.FAIR
    meeples: Annotated[int, Whole(0, 8), Question("How many meeples has each player?")] = 7
    tiles: Annotated[
        TileSet,
        Question(
            "Which tiles are played with?",
            base="The 72 of the base game",
            document="The document's 36, without roads",
        ),
    ] = TileSet.DOCUMENT
    length: Annotated[
        int,
        Whole(2, MOST_TILES),
        Question("How many tiles are played at most?", "The first one counts."),
    ] = MOST_TILES
    small_cities: Annotated[
        SmallCities,
        Question(
            "What is a complete city of two tiles worth?",
            **{"4": "4 points, like any other", "2": "2 points (first edition)"},
        ),
    ] = SmallCities.FOUR
    farmers: Annotated[
        Farmers,
        Question(
            "How are fields scored?",
            by_field="Field by field: 3 points a city",
            by_city="City by city: 4 points (first edition)",
        ),
    ] = Farmers.BY_FIELD

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
        """How many tiles are played, the first included."""
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

TITLES = {
    "base": "Base game",
    "standard": "Haskassonne",
    "original": "Haskassonne, as programmed",
}

MEANINGS = {
    "base": "All 72 tiles, with roads; for 2 to 5.",
    "standard": "The document's edition: 36 tiles, no roads; for 1 to 10.",
    "original": "The same, but tiles come as the document's program drew them.",
    "first_edition": ("The base game, small cities and farmers scored as when it first came out."),
}

GROUPS = {
    "How points are counted": ("small_cities", "farmers"),
    "A longer or a shorter game": ("length", "meeples"),
    "Which tiles, and how they are drawn": ("tiles", "draw"),
}
