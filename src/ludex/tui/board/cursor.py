"""The cursor's geometry: the next place in a direction."""

from collections.abc import Mapping
from enum import Enum

from textual.geometry import Region


class Arrow(Enum):
    """The four arrows, as steps to the right and down."""

    UP = (0, -1)
    DOWN = (0, 1)
    LEFT = (-1, 0)
    RIGHT = (1, 0)


def nearest(rects: Mapping[str, Region], here: Region, way: Arrow) -> str | None:
    """Return the key of the next region in that direction, or None at the edge."""
    costs = {
        key: cost for key, rect in rects.items() if (cost := _cost(here, rect, way)) is not None
    }
    return min(costs, key=lambda key: costs[key]) if costs else None


def _cost(here: Region, there: Region, way: Arrow) -> float | None:
    """Return how far away it seems: straight ahead is near, to a side is far; lines count double."""
    dx, dy = way.value
    (x, y), (u, v) = here.center, there.center
    ahead = (u - x) * dx + 2 * (v - y) * dy
    if ahead <= 0.5:
        return None
    if dx:
        offset = 2 * _between(here.y, here.bottom, there.y, there.bottom)
        beyond = there.x >= here.right - 1 if dx > 0 else there.right <= here.x + 1
        off = 2 * abs(v - y)
    else:
        offset = _between(here.x, here.right, there.x, there.right)
        beyond = there.y >= here.bottom if dy > 0 else there.bottom <= here.y
        off = abs(u - x)
    if not beyond and offset:
        return None
    return ahead + 3 * offset + 0.3 * off


def _between(low: int, high: int, other_low: int, other_high: int) -> int:
    """Return the gap between two intervals; 0 when they overlap."""
    return max(0, other_low - high + 1, low - other_high + 1)
