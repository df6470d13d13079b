"""The words of Carcassonne: tiles, facings, grounds, and what a meeple is.

`kinds` draws what is on each tile, `segments` reads the drawings, `turned` is a tile as it
lies.

    side    0 north, 1 east, 2 south, 3 west
"""

from collections.abc import Mapping
from enum import Enum
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
    """The kinds of tiles, by the letters that the base game prints; the document has four."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"
    G = "G"
    H = "H"
    I = "I"  # noqa: E741  # the letter on the tile
    J = "J"
    K = "K"
    L = "L"
    M = "M"
    N = "N"
    O = "O"  # noqa: E741
    P = "P"
    Q = "Q"
    R = "R"
    S = "S"
    T = "T"
    U = "U"
    V = "V"
    W = "W"
    X = "X"


class Facing(Letter):
    """Where the tile's own north points: quarter turns clockwise."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


class Ground(Enum):
    """What a side of a tile is; a side of road has field on either side of the road."""

    __hash__ = object.__hash__  # as above: features are looked up by their ground

    FIELD = "field"
    CITY = "city"
    ROAD = "road"


class Role(Letter):
    """What a meeple is, by where on the tile it stands; NONE when none is placed.

    A tile may have several parts of a kind. They are counted as one reads the tile that
    faces north, and the letter alone is the first: `F` stands on the first field of a
    tile, `F2` on the second.
    """

    NONE = "none"
    KNIGHT = "K"
    FARMER = "F"
    MONK = "M"
    THIEF = "T"
    KNIGHT_2 = "K2"
    FARMER_2 = "F2"
    FARMER_3 = "F3"
    FARMER_4 = "F4"
    THIEF_2 = "T2"
    THIEF_3 = "T3"
    THIEF_4 = "T4"

    @property
    def plain(self) -> "Role":
        """The role without the number of the part: a knight is a knight."""
        return PLAIN[self]

    @property
    def word(self) -> Sentence:
        """The role in words."""
        return ROLE_WORDS[PLAIN[self]]


PLAIN: Final[Mapping[Role, Role]] = {
    role: Role(role.value[0]) if role is not Role.NONE else role for role in Role
}

ON_GROUND: Final[Mapping[Ground, tuple[Role, ...]]] = {
    ground: tuple(role for role in Role if PLAIN[role] is plain)
    for ground, plain in (
        (Ground.CITY, Role.KNIGHT),
        (Ground.ROAD, Role.THIEF),
        (Ground.FIELD, Role.FARMER),
    )
}
"""Who stands on the first, the second part of that ground, in the order of a turn's offers."""

FACINGS: Final = tuple(Facing)
"""The facings in a tuple: looping over an Enum itself is slow."""

SIDES: Final = (
    say("north", "north"),
    say("east", "east"),
    say("south", "south"),
    say("west", "west"),
)

WAYS: Final[Mapping[Facing, Sentence]] = dict(zip(Facing, SIDES, strict=True))
"""The facings in words."""

LOOKS: Final[Mapping[Tile, Sentence]] = {
    Tile.A: say("look", "cloister with a road"),
    Tile.B: say("look", "cloister in a meadow"),
    Tile.C: say("look", "city on all sides"),
    Tile.D: say("look", "city on one side, road past it"),
    Tile.E: say("look", "city on one side"),
    Tile.F: say("look", "city on two opposite sides, pennant"),
    Tile.G: say("look", "city on two opposite sides"),
    Tile.H: say("look", "two cities on opposite sides"),
    Tile.I: say("look", "two cities on adjacent sides"),
    Tile.J: say("look", "city on one side, road bending right"),
    Tile.K: say("look", "city on one side, road bending left"),
    Tile.L: say("look", "city on one side, crossing of three roads"),
    Tile.M: say("look", "city on two adjacent sides, pennant"),
    Tile.N: say("look", "city on two adjacent sides"),
    Tile.O: say("look", "city on two adjacent sides, road, pennant"),
    Tile.P: say("look", "city on two adjacent sides, road"),
    Tile.Q: say("look", "city on three sides, pennant"),
    Tile.R: say("look", "city on three sides"),
    Tile.S: say("look", "city on three sides, road to it, pennant"),
    Tile.T: say("look", "city on three sides, road to it"),
    Tile.U: say("look", "straight road"),
    Tile.V: say("look", "bend of a road"),
    Tile.W: say("look", "crossing of three roads"),
    Tile.X: say("look", "crossing of four roads"),
}
"""What is on a tile: captions, where a picture shows no letter."""

NAMES: Final[Mapping[Tile, Sentence]] = {
    Tile.A: say("tile", "tile with a cloister and a road"),
    Tile.B: say("tile", "tile with a cloister"),
    Tile.C: say("tile", "tile with city on all sides"),
    Tile.D: say("tile", "tile with city on one side and a road past it"),
    Tile.E: say("tile", "tile with city on one side"),
    Tile.F: say("tile", "tile with city on two opposite sides and a pennant"),
    Tile.G: say("tile", "tile with city on two opposite sides"),
    Tile.H: say("tile", "tile with two cities on opposite sides"),
    Tile.I: say("tile", "tile with two cities on adjacent sides"),
    Tile.J: say("tile", "tile with city on one side and a road bending right"),
    Tile.K: say("tile", "tile with city on one side and a road bending left"),
    Tile.L: say("tile", "tile with city on one side and three roads"),
    Tile.M: say("tile", "tile with city on two adjacent sides and a pennant"),
    Tile.N: say("tile", "tile with city on two adjacent sides"),
    Tile.O: say("tile", "tile with city on two adjacent sides, a road and a pennant"),
    Tile.P: say("tile", "tile with city on two adjacent sides and a road"),
    Tile.Q: say("tile", "tile with city on three sides and a pennant"),
    Tile.R: say("tile", "tile with city on three sides"),
    Tile.S: say("tile", "tile with city on three sides, a road and a pennant"),
    Tile.T: say("tile", "tile with city on three sides and a road"),
    Tile.U: say("tile", "tile with a straight road"),
    Tile.V: say("tile", "tile with a bend of a road"),
    Tile.W: say("tile", "tile with three roads"),
    Tile.X: say("tile", "tile with four roads"),
}
"""The kinds as sentences name them; the document has letters for them."""

GROUND_WORDS: Final[Mapping[Ground, Sentence]] = {
    Ground.FIELD: say("field", "field"),
    Ground.CITY: say("city", "city"),
    Ground.ROAD: say("road", "road"),
}

ROLE_WORDS: Final[Mapping[Role, Sentence]] = {
    Role.NONE: say("none", "none"),
    Role.KNIGHT: say("knight", "knight"),
    Role.FARMER: say("farmer", "farmer"),
    Role.MONK: say("monk", "monk"),
    Role.THIEF: say("thief", "thief"),
}

ORDINALS: Final[Mapping[Role, Sentence]] = {
    role: say("ordinal", ("second", "third", "fourth")[int(role.value[1]) - 2])
    for role in Role
    if role.value[1:].isdigit()
}
"""Which part of a kind a role with a number stands on."""

DOMAINS: Final[Mapping[Role, Sentence]] = {
    Role.KNIGHT: GROUND_WORDS[Ground.CITY],
    Role.FARMER: GROUND_WORDS[Ground.FIELD],
    Role.MONK: say("cloister", "cloister"),
    Role.THIEF: GROUND_WORDS[Ground.ROAD],
}
"""Where each role stands."""


def opposite(side: int) -> int:
    """The side of the neighbour that touches `side`."""
    return (side + 2) % 4
