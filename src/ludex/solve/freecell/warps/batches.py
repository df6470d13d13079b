"""Deals sent through one search after the other; what is solved leaves."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from ludex.engines.cuda import cuda, require
from ludex.engines.freecell.packing import COLUMNS, packed_rules
from ludex.games.freecell.options import FREECELL
from ludex.solve.freecell.compiled.layout import Words
from ludex.solve.freecell.compiled.portfolio import MET, PORTFOLIO, Quick
from ludex.solve.freecell.compiled.room import slots_for
from ludex.solve.freecell.warps.kernel import (
    BUCKETS,
    LANES,
    LOOKED_INTO,
    MOST_MOVES,
    MOVES,
    RECORD,
    SOLVED,
    search,
)

ROW: Final = COLUMNS + 16
BLOCKS: Final = 4_224
"""As many as an H200 has room for at a time: 32 on each of 132 processors."""
SPARE: Final = 1_024
"""Room for positions beyond those that a quota leads to as a rule."""


class Found(NamedTuple):
    """What a search has found of some deals."""

    solved: Any
    looks: Words
    moves: Words


class Warps:
    """The memory for one search, of so many deals at a time."""

    def __init__(self, quick: Quick, blocks: int = BLOCKS) -> None:
        require()
        self.quick, self.blocks = quick, blocks
        met = MET * quick.quota + SPARE
        self.weights = cuda.to_device(np.array(quick.weights, np.int32))
        self.records: Any = cuda.device_array((blocks, met, RECORD), np.int64)
        self.slots = cuda.to_device(np.zeros((blocks, slots_for(met)), np.int64))
        self.heads = cuda.to_device(np.full((blocks, BUCKETS), -1, np.int32))
        self.stamps = cuda.to_device(np.zeros(blocks, np.int32))
        rows = np.zeros((blocks, ROW), np.int64)
        rows[:, 0] = packed_rules(FREECELL)
        self.rows = cuda.to_device(rows)
        self.paths: Any = cuda.device_array((blocks, MOST_MOVES), np.int64)

    def solve(self, deals: Words) -> Found:
        """Search for solutions of these deals; every one that is found was replayed."""
        found: Any = cuda.device_array((len(deals), 3), np.int32)
        search[self.blocks, LANES](
            cuda.to_device(deals), self.weights, self.quick.quota, self.records,
            self.slots, self.heads, self.stamps, self.rows, self.paths,
            cuda.to_device(np.zeros(1, np.int32)), found
        )  # fmt: skip
        answers = found.copy_to_host()
        return Found(
            answers[:, SOLVED] == 1, answers[:, LOOKED_INTO], answers[:, MOVES]
        )


class Pass(NamedTuple):
    """What one search has done with the deals that were left."""

    deals: int
    looks: int
    moves: int
    left: Words


def passes(deals: Words, searches: list[Warps]) -> Iterator[Pass]:
    """Send deals through searches; each takes on what the one before has left."""
    for warps in searches:
        if not len(deals):
            return
        found = warps.solve(deals)
        left = deals[~found.solved]
        moves = int(found.moves[found.solved].sum())
        yield Pass(len(deals), int(found.looks.sum()), moves, left)
        deals = left


def portfolio(count: int = len(PORTFOLIO), blocks: int = BLOCKS) -> list[Warps]:
    """The searches of the portfolio; those that look further have fewer deals at a time."""
    first = PORTFOLIO[0].quota
    return [
        Warps(quick, max(blocks * first // max(first, quick.quota // 4), 132))
        for quick in PORTFOLIO[:count]
    ]
