"""The bag: which tiles are left, which of them can be drawn, and when none can be.

This is a question to the map and to the tiles put away, so that the document's programs,
which have no state of the game, can ask it too.
"""

from collections.abc import Iterator

from ludex.games.carcassonne.rules.options import DOCUMENT, Rules
from ludex.games.carcassonne.rules.terrain import Terrain
from ludex.games.carcassonne.rules.tile_kinds import TileSet
from ludex.games.carcassonne.rules.tiles import Tile

Away = tuple[Tile, ...]
"""Tiles that fitted nowhere when they were drawn."""


def left_of(terrain: Terrain, tile: Tile) -> int:
    """How many of the document's tiles of a kind are not on the map."""
    return TileSet.DOCUMENT.copies[tile] - terrain.types[tile]


def drawable(
    terrain: Terrain, rules: Rules = DOCUMENT, away: Away = ()
) -> Iterator[Tile]:
    """The kinds that can be drawn: some are left, and they fit somewhere if they must."""
    if not terrain.tiles:
        yield rules.tiles.first
        return
    tiles, types = rules.tiles, terrain.types
    if rules.length < tiles.total and len(terrain.tiles) + len(away) >= rules.length:
        return
    copies, puts_away = tiles.copies, rules.puts_away
    for tile in tiles.kinds:
        left = copies[tile] - types[tile]
        if away:
            left -= away.count(tile)
        if left > 0 and (puts_away or terrain.has_room(tile)):
            yield tile


def is_over(terrain: Terrain, rules: Rules = DOCUMENT, away: Away = ()) -> bool:
    """No tile that is left can be drawn (1.5)."""
    return next(drawable(terrain, rules, away), None) is None
