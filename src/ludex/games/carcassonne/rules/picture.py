"""Pictures: 5 by 5 characters a tile, as the document's Draw prints them (3.1).

`*` is city, `.` field, `O` cloister, a digit the meeple of that player. The document's
pictures of a tile that faces north are drawn here; the others are the same ones turned
clockwise. The other tiles of the base game are their drawings (see `tiles`) with two rows
and two columns left out: `=` is road, `x` a crossing, `P` a pennant.

`text` is a state in characters: the map as Draw prints it, points and the bag.
"""

from collections.abc import Collection, Mapping
from functools import cache

from ludex.kernel import Seat, Sentence, joined, say, seat_name

from .ending import outcome, projected
from .places import Place
from .scoring import final
from .segments import GARDEN, KIND, Cell, Turned, stand_of
from .state import State
from .tiles import DRAWINGS, FACINGS, LOOKS, Role, Tile, TileSet, read_drawings

Rows = tuple[str, ...]

SIZE = 5

DOCUMENT_PICTURES = read_drawings("""
B      C      E      N
.....  *****  *****  *****
..O..  *****  .***.  ****.
.OOO.  *****  ..*..  ***..
..O..  *****  .....  **...
.....  *****  .....  *....
""")

DOCUMENT_STANDS = {
    Tile.B: {Role.MONK: (2, 2), Role.FARMER: (0, 2)},
    Tile.C: {Role.KNIGHT: (2, 2)},
    Tile.E: {Role.KNIGHT: (1, 2), Role.FARMER: (4, 2)},
    Tile.N: {Role.KNIGHT: (1, 1), Role.FARMER: (3, 3)},
}
"""Row and column of a meeple on a tile that faces north."""


BLANK = (" " * SIZE,) * SIZE
"""A place without a tile."""

KEPT = (0, 1, 3, 5, 6)
"""The rows and columns of a drawing that a picture shows."""


def of_tile(
    turned: Turned,
    role: Role = Role.NONE,
    digit: str = "",
    tiles: TileSet = TileSet.DOCUMENT,
) -> Rows:
    """One tile; a meeple that cannot stand on it is not drawn."""
    rows, stand_places = _upright(turned.tile, tiles)
    stand = stand_places.get(role)
    if stand is not None:
        row, col = stand
        line = rows[row]
        rows = (*rows[:row], line[:col] + digit + line[col + 1 :], *rows[row + 1 :])
    for _ in range(FACINGS.index(turned.facing)):
        rows = _clockwise(rows)
    return rows


@cache
def _upright(tile: Tile, tiles: TileSet) -> tuple[Rows, Mapping[Role, Cell]]:
    """Return the picture of a tile that faces north, and where its meeples stand on it."""
    kind = KIND[tile]
    has_pennant = any(part.pennants for part in kind.parts)
    if tile in DOCUMENT_PICTURES and not (has_pennant and tiles is TileSet.BASE):
        return DOCUMENT_PICTURES[tile], DOCUMENT_STANDS[tile]
    rows = tuple("".join(DRAWINGS[tile][r][c] for c in KEPT) for r in KEPT)
    places = {(r, c): (KEPT.index(r), KEPT.index(c)) for r in KEPT for c in KEPT}
    stand_places = {part.role: places[stand_of(part, places)] for part in kind.parts}
    if kind.has_cloister:
        stand_places[Role.MONK] = (SIZE // 2, SIZE // 2)
    return tuple(row.replace(GARDEN, ".") for row in rows), stand_places


def _clockwise(rows: Rows) -> Rows:
    """Return the picture after a quarter turn."""
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def size(places: Collection[Place]) -> tuple[int, int]:
    """Columns and rows of tiles in a picture that shows all `places`."""
    xs, ys = [at.x for at in places], [at.y for at in places]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def of_map(tiles: Mapping[Place, Rows], frame: Collection[Place] = ()) -> str:
    """Draw the map from its north-west to its south-east corner; nothing of an empty one.

    Every line has the full width and ends with a newline. It reaches over a whole frame
    of places, so that two maps can be held against each other.
    """
    places = frame or tiles
    if not places:
        return ""
    wide, high = size(places)
    west, north = min(at.x for at in places), max(at.y for at in places)
    return "".join(
        "".join(row) + "\n"
        for y in range(north, north - high, -1)
        for row in zip(
            *(tiles.get(Place(x, y), BLANK) for x in range(west, west + wide)),
            strict=True,
        )
    )


def side_by_side(left: str, right: str, gap: int = 5) -> str:
    """Two pictures side by side, their tops on one line."""
    lefts, rights = left.splitlines(), right.splitlines()
    width = len(lefts[0]) + gap if lefts else 0
    rows = max(len(lefts), len(rights))
    lefts += [""] * (rows - len(lefts))
    rights += [""] * (rows - len(rights))
    return "".join(f"{a:{width}}{b}".rstrip() + "\n" for a, b in zip(lefts, rights, strict=True))


def digit(seat: Seat) -> str:
    """Return the one character of a player; the tenth is 0."""
    return str((seat + 1) % 10)


def text(s: State) -> str:
    """Return the map as Draw prints it, then whose turn it is, points, meeples and the bag."""
    meeples, tiles = s.terrain.meeples, s.rules.tiles
    drawing = of_map(
        {
            at: of_tile(turned, meeples[at].role, digit(meeples[at].seat), tiles)
            if at in meeples
            else of_tile(turned, tiles=tiles)
            for at, turned in s.terrain.tiles.items()
        }
    )
    seats = [Seat(i) for i in range(s.rules.players)]
    points = " : ".join(map(str, s.scores))
    home = " : ".join(str(s.meeples(seat)) for seat in seats)
    bag = ", ".join(f"{s.left(tile)} {tile}" for tile in tiles.kinds)
    counts = say(
        "counts",
        "points {points}; meeples {home}; in the bag {bag}",
        points=points,
        home=home,
        bag=bag,
    )
    return joined((joined((drawing, _status(s)), ""), counts), "\n")


def _status(s: State) -> Sentence:
    ended = outcome(s)
    if ended is not None:
        return ended.text
    if s.drawn is None:
        return say("to_draw", "a tile is to be drawn")
    words, look = "{player} to lay {letter} ({look})", LOOKS[s.drawn]
    player = seat_name(s.seat)
    return say("to_lay", words, player=player, letter=str(s.drawn), look=look)


def explained(s: State) -> str:
    """Return the points so far, and one line for every award that the end would bring now."""
    return "\n".join(
        (
            f"points: {' : '.join(map(str, s.scores))}",
            f"if the game ended now: {' : '.join(map(str, projected(s)))}",
            *(f"  {award.text}" for award in final(s)),
        )
    )
