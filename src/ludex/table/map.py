"""An open map: places named by two whole numbers, x to the east and y to the north."""

from functools import lru_cache

from ludex.table.scene import Place

MAP = "map"


def map_key(x: int, y: int) -> str:
    """The key of a place of the map."""
    return f"{x},{y}"


@lru_cache(maxsize=1 << 14)
def map_place(x: int, y: int) -> Place:
    """A place of the map, whether anything lies there or not; y grows downwards in a scene."""
    return Place(map_key(x, y), map_key(x, y), x, -y, look="", region=MAP)
