"""How tiles look, said in words that interfaces draw: what is on them, and where.

    tile:cN.rEW      a city on the north side, a road from east to west
    tile:cNW!.rES    a city on two sides with a pennant, a road
    tile:m.rS        a cloister, a road from it to the south
    tile:rE.rS.rW    roads that end at a crossing
    meeple:1:K:50,21 a knight of player 1, in hundredths of the tile from its north-west

Sides are those of a tile that faces north; `g79,64` is a garden for the eye. What is none
of these is field. An interface knows no kinds of tiles: it draws any that can be said so.

Where meeples stand on a tile: each on its own part, and apart enough to be told apart.

A part's own best place is `stand_of`: well inside it. On a bend of a road or in a narrow field
that is close to the place of a neighbour. There the fields give way first, then the roads.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations

from ludex.kernel import Sentence, say

from ..rules.segments import KIND, Cell, Part, Turned, stand_of
from ..rules.tiles import FACINGS, SIDES, SIZE, Ground, Role, Tile, TileSet

MIDDLE_CELL = (SIZE // 2, SIZE // 2)
"""Where a cloister is."""

APART = 2
"""Cells between two meeples, from middle to middle: a little more than one is wide."""

ROUNDS = 3
"""How often each may give way. (Two are enough for all tiles.)"""

YIELDING = (Ground.FIELD, Ground.ROAD, Ground.CITY)


@cache
def stands(tile: Tile) -> Mapping[Role, Cell]:
    """The places of all meeples on a tile that faces north."""
    # On one tile, a city over a crossing, it is the city that has to give way.
    ways = [_given_way(tile, order) for order in (YIELDING, YIELDING[::-1])]
    return max(ways, key=lambda way: _least([*way.values()]))


def _given_way(tile: Tile, order: tuple[Ground, ...]) -> dict[Role, Cell]:
    kind = KIND[tile]
    found = {part.role: stand_of(part) for part in kind.parts}
    cloister = [MIDDLE_CELL] if kind.has_cloister else []
    parts = sorted(kind.parts, key=lambda part: order.index(part.ground))
    for part in parts * ROUNDS:
        taken = [at for role, at in found.items() if role is not part.role]
        found[part.role] = _apart(part, found[part.role], [*taken, *cloister])
    return found


def _least(places: list[Cell]) -> int:
    """How far the nearest two are apart, as far as it matters."""
    pairs = (_squared(a, b) for a, b in combinations(places, 2))
    return min((*pairs, APART**2))


def _apart(part: Part, now: Cell, taken: list[Cell]) -> Cell:
    """The nearest place on a part that is apart from all that are taken, or as far as may be."""

    def free(at: Cell) -> tuple[int, int]:
        away = min((_squared(at, other) for other in taken), default=APART**2)
        return min(away, APART**2), -_squared(at, now)

    inner = [at for at in sorted(part.cells) if not {*at} & {0, SIZE - 1}]
    return max((now, *inner), key=free)


def _squared(a: Cell, b: Cell) -> int:
    """The distance of two cells, squared."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


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


@cache
def stand(tile: Tile, role: Role) -> Cell:
    """Where a part has its middle on a tile that faces north."""
    parts = {part.role: part for part in KIND[tile].parts}
    return stand_of(parts[role]) if role in parts else MIDDLE_CELL


@cache
def meeple_look(number: str, role: Role, tile: Tile) -> str:
    """The look of a meeple that stands on a tile: whose, as what, and where."""
    at = stands(tile).get(role, MIDDLE_CELL)
    return f"meeple:{number}:{role.plain}:{_hundredths(at)}"


@cache
def mark(turned: Turned, parts: tuple[int, ...]) -> str:
    """Parts of a tile, each by its letter and its first port when it faces north."""
    found = (KIND[turned.tile].parts[part] for part in parts)
    return ".".join(
        f"{LETTERS[part.ground]}{(part.ports & -part.ports).bit_length() - 1}" for part in found
    )


CORNERS = {
    (0, 1): say("corner", "north-east"),
    (2, 1): say("corner", "south-east"),
    (2, 3): say("corner", "south-west"),
    (0, 3): say("corner", "north-west"),
}
MIDDLE = say("corner", "middle")


@cache
def where(turned: Turned, role: Role) -> Sentence | None:
    """Which part of a tile that lies so is meant, where it has several of a kind."""
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
    return CORNERS[lengthways, across] if east else MIDDLE
