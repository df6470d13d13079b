"""Pictures: 5 by 5 characters a tile, as the document's Draw prints them (3.1).

`*` is city, `.` field, `O` cloister, a digit the meeple of that player. The pictures of a
tile that faces north are drawn here; the others are the same ones turned clockwise.
"""

from collections.abc import Mapping
from typing import Final

from ludex.games.carcassonne.places import Place
from ludex.games.carcassonne.tiles import Facing, Role, Tile, Turned
from ludex.kernel import Seat

Rows = tuple[str, ...]

SIZE: Final = 5

PICTURES: Final[Mapping[Tile, Rows]] = {
    Tile.B: (
        ".....",
        "..O..",
        ".OOO.",
        "..O..",
        ".....",
    ),
    Tile.C: (
        "*****",
        "*****",
        "*****",
        "*****",
        "*****",
    ),
    Tile.E: (
        "*****",
        ".***.",
        "..*..",
        ".....",
        ".....",
    ),
    Tile.N: (
        "*****",
        "****.",
        "***..",
        "**...",
        "*....",
    ),
}

STANDS: Final[Mapping[Tile, Mapping[Role, tuple[int, int]]]] = {
    Tile.B: {Role.MONK: (2, 2), Role.FARMER: (0, 2)},
    Tile.C: {Role.KNIGHT: (2, 2)},
    Tile.E: {Role.KNIGHT: (1, 2), Role.FARMER: (4, 2)},
    Tile.N: {Role.KNIGHT: (1, 1), Role.FARMER: (3, 3)},
}
"""Row and column of a meeple on a tile that faces north."""


def of_tile(turned: Turned, role: Role = Role.NONE, digit: str = "") -> Rows:
    """One tile; a meeple that cannot stand on it is not drawn."""
    rows = PICTURES[turned.tile]
    stand = STANDS[turned.tile].get(role)
    if stand is not None:
        row, col = stand
        line = rows[row]
        rows = (*rows[:row], line[:col] + digit + line[col + 1 :], *rows[row + 1 :])
    for _ in range([*Facing].index(turned.facing)):
        rows = _clockwise(rows)
    return rows


def _clockwise(rows: Rows) -> Rows:
    """The picture after a quarter turn."""
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def size(places: Mapping[Place, object]) -> tuple[int, int]:
    """Columns and rows of tiles in a picture that shows all `places`."""
    xs, ys = [at.x for at in places], [at.y for at in places]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def of_map(tiles: Mapping[Place, Rows]) -> str:
    """The map from its north-west to its south-east corner; nothing of an empty one.

    Every line has the full width and ends with a newline.
    """
    if not tiles:
        return ""
    wide, high = size(tiles)
    west, north = min(at.x for at in tiles), max(at.y for at in tiles)
    rows: dict[int, list[Place]] = {}
    for at in sorted(tiles):
        rows.setdefault(at.y, []).append(at)
    empty = (" " * (SIZE * wide) + "\n") * SIZE
    return "".join(
        _band([(at.x - west, tiles[at]) for at in rows[y]], wide)
        if y in rows
        else empty
        for y in range(north, north - high, -1)
    )


def _band(tiles: list[tuple[int, Rows]], wide: int) -> str:
    """One row of tiles, each with its column: what is empty is written at once."""
    lines: list[list[str]] = [[] for _ in range(SIZE)]
    column = 0
    for x, rows in tiles:
        gap = " " * (SIZE * (x - column))
        for line, row in zip(lines, rows, strict=True):
            line.append(gap + row)
        column = x + 1
    end = " " * (SIZE * (wide - column)) + "\n"
    return "".join("".join(line) + end for line in lines)


def beside(left: str, right: str, gap: int = 5) -> str:
    """Two pictures side by side, their tops on one line."""
    lefts, rights = left.splitlines(), right.splitlines()
    width = len(lefts[0]) + gap if lefts else 0
    rows = max(len(lefts), len(rights))
    lefts += [""] * (rows - len(lefts))
    rights += [""] * (rows - len(rights))
    return "".join(
        f"{a:{width}}{b}".rstrip() + "\n" for a, b in zip(lefts, rights, strict=True)
    )


def digit(seat: Seat) -> str:
    """The one character of a player; the tenth is 0."""
    return str((seat + 1) % 10)
