"""A map put into a row: its tiles and meeples by one loop, which is compiled once and kept on disk.

Each step by itself would be compiled anew in every process that asks for it: seconds before the first move.
"""

from collections.abc import Sequence

import numpy as np

from ludex.compile.engine import Row, Rows
from ludex.compile.jit import compiled
from ludex.games.carcassonne.engine.layout import LEFT, count, place_at
from ludex.games.carcassonne.engine.placement import lay, man, opening_at

Four = tuple[int, int, int, int]
Three = tuple[int, int, int]


@compiled
def _pack(row: Row, tiles: Rows, meeples: Rows) -> None:
    if tiles.shape[0] == 0:
        opening_at(row, place_at(0, 0))
    for i in range(tiles.shape[0]):
        at = opening_at(row, place_at(tiles[i, 0], tiles[i, 1]))
        lay(row, at, tiles[i, 2])
        count(row, LEFT, tiles[i, 3], -1)
    for i in range(meeples.shape[0]):
        man(row, meeples[i, 0], meeples[i, 1], meeples[i, 2])


def pack(row: Row, tiles: Sequence[Four], meeples: Sequence[Three]) -> None:
    """Lay tiles (x, y, as they lie, kind) and put meeples (the tile's number, seat, role) on them."""
    _pack(
        row,
        np.array(tiles, np.int64).reshape(-1, 4),
        np.array(meeples, np.int64).reshape(-1, 3),
    )
