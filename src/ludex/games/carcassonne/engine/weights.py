"""What the signs of a position are worth in points at the end, found by games against itself.

`weights.txt` has a block for each set of tiles, a line a sign: what one of it is worth when no tile is left, and how
that changes with the part of the tiles that is left, and with its square. `tools/carcassonne_weights.py` makes it.
"""

from functools import cache
from importlib.resources import files

import numpy as np

from ludex.compile.engine import Row
from ludex.compile.jit import called
from ludex.games.carcassonne.engine.features import SCORE, SIGNS, Numbers, Paper
from ludex.games.carcassonne.engine.layout import IS_BASE, OPTIONS, OVER, PHASE, seats


@cache
def tables() -> dict[str, Numbers]:
    """The weights by the name of a set of tiles."""
    text = (files(__package__) / "weights.txt").read_text("utf-8")
    found = {}
    for block in text.strip().split("\n\n"):
        name, *lines = block.splitlines()
        numbers = [[float(word) for word in line.split()[:3]] for line in lines]
        found[name] = np.array(numbers)
    assert all(table.shape == (len(SIGNS), 3) for table in found.values())
    return found


def weights(row: Row) -> Numbers:
    """Those of the tiles that a state is played with."""
    return tables()["base" if int(row[OPTIONS]) & IS_BASE else "document"]


@called
def weigh(state: Row, left: float, table: Numbers, notes: Paper, hopes: Numbers) -> None:  # fmt: skip
    """What each seat can hope to have at the end, by its signs and the part of the tiles left."""
    for seat in range(seats(state)):
        hopes[seat] = 0.0
        if state[PHASE] == OVER:
            hopes[seat] = notes.signs[seat, SCORE]
            continue
        for sign in range(table.shape[0]):
            some = notes.signs[seat, sign]
            if some:
                each = table[sign, 0] + left * (table[sign, 1] + left * table[sign, 2])
                hopes[seat] += some * each
