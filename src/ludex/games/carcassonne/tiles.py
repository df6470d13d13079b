"""The tiles: four types, what is on their sides, and which ways round they fit.

Inside one tile all city sides are one piece of city and all field sides one piece of
field, so a tile has at most one of each.

    side    0 north, 1 east, 2 south, 3 west
    need    what the neighbours of a free place ask of its four sides, two bits a side:
            0 nothing (no neighbour), 1 field, 2 city
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import Final

from ludex.kernel import Sentence, say


class Letter(Enum):
    """Words of the rules that stand in tables looked up all the time.

    A member exists once, so its identity is its hash; Enum's own, which hashes the name
    in Python, took a tenth of the time of a random game.
    """

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return str(self.value)


class Tile(Letter):
    """The four types, by the letters of the document."""

    B = "B"
    C = "C"
    E = "E"
    N = "N"


class Facing(Letter):
    """Where the tile's own north points: quarter turns clockwise."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


class Ground(Enum):
    """What a side of a tile is."""

    __hash__ = object.__hash__  # as above: a turned tile is looked up by its sides too

    FIELD = "field"
    CITY = "city"


class Role(Letter):
    """What a meeple is, by where on the tile it stands; NONE when none is placed."""

    NONE = "none"
    KNIGHT = "K"
    FARMER = "F"
    MONK = "M"

    @property
    def word(self) -> Sentence:
        """The role in words."""
        return ROLE_WORDS[self]


TILES: Final = tuple(Tile)
"""The types in a tuple: looping over an Enum itself is slow."""

SIDES: Final = (
    say("north", "north"),
    say("east", "east"),
    say("south", "south"),
    say("west", "west"),
)

WAYS: Final[Mapping[Facing, Sentence]] = dict(zip(Facing, SIDES, strict=True))
"""The facings in words."""

START: Final = Tile.E
"""The type of the first tile (1.2)."""

COPIES: Final[Mapping[Tile, int]] = {Tile.B: 6, Tile.C: 2, Tile.E: 18, Tile.N: 10}
"""How many there are, the first tile included: 36 in all."""

LOOKS: Final[Mapping[Tile, Sentence]] = {
    Tile.B: say("look", "cloister in a meadow"),
    Tile.C: say("look", "city on all sides"),
    Tile.E: say("look", "city on one side"),
    Tile.N: say("look", "city on two adjacent sides"),
}
"""What is on a tile: captions, where a picture shows no letter."""

NAMES: Final[Mapping[Tile, Sentence]] = {
    Tile.B: say("tile", "tile with a cloister"),
    Tile.C: say("tile", "tile with city on all sides"),
    Tile.E: say("tile", "tile with city on one side"),
    Tile.N: say("tile", "tile with city on two adjacent sides"),
}
"""The types as sentences name them; the document has letters for them."""

GROUND_WORDS: Final[Mapping[Ground, Sentence]] = {
    Ground.FIELD: say("field", "field"),
    Ground.CITY: say("city", "city"),
}

ROLE_WORDS: Final[Mapping[Role, Sentence]] = {
    Role.NONE: say("none", "none"),
    Role.KNIGHT: say("knight", "knight"),
    Role.FARMER: say("farmer", "farmer"),
    Role.MONK: say("monk", "monk"),
}

_F, _C = Ground.FIELD, Ground.CITY

GROUNDS: Final[Mapping[Tile, tuple[Ground, Ground, Ground, Ground]]] = {
    Tile.B: (_F, _F, _F, _F),
    Tile.C: (_C, _C, _C, _C),
    Tile.E: (_C, _F, _F, _F),
    Tile.N: (_C, _F, _F, _C),
}
"""The sides of a tile that faces north."""

ROLES: Final[Mapping[Tile, tuple[Role, ...]]] = {
    Tile.B: (Role.FARMER, Role.MONK),
    Tile.C: (Role.KNIGHT,),
    Tile.E: (Role.KNIGHT, Role.FARMER),
    Tile.N: (Role.KNIGHT, Role.FARMER),
}
"""The meeples that have somewhere to stand on a tile."""

DOMAINS: Final[Mapping[Role, Sentence]] = {
    Role.KNIGHT: GROUND_WORDS[Ground.CITY],
    Role.FARMER: GROUND_WORDS[Ground.FIELD],
    Role.MONK: say("cloister", "cloister"),
}
"""Where each role stands."""


def opposite(side: int) -> int:
    """The side of the neighbour that touches `side`."""
    return (side + 2) % 4


def asked(ground: Ground, side: int) -> int:
    """The need of a place whose neighbour on `side` shows it `ground`."""
    return (1 if ground is Ground.FIELD else 2) << 2 * side


@dataclass(frozen=True, slots=True)
class Turned:
    """A tile as it lies: type, facing, and what follows from them."""

    tile: Tile
    facing: Facing
    sides: tuple[Ground, ...]
    asks: tuple[int, ...]
    """What each side asks of the neighbour there, as the need of that neighbour."""

    has_city: bool
    has_field: bool

    def __str__(self) -> str:
        return f"{self.tile}{self.facing}"


def _turned(tile: Tile, facing: Facing) -> Turned:
    turns = [*Facing].index(facing)
    north_up = GROUNDS[tile]
    sides = tuple(north_up[(side - turns) % 4] for side in range(4))
    asks = tuple(asked(ground, opposite(i)) for i, ground in enumerate(sides))
    return Turned(tile, facing, sides, asks, _C in sides, _F in sides)


TURNED: Final[Mapping[Tile, Mapping[Facing, Turned]]] = {
    tile: {facing: _turned(tile, facing) for facing in Facing} for tile in Tile
}


def _is_met(need: int, turned: Turned) -> bool:
    """Does each side have the ground that its neighbour, if any, asks for?"""
    asked_for = ((need >> 2 * side & 3) for side in range(4))
    return all(
        not ask or (ask == 2) is (ground is Ground.CITY)
        for ask, ground in zip(asked_for, turned.sides, strict=True)
    )


def _fits(tile: Tile) -> Mapping[int, tuple[Facing, ...]]:
    needs = (
        north | east << 2 | south << 4 | west << 6
        for north, east, south, west in product(range(3), repeat=4)
    )
    ways = {
        need: tuple(f for f in Facing if _is_met(need, TURNED[tile][f]))
        for need in needs
    }
    return {need: facings for need, facings in ways.items() if facings}


FITS: Final[Mapping[Tile, Mapping[int, tuple[Facing, ...]]]] = {
    tile: _fits(tile) for tile in Tile
}
"""FITS[tile][need]: the facings that meet a need; a need is missing if none does.

B and C look alike in all facings; all four are kept as moves of their own (1.2).
"""
