"""The land on tiles, drawn from what their looks say: `tile:cN.rEW` (see the game's `looks`).

A tile is asked what lies at each dot of a grid, so that it can be painted at any size. Its
features are turned, not the dots: so a road meets the road of the next tile at the same dot
of every side, also where a side has an even number of dots.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

SIDES = "NESW"

TilePoint = tuple[float, float]
"""To the right and downwards, both from 0 to 1."""


@dataclass(frozen=True, slots=True)
class City:
    """A city, by the sides that it takes, as the tile lies."""

    sides: frozenset[str]
    has_pennant: bool


@dataclass(frozen=True, slots=True)
class Land:
    """The features of a tile, as it lies."""

    cities: tuple[City, ...]
    roads: tuple[frozenset[str], ...]
    has_cloister: bool
    gardens: tuple[TilePoint, ...]

    def city_at(self, u: float, v: float) -> int | None:
        """Find which of the cities is at a point: the one whose side is nearest, or none."""
        found = [i for i, city in enumerate(self.cities) if self._is_in(city.sides, u, v)]
        return min(found, key=lambda i: _away(self.cities[i].sides, u, v), default=None)

    def _is_in(self, sides: frozenset[str], u: float, v: float) -> bool:
        depth = 0.24 if self.roads or len(self.cities) > 1 else 0.36
        match len(sides):
            case 1:
                (side,) = sides
                return _is_below_arch(side, u, v, 0.12, depth)
            case 2 if not sides & {"N", "S"} or not sides & {"E", "W"}:
                others = frozenset(SIDES) - sides
                return not any(_is_below_arch(s, u, v, 0, 0.3) for s in others)
            case 2:
                across = (u if "W" in sides else 1 - u) + (v if "N" in sides else 1 - v)
                return across < (0.8 if self.roads else 0.95)
            case 3:
                (free,) = frozenset(SIDES) - sides
                return not _is_below_arch(free, u, v, 0.1, 0.34)
            case _:
                return True

    def road_at(self, column: int, row: int, width: int, height: int) -> str:
        """Return the sides to which roads lead from a dot of a grid; none where there is none."""
        x, y = width // 2, height // 2
        ways = {side for road in self.roads for side in road}
        if (column, row) == (x, y):
            return "".join(side for side in SIDES if side in ways)
        if column == x and ("N" if row < y else "S") in ways:
            return "NS"
        if row == y and ("W" if column < x else "E") in ways:
            return "EW"
        return ""


def _is_below_arch(side: str, u: float, v: float, edge: float, depth: float) -> bool:
    """Is a point between a side and an arch over it?"""
    distance = u if side in "NS" else v
    return _away({side}, u, v) < edge + depth * (1 - (2 * distance - 1) ** 2)


def _away(sides: Collection[str], u: float, v: float) -> float:
    """Return how far a point is from the nearest of the sides."""
    return min({"N": v, "E": 1 - u, "S": 1 - v, "W": u}[side] for side in sides)


@lru_cache(maxsize=1 << 9)
def land_of(look: str, turned: int) -> Land | None:
    """Read the land that a look says, turned by quarters; None where it says something else."""
    kind, _, words = look.partition(":")
    if kind != "tile" or words == "back":
        return None
    cities, roads, gardens = [], [], []
    for word in words.split("."):
        match word[:1]:
            case "c":
                sides = word[1:].removesuffix("!")
                cities.append(City(_turned(sides, turned), word.endswith("!")))
            case "r":
                roads.append(_turned(word[1:], turned))
            case "g":
                gardens.append(spot(word[1:], turned))
    return Land(tuple(cities), tuple(roads), "m" in words.split("."), tuple(gardens))


@lru_cache(maxsize=1 << 11)  # a tile is painted again with every key that is pressed
def dots(land: Land, wide: int, high: int) -> tuple[str, ...]:
    """Return what lies at each dot of a grid, row by row: city, field, road, or x, a crossing."""
    across, down = range(wide), range(high)
    city = {
        (row, column): land.city_at((column + 0.5) / wide, (row + 0.5) / high)
        for row in down
        for column in across
    }

    def dot(row: int, column: int) -> str:
        ways = land.road_at(column, row, wide, high)
        if len(ways) > 2:
            return "x"
        if city[row, column] is not None and not is_gap(row, column):
            return "c"
        return "r" if ways else "f"

    def is_gap(row: int, column: int) -> bool:
        """Does another city begin at the next dot? There is field between them."""
        neighbours = (city.get((row + 1, column)), city.get((row, column + 1)))
        return any(other not in (None, city[row, column]) for other in neighbours)

    return tuple("".join(dot(row, column) for column in across) for row in down)


def _turned(sides: str, quarters: int) -> frozenset[str]:
    return frozenset(SIDES[(SIDES.index(side) + quarters) % 4] for side in sides)


def spot(words: str, turned: int) -> TilePoint:
    """Read a point of a tile, `79,64` in hundredths, after quarter turns; else its middle."""
    x, comma, y = words.partition(",")
    if not (comma and x.isdigit() and y.isdigit()):
        return 0.5, 0.5
    u, v = int(x) / 100, int(y) / 100
    for _ in range(turned % 4):
        u, v = 1 - v, u
    return u, v
