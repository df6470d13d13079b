"""The parts of each kind of tile: its cities, roads and fields, read off its drawing.

A side has three ports, clockwise: its first half, its middle, its second half. A road
side uses all three: a field, the road, a field. A side that is all city or all field is
one whole and uses the middle alone. Two tiles that match side by side touch port to port,
first half to second half. So a part is a set of ports, one bit each in twelve, and what is
joined to what is said by numbers alone: enough for an engine on arrays.

    port    3 * side + (0 first half, 1 middle or whole, 2 second half)

`Turned` is a tile as it lies, turned by quarters, with all that a map asks about it in tables.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from .features import Feature
from .tiles import (
    DRAWINGS,
    FACINGS,
    ON_GROUND,
    SIZE,
    Facing,
    Ground,
    Role,
    Tile,
    opposite,
)

Cell = tuple[int, int]
"""Row and column of a drawing."""

GROUND_OF = {
    "*": Ground.CITY,
    "P": Ground.CITY,
    "=": Ground.ROAD,
    ".": Ground.FIELD,
    "g": Ground.FIELD,
}
PENNANT = "P"
CLOISTER = "O"
GARDEN = "g"

NO_PART = -1

SIDE_CELLS = (
    tuple((0, i) for i in range(1, SIZE - 1)),
    tuple((i, SIZE - 1) for i in range(1, SIZE - 1)),
    tuple((SIZE - 1, i) for i in range(SIZE - 2, 0, -1)),
    tuple((i, 0) for i in range(SIZE - 2, 0, -1)),
)
"""The cells of each side between its corners, clockwise."""


@dataclass(frozen=True, slots=True)
class Part:
    """One city, road or field of a tile that faces north."""

    ground: Ground
    role: Role
    """The role that stands on it."""

    ports: int
    pennants: int
    cells: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class TileKind:
    """The contents of a tile that faces north."""

    sides: tuple[Ground, ...]
    parts: tuple[Part, ...]
    """Cities, then roads, then fields, each as one reads the drawing."""

    has_cloister: bool
    touching: tuple[tuple[int, int], ...]
    """Each field with each city that it touches on this tile, by their numbers."""

    gardens: tuple[Cell, ...]

    @property
    def roles(self) -> tuple[Role, ...]:
        """Return the roles that have somewhere to stand, the monk last."""
        monk = (Role.MONK,) if self.has_cloister else ()
        return (*(part.role for part in self.parts), *monk)


def around(cell: Cell) -> Iterator[Cell]:
    """Yield the cells that share a side with a cell, where there are any."""
    row, column = cell
    for r, c in (
        (row - 1, column),
        (row, column + 1),
        (row + 1, column),
        (row, column - 1),
    ):
        if 0 <= r < SIZE and 0 <= c < SIZE:
            yield r, c


def kind_of(rows: tuple[str, ...]) -> TileKind:
    """Return the kind that a drawing shows."""
    cells = {(r, c): rows[r][c] for r in range(SIZE) for c in range(SIZE)}
    sides = tuple(GROUND_OF[cells[side[2]]] for side in SIDE_CELLS)
    parts = _parts(cells, sides)
    return TileKind(
        sides,
        parts,
        CLOISTER in cells.values(),
        tuple(_touching(parts)),
        tuple(at for at, mark in cells.items() if mark == GARDEN),
    )


def _parts(cells: Mapping[Cell, str], sides: tuple[Ground, ...]) -> tuple[Part, ...]:
    found: dict[Ground, list[frozenset[Cell]]] = {ground: [] for ground in ON_GROUND}
    seen: set[Cell] = set()
    for at in cells:
        ground = GROUND_OF.get(cells[at])
        if ground is not None and at not in seen:
            found[ground].append(_filled(cells, at, ground))
            seen |= found[ground][-1]
    return tuple(
        _part(cells, sides, ground, role, filled)
        for ground, areas in found.items()
        for role, filled in zip(ON_GROUND[ground], areas, strict=False)
    )


def _filled(cells: Mapping[Cell, str], at: Cell, ground: Ground) -> frozenset[Cell]:
    filled, edge = {at}, [at]
    while edge:
        for near in around(edge.pop()):
            if near not in filled and GROUND_OF.get(cells[near]) is ground:
                filled.add(near)
                edge.append(near)
    return frozenset(filled)


def _part(
    cells: Mapping[Cell, str],
    sides: tuple[Ground, ...],
    ground: Ground,
    role: Role,
    filled: frozenset[Cell],
) -> Part:
    ports = 0
    for side, on_side in enumerate(SIDE_CELLS):
        first, middle, second = on_side[0], on_side[2], on_side[4]
        of_side = [(middle, 1)]
        if sides[side] is Ground.ROAD:
            of_side += [(first, 0), (second, 2)]
        for cell, port in of_side:
            if cell in filled:
                ports |= 1 << 3 * side + port
    pennants = sum(cells[at] == PENNANT for at in filled)
    return Part(ground, role, ports, pennants, filled)


def _touching(parts: tuple[Part, ...]) -> Iterator[tuple[int, int]]:
    for i, field in enumerate(parts):
        if field.ground is Ground.FIELD:
            nearby = {near for at in field.cells for near in around(at)}
            for j, city in enumerate(parts):
                if city.ground is Ground.CITY and nearby & city.cells:
                    yield i, j


def stand_of(part: Part, among: Collection[Cell] | None = None) -> Cell:
    """Return where on a part a meeple stands: well inside, and near its middle.

    With `among` only those cells are looked at.
    """
    cells = [at for at in sorted(part.cells) if among is None or at in among]
    row = sum(r for r, _ in part.cells) / len(part.cells)
    column = sum(c for _, c in part.cells) / len(part.cells)
    around_all = range(-1, SIZE + 1)  # the edge of the tile is no place to stand
    outside = [(r, c) for r in around_all for c in around_all if (r, c) not in part.cells]

    def inside(at: Cell) -> tuple[int, bool, float]:
        away = (abs(at[0] - r) + abs(at[1] - c) for r, c in outside)
        is_off_edge = not {*at} & {0, SIZE - 1}
        return min(away), is_off_edge, -abs(at[0] - row) - abs(at[1] - column)

    return max(cells, key=inside)


KIND = {tile: kind_of(DRAWINGS[tile]) for tile in Tile}
"""The contents of each kind of tile."""

ROLES = {tile: kind.roles for tile, kind in KIND.items()}
"""The meeples that have somewhere to stand on a tile."""

PORTS = 12

NO_NEIGHBOUR = "."
NO_NEED = 4 * NO_NEIGHBOUR
"""A need is what the neighbours of a free place show to its four sides, by the first letters of the
grounds, with a dot where there is no neighbour: `c..f`."""

BY_LETTER = {ground.value[0]: ground for ground in Ground}


def facing_port(port: int) -> int:
    """Return the port of the neighbour that touches `port`."""
    side, part = divmod(port, 3)
    return 3 * opposite(side) + 2 - part


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A tile as it lies: type, facing, and what follows from them. There is one of each."""

    tile: Tile
    facing: Facing
    sides: tuple[Ground, ...]
    letters: str
    """The first letters of the sides."""

    shows: tuple[tuple[tuple[int, int], ...], ...]
    """For each side the neighbour's ports there, and the part that each of them touches."""

    part_at: tuple[int, ...]
    """The part at each port, or `NO_PART`."""

    ports: tuple[int, ...]
    """The ports of each part, one bit each."""

    grounds: tuple[Ground, ...]
    alone: tuple[Feature, ...]
    """Each part by itself: a feature of one tile, all its ports open."""

    twins: tuple[bool, ...]
    """Has the tile another part of the same ground?"""

    touching: tuple[tuple[int, int], ...]
    """Each field with each city that it touches here."""

    part_of: Mapping[Role, int]
    """The part on which each role stands."""

    has_cloister: bool

    def __str__(self) -> str:
        return f"{self.tile}{self.facing}"

    def __reduce__(self) -> tuple[object, tuple[Tile, Facing]]:
        return turned, (self.tile, self.facing)


def _moved(ports: int, quarters: int) -> int:
    """Return the ports of a part after quarter turns clockwise."""
    by = 3 * quarters
    return (ports << by | ports >> PORTS - by) & (1 << PORTS) - 1


def _turned(tile: Tile, facing: Facing) -> Turned:
    kind, quarters = KIND[tile], FACINGS.index(facing)
    ports = tuple(_moved(part.ports, quarters) for part in kind.parts)
    part_at = tuple(
        next((i for i, of_part in enumerate(ports) if of_part >> port & 1), NO_PART)
        for port in range(PORTS)
    )
    grounds = tuple(part.ground for part in kind.parts)
    sides = tuple(kind.sides[(side - quarters) % 4] for side in range(4))
    return Turned(
        tile,
        facing,
        sides,
        "".join(ground.value[0] for ground in sides),
        tuple(
            tuple(
                (facing_port(port), part_at[port])
                for port in range(3 * side, 3 * side + 3)
                if part_at[port] != NO_PART
            )
            for side in range(4)
        ),
        part_at,
        ports,
        grounds,
        tuple(
            Feature(part.ground, 1, part.ports.bit_count(), (), part.pennants)
            for part in kind.parts
        ),
        tuple(grounds.count(ground) > 1 for ground in grounds),
        kind.touching,
        {part.role: i for i, part in enumerate(kind.parts)},
        kind.has_cloister,
    )


TURNED = {tile: {facing: _turned(tile, facing) for facing in Facing} for tile in Tile}


def turned(tile: Tile, facing: Facing) -> Turned:
    """Return the tile that lies so: the one that there is."""
    return TURNED[tile][facing]


def _fits(tile: Tile) -> Mapping[str, tuple[Facing, ...]]:
    ways: dict[str, tuple[Facing, ...]] = {}
    for facing in Facing:
        letters = TURNED[tile][facing].letters
        for need in map("".join, product(*((NO_NEIGHBOUR, letter) for letter in letters))):
            ways[need] = (*ways.get(need, ()), facing)
    return ways


FITS = {tile: _fits(tile) for tile in Tile}
"""FITS[tile][need]: the facings that meet a need; a need is missing if none does.

It narrows what is tried and counted; whether a tile fits, the guard of `PlaceTile` says. B and C
look alike in all facings; all four are kept as moves of their own (1.2).
"""
