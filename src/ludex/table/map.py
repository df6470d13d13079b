"""An open map of tiles: places named by two whole numbers, x to the east and y to the north.

    looks = tile_map(lambda s: [map_place(*at).holding((Piece(…),)) for at in s.tiles])

What lies beside the map, such as tiles to come, has places of its own.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from ludex.kernel import Event, say
from ludex.parts.remembered import remembered
from ludex.table.looks import Looks
from ludex.table.scene import Gesture, TablePlace, Zone, button

S = TypeVar("S")

MAP = "map"


def map_key(x: int, y: int) -> str:
    """The key of a place of the map."""
    return f"{x},{y}"


@lru_cache(maxsize=1 << 14)
def map_place(x: int, y: int) -> TablePlace:
    """A place of the map, whether anything lies there or not; y grows downwards in a scene."""
    return TablePlace(map_key(x, y), f"({x}, {y})", x, -y, look="", region=MAP)


@lru_cache(maxsize=1 << 14)
def free_place(at: tuple[int, int]) -> Zone:
    """A place where a tile may be laid."""
    label = say("free", "free place {place}", place=at)
    return map_place(*at).holding(label=label, look="place:free")


def tile_map(
    laid: Callable[[S], Iterable[Zone]],
    free: Callable[[S], Iterable[tuple[int, int]]] = lambda _: (),
    side_zones: Callable[[S], Iterable[Zone]] = lambda _: (),
    gesture: Callable[[S, Event[S]], Gesture] = lambda _, event: button(event),
    lays: Callable[[S, int, int], Iterable[Event[S]]] = lambda *_: (),
) -> Looks[S]:
    """The looks of a game with a map that everybody sees: what is laid, what is free, and the rest.

    `lays` are the events, legal or not, that a piece dropped on a place of the map can mean.
    """

    @remembered(8)
    def shown(s: S) -> tuple[Zone, ...]:
        return (*laid(s), *map(free_place, free(s)), *side_zones(s))

    def events_dropped_at(s: S, drop: str) -> Iterator[Event[S]]:
        x, comma, y = drop.partition(",")
        if comma:
            yield from lays(s, int(x), int(y))

    return Looks(zones=lambda s, _: shown(s), gesture=gesture, drops=events_dropped_at)
