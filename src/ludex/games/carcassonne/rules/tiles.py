"""The words of Carcassonne: tiles, facings, grounds, and what a meeple is.

    side    0 north, 1 east, 2 south, 3 west

`DRAWN` has what is on each kind of tile as it lies when it faces north; there are two sets of them.

    *  city     P  city with a pennant     +  a tower between two cities: no ground
    =  road     x  a crossing: roads end here                  O  cloister
    .  field    g  field with a garden, for the eye only

A side is the five cells between two corners: all city, all field, or field with a road in
the middle. Cells that share a side and are of the same ground are one part of the tile.
`segments` reads the parts off the drawings.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Self

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
    """The direction of the tile's own north: quarter turns clockwise."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


class Ground(Letter):
    """The ground on a side of a tile; a side of road has field on either side of the road."""

    FIELD = "field"
    CITY = "city"
    ROAD = "road"


class Role(Letter):
    """The role of a meeple, by the part of the tile on which it stands; NONE when none is placed.

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


PLAIN = {role: Role(role.value[0]) if role is not Role.NONE else role for role in Role}

ON_GROUND = {
    ground: tuple(role for role in Role if PLAIN[role] is plain)
    for ground, plain in (
        (Ground.CITY, Role.KNIGHT),
        (Ground.ROAD, Role.THIEF),
        (Ground.FIELD, Role.FARMER),
    )
}
"""The roles on the first and the second part of that ground, in the order of a turn's offers."""

FACINGS = tuple(Facing)
"""The facings in a tuple: looping over an Enum itself is slow."""

SIDES = (
    say("north", "north"),
    say("east", "east"),
    say("south", "south"),
    say("west", "west"),
)

WAYS = dict(zip(Facing, SIDES, strict=True))
"""The facings in words."""


def _captions(code: str, text: str) -> Mapping[Tile, Sentence]:
    """Return a sentence for each kind: the rest of the line that begins with its letter."""
    return {Tile(line[0]): say(code, line[2:]) for line in text.strip().splitlines()}


LOOKS = _captions(
    "look",
    """
A cloister with a road
B cloister in a meadow
C city on all sides
D city on one side, road past it
E city on one side
F city on two opposite sides, pennant
G city on two opposite sides
H two cities on opposite sides
I two cities on adjacent sides
J city on one side, road bending right
K city on one side, road bending left
L city on one side, crossing of three roads
M city on two adjacent sides, pennant
N city on two adjacent sides
O city on two adjacent sides, road, pennant
P city on two adjacent sides, road
Q city on three sides, pennant
R city on three sides
S city on three sides, road to it, pennant
T city on three sides, road to it
U straight road
V bend of a road
W crossing of three roads
X crossing of four roads
""",
)
"""The contents of a tile: captions, where a picture shows no letter."""

NAMES = _captions(
    "tile",
    """
A tile with a cloister and a road
B tile with a cloister
C tile with city on all sides
D tile with city on one side and a road past it
E tile with city on one side
F tile with city on two opposite sides and a pennant
G tile with city on two opposite sides
H tile with two cities on opposite sides
I tile with two cities on adjacent sides
J tile with city on one side and a road bending right
K tile with city on one side and a road bending left
L tile with city on one side and three roads
M tile with city on two adjacent sides and a pennant
N tile with city on two adjacent sides
O tile with city on two adjacent sides, a road and a pennant
P tile with city on two adjacent sides and a road
Q tile with city on three sides and a pennant
R tile with city on three sides
S tile with city on three sides, a road and a pennant
T tile with city on three sides and a road
U tile with a straight road
V tile with a bend of a road
W tile with three roads
X tile with four roads
""",
)
"""The kinds as sentences name them; the document has letters for them."""

GROUND_WORDS = {ground: say(ground.value, ground.value) for ground in Ground}

ROLE_WORDS = {role: say(role.name.lower(), role.name.lower()) for role in {*PLAIN.values()}}

ORDINALS = {
    role: say("ordinal", ("second", "third", "fourth")[int(role.value[1]) - 2])
    for role in Role
    if role.value[1:].isdigit()
}
"""The part of a kind on which a role with a number stands."""

DOMAINS = {PLAIN[roles[0]]: GROUND_WORDS[ground] for ground, roles in ON_GROUND.items()} | {
    Role.MONK: say("cloister", "cloister")
}
"""The domains of each role."""


def opposite(side: int) -> int:
    """Return the side of the neighbour that touches `side`."""
    return (side + 2) % 4


SIZE = 7

DRAWN = """
A        B        C        D        E        F        G        H
.......  .......  *******  *******  *******  .......  .*****.  .......
.......  .......  ***P***  .*****.  .*****.  *.....*  ..***..  *.....*
..OOO..  ..OOO..  *******  .......  ..***..  *******  ..***..  **...**
..OOO..  ..OOO..  *******  =======  .......  ***P***  ..***..  **...**
..OOO..  ..OOO..  *******  .......  .....g.  *******  ..***..  **...**
...=...  .......  *******  .......  .......  *.....*  ..***..  *..g..*
...=...  .......  *******  .......  .......  .......  .*****.  .......

I        J        K        L        M        N        O        P
******+  *******  *******  *******  *******  *******  *******  *******
.***..*  .*****.  .*****.  .*****.  *P****.  ******.  *P**...  ****...
.....**  .......  .......  .......  *****..  *****..  ***....  ***....
.....**  ....===  ===....  ===x===  ****...  ****...  **..===  **..===
.....**  ...==..  ..==...  ...=...  ***....  ***....  *..==..  *..==..
.g....*  ...=...  ...=...  ...=...  **.....  **...g.  *..=...  *..=...
......*  ...=...  ...=...  ...=...  *......  *......  *..=...  *..=...

Q        R        S        T        U        V        W        X
*******  *******  *******  *******  ...=...  .......  .......  ...=...
***P***  *******  ***P***  *******  ...=...  .......  .......  ...=...
*******  *******  *******  *******  ...=...  .......  .......  ...=...
*******  *******  **.=.**  **.=.**  ...=...  ===....  ===x===  ===x===
**...**  **...**  *..=..*  *..=..*  ...=...  ..==...  ...=...  ...=...
*.....*  *..g..*  *..=..*  *..=..*  ...=...  ...=...  ...=...  ...=...
*.....*  *.....*  *..=..*  *..=..*  ...=...  ...=...  ...=...  ...=...
"""


class TileSet(Letter):
    """The tiles with which a table plays: two sets for the same rules."""

    BASE = (
        "base",
        "A2 B4 C1 D4 E5 F2 G1 H3  I2 J3 K3 L3 M2 N3 O2 P3  Q1 R3 S2 T1 U8 V9 W4 X1",
        Tile.D,
        (2, 5),
    )
    DOCUMENT = "document", "B6 C2 E18 N10", Tile.E, (1, 10)  # 1.2

    copies: Mapping[Tile, int]
    """The number of tiles of each kind, the first tile included."""

    kinds: tuple[Tile, ...]
    """The kinds that are in the set."""

    total: int
    """The number of tiles."""

    first: Tile
    """The kind of the first tile."""

    players: tuple[int, int]
    """The fewest and the most players."""

    def __new__(cls, name: str, counted: str, first: Tile, players: tuple[int, int]) -> Self:
        """Count the tiles once: tables ask all the time."""
        member = object.__new__(cls)
        member._value_ = name
        counts = {Tile(word[0]): int(word[1:]) for word in counted.split()}
        member.copies = dict.fromkeys(Tile, 0) | counts
        member.kinds = tuple(counts)
        member.total = sum(counts.values())
        member.first, member.players = first, players
        return member


def read_drawings(text: str) -> Mapping[Tile, tuple[str, ...]]:
    """Return the rows of each drawing; they stand side by side, each under its letter."""
    drawings: dict[Tile, tuple[str, ...]] = {}
    for band in text.strip().split("\n\n"):
        letters, *rows = (line.split() for line in band.splitlines())
        columns = zip(*rows, strict=True)
        drawings |= {Tile(a): rows for a, rows in zip(letters, columns, strict=True)}
    return drawings


DRAWINGS = read_drawings(DRAWN)
"""The rows of each drawing."""
