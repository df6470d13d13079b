"""The looks of tiles, as words that interfaces draw: the contents, and their places.

    tile:cN.rEW      a city on the north side, a road from east to west
    tile:cNW!.rES    a city on two sides with a pennant, a road
    tile:m.rS        a cloister, a road from it to the south
    tile:rE.rS.rW    roads that end at a crossing
    meeple:1:K:50,21 a knight of player 1, in hundredths of the tile from its north-west

Sides are those of a tile that faces north; `g79,64` is a garden for the eye. What is none
of these is field. An interface knows no kinds of tiles: it draws any that can be said so.

Meeples stand each on its own part of a tile, and apart enough to be told apart.
"""

from functools import cache

from ludex.kernel import Sentence

from ..rules.segments import KIND, Cell, Part, Turned, stand_of
from ..rules.tiles import FACINGS, SIDES, SIZE, Ground, Role, Tile, TileSet
from . import tell

MIDDLE_CELL = (SIZE // 2, SIZE // 2)
"""The cell of a cloister."""

SPOTS = """
A  T:53  F:11
B  F:11
C  K:33
D  K:13  T:33  F:21  F2:53
E  K:13  F:43
F  K:33  F:13  F2:53
G  K:33  F:31  F2:35
H  K:31  K2:35  F:33
I  K:12  K2:35  F:42
J  K:13  T:34  F:32  F2:55
K  K:13  T:32  F:34  F2:51
L  K:11  T:31  T2:35  T3:53  F:23  F2:51  F3:55
M  K:22  F:44
N  K:22  F:44
O  K:12  T:34  F:32  F2:55
P  K:12  T:34  F:32  F2:55
Q  K:23  F:53
R  K:23  F:53
S  K:13  T:43  F:51  F2:55
T  K:13  T:43  F:51  F2:55
U  T:33  F:31  F2:35
V  T:32  F:24  F2:51
W  T:31  T2:35  T3:53  F:13  F2:51  F3:55
X  T:13  T2:31  T3:35  T4:53  F:11  F2:15  F3:51  F4:55
"""
"""The place of each meeple on a tile that faces north: row and column of the drawing."""


def _spots(words: list[str]) -> dict[Role, Cell]:
    spots = (word.split(":") for word in words)
    return {Role(role): (int(at[0]), int(at[1])) for role, at in spots}


STANDS = {
    Tile(letter): _spots(words)
    for letter, *words in (line.split() for line in SPOTS.strip().splitlines())
}

BACK = "tile:back"

LETTERS = {Ground.CITY: "c", Ground.ROAD: "r", Ground.FIELD: "f"}


@cache
def tile_look(tile: Tile, tiles: TileSet) -> str:
    """The look of a kind of tile; the document's tiles have no pennants."""
    kind = KIND[tile]
    words = ["m"] if kind.has_cloister else []
    for part in kind.parts:
        if part.ground is not Ground.FIELD:
            pennant = part.pennants and tiles is TileSet.BASE
            words.append(LETTERS[part.ground] + _sides(part) + "!" * bool(pennant))
    words += [f"g{_hundredths(garden)}" for garden in kind.gardens]
    return f"tile:{'.'.join(words)}"


def _sides(part: Part) -> str:
    """The letters of the sides that a city or a road leads to."""
    middles = (part.ports >> 3 * side + 1 & 1 for side in range(4))
    return "".join(str(facing) for facing, has in zip(FACINGS, middles, strict=True) if has)


def _hundredths(cell: Cell) -> str:
    row, column = cell
    return ",".join(str(round((i + 0.5) * 100 / SIZE)) for i in (column, row))


def stand(tile: Tile, role: Role) -> Cell:
    """Return the middle of a part on a tile that faces north."""
    parts = {part.role: part for part in KIND[tile].parts}
    return stand_of(parts[role]) if role in parts else MIDDLE_CELL


def meeple_look(number: str, role: Role, tile: Tile) -> str:
    """The look of a meeple that stands on a tile: whose, as what, and where."""
    at = STANDS[tile].get(role, MIDDLE_CELL)
    return f"meeple:{number}:{role.plain}:{_hundredths(at)}"


@cache
def mark(turned: Turned, parts: tuple[int, ...]) -> str:
    """Parts of a tile, each by its letter and its first port when it faces north."""
    found = (KIND[turned.tile].parts[part] for part in parts)
    return ".".join(
        f"{LETTERS[part.ground]}{(part.ports & -part.ports).bit_length() - 1}" for part in found
    )


def where(turned: Turned, role: Role) -> Sentence | None:
    """Return the part of a turned tile that is meant, where it has several of a kind."""
    plain = [part.role.plain for part in KIND[turned.tile].parts]
    if plain.count(role.plain) < 2:
        return None
    row, column = stand(turned.tile, role)
    east, north = column - SIZE // 2, SIZE // 2 - row
    for _ in range(FACINGS.index(turned.facing)):
        east, north = north, -east
    return _compass(east, north)


def _compass(east: int, north: int) -> Sentence:
    """The direction of a point from the middle of a tile."""
    lengthways, across = (0 if north > 0 else 2), (1 if east > 0 else 3)
    if abs(north) > 2 * abs(east):
        return SIDES[lengthways]
    if abs(east) > 2 * abs(north):
        return SIDES[across]
    return tell(f"corner.{SIDES[lengthways]}-{SIDES[across]}" if east else "corner.middle")
