"""Where meeples stand on a tile: each on its own part, and apart enough to be told apart.

A part's own best place is `stand_of`: well inside it. On a bend of a road or in a narrow field
that is close to the place of a neighbour. There the fields give way first, then the roads.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Final

from ..rules.segments import KIND, Cell, Part, stand_of
from ..rules.tile_kinds import SIZE
from ..rules.tiles import Ground, Role, Tile

MIDDLE: Final = (SIZE // 2, SIZE // 2)
"""Where a cloister is."""

APART: Final = 2
"""Cells between two meeples, from middle to middle: a little more than one is wide."""

ROUNDS: Final = 3
"""How often each may give way. (Two are enough for all tiles.)"""

YIELDING: Final = (Ground.FIELD, Ground.ROAD, Ground.CITY)


@cache
def stands(tile: Tile) -> Mapping[Role, Cell]:
    """The places of all meeples on a tile that faces north."""
    # On one tile, a city over a crossing, it is the city that has to give way.
    ways = [_given_way(tile, order) for order in (YIELDING, YIELDING[::-1])]
    return max(ways, key=lambda way: _least([*way.values()]))


def _given_way(tile: Tile, order: tuple[Ground, ...]) -> dict[Role, Cell]:
    kind = KIND[tile]
    found = {part.role: stand_of(part) for part in kind.parts}
    cloister = [MIDDLE] if kind.has_cloister else []
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
