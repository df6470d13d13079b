"""The bag: which tiles are left, which of them can be drawn, and when none can be.

This is a question to the map alone, so that the document's programs, which have no state
of the game, can ask it too.
"""

from collections.abc import Iterator

from ludex.games.carcassonne.terrain import Terrain
from ludex.games.carcassonne.tiles import COPIES, START, TILES, Tile


def left_of(terrain: Terrain, tile: Tile) -> int:
    """How many tiles of a type are not on the map."""
    return COPIES[tile] - terrain.types[tile]


def drawable(terrain: Terrain) -> Iterator[Tile]:
    """The types that can be drawn: some are left, and they fit somewhere."""
    if not terrain.tiles:
        yield START
        return
    for tile in TILES:
        if left_of(terrain, tile) > 0 and terrain.has_room(tile):
            yield tile


def is_over(terrain: Terrain) -> bool:
    """No tile that is left can be laid (1.5)."""
    return next(drawable(terrain), None) is None
