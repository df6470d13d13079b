"""Random games of Carcassonne from a state to their ends: for bots that try their moves out."""

from collections.abc import Sequence

import numpy as np

from ludex.compile.engine import Row
from ludex.compile.loops import loops
from ludex.games.carcassonne.engine.engine import encode, engine
from ludex.games.carcassonne.engine.layout import OPTIONS, POINTS
from ludex.games.carcassonne.rules.state import State


def packed(s: State) -> Row:
    """A state as a row; it says by which rules it is played."""
    return np.array(encode(s), np.int64)


def ends(row: Row, seeds: Sequence[int]) -> list[list[float]]:
    """What each seat has at the end, for each of the seeds.

    The loop is that of one table for all of them: the steps read the rules in the row.
    """
    rows = np.repeat(row[None], len(seeds), axis=0)
    drawn = np.zeros(len(seeds), np.int64)
    loops(engine()).finish(rows, np.array(seeds, np.int64), drawn)
    players = int(row[OPTIONS]) & 15
    found: list[list[float]] = rows[:, POINTS : POINTS + players].tolist()
    return found
