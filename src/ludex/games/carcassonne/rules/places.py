"""Places: the squares of an endless map, x growing to the east and y to the north."""

from functools import lru_cache
from typing import NamedTuple

from ludex.kernel import Spread, Whole


class Place(NamedTuple):
    """A square of the map; it may hold one tile."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"({self.x}, {self.y})"


ORIGIN = Place(0, 0)
"""The place of the first tile."""

FARTHEST = 71
"""72 tiles in a row from the origin end here."""

PLACES = Spread(
    Place,
    (
        Whole(-FARTHEST, FARTHEST, label="x"),
        Whole(-FARTHEST, FARTHEST, label="y"),
    ),
)


@lru_cache(1 << 14)
def neighbours(at: Place) -> tuple[Place, Place, Place, Place]:
    """Return the places that share a side with `at`: to the north, east, south and west."""
    x, y = at
    return Place(x, y + 1), Place(x + 1, y), Place(x, y - 1), Place(x - 1, y)


@lru_cache(1 << 14)
def surroundings(at: Place) -> tuple[Place, ...]:
    """Return the eight places around `at`, corners included."""
    x, y = at
    steps = (-1, 0, 1)
    return tuple(Place(x + i, y + j) for i in steps for j in steps if i or j)
