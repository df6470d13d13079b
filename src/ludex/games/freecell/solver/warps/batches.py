"""Deals sent through one search after the other; what is solved leaves."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ludex.compile.cuda import cuda, require

from ...engine.packing import COLUMNS, packed_rules
from ...rules.options import FREECELL, Rules
from ..portfolio import MET, QuickSearch
from ..search.layout import Words, slots_for
from .expansion import HALVES, WARP
from .kernel import (
    BUCKETS,
    LOOKED_INTO,
    MOST_MOVES,
    MOVES,
    PATH,
    RECORD,
    clear,
    lay_out,
    play,
    search,
)

ROW = COLUMNS + 16
BLOCKS = 4_224
"""As many warps as an H200 has room for at a time: 32 on each of 132 processors."""
THREADS = 65_536
"""So many deals are laid out, and replayed, at a time."""
SPREAD = THREADS // 128, 128
MOST_BYTES = 60_000_000_000
"""The memory that a search may take; those that look further have fewer deals at a time."""
MOST_STEPS = 512
"""Steps of a solution, with every card that goes home: more than any has."""
SPARE = 1_024
"""Room for positions beyond those that a quota leads to as a rule."""


class SearchPass(NamedTuple):
    """The result of one search for the deals that were left."""

    deals: int
    looks: int
    moves: int
    left: Words
    digests: Words
    """Of each deal's solution; 0 where none was found."""


class Warps:
    """The memory for one search, of so many deals at a time; the rules differ in free cells only."""

    def __init__(self, quick: QuickSearch, blocks: int = BLOCKS, rules: Rules = FREECELL) -> None:
        require()
        met = MET * quick.quota + SPARE
        slots = slots_for(met)
        each = 8 * (RECORD * met + slots) + 4 * BUCKETS
        self.blocks = min(blocks, MOST_BYTES // (HALVES * each))
        deals = HALVES * self.blocks
        self.quick = quick
        self.weights = cuda.to_device(np.array((*quick.weights, rules.cells), np.int32))
        self.records: Any = cuda.device_array((deals, met, RECORD), np.int64)
        self.slots: Any = cuda.device_array((deals, slots), np.int64)
        self.heads: Any = cuda.device_array((deals, BUCKETS), np.int32)
        clear[SPREAD](self.slots.reshape(-1), self.heads.reshape(-1))
        self.stamps = cuda.to_device(np.zeros(deals, np.int32))
        rows = np.zeros((THREADS, ROW), np.int64)
        rows[:, 0] = packed_rules(rules)
        self.rows = cuda.to_device(rows)
        self.steps: Any = cuda.device_array((THREADS, MOST_STEPS), np.int16)

    def solve(self, deals: Words) -> SearchPass:
        """Search for solutions of these deals; every one that is found was replayed."""
        numbers = cuda.to_device(deals)
        boards: Any = cuda.device_array((len(deals), 64), np.int8)
        paths: Any = cuda.device_array((len(deals), MOST_MOVES), np.int16)
        found: Any = cuda.device_array((len(deals), 3), np.int32)
        lay_out[SPREAD](numbers, self.rows, boards)
        search[self.blocks, WARP](
            boards,
            self.weights,
            self.quick.quota,
            self.records,
            self.slots,
            self.heads,
            self.stamps,
            cuda.to_device(np.zeros(1, np.int32)),
            paths,
            found,
        )
        digests: Any = cuda.device_array(len(deals), np.int64)
        play[SPREAD](numbers, self.rows, paths, found, self.steps, digests)
        answers = found.copy_to_host()
        moves = answers[:, MOVES]
        assert (moves[answers[:, PATH] >= 0] > 0).all(), "the solver and the engine differ"
        is_solved = moves > 0
        looks = int(answers[:, LOOKED_INTO].sum())
        total = int(moves[is_solved].sum())
        return SearchPass(
            len(deals),
            looks,
            total,
            deals[~is_solved],
            np.where(is_solved, digests.copy_to_host(), 0),
        )


def passes(deals: Words, searches: list[Warps]) -> Iterator[SearchPass]:
    """Send deals through searches; each takes on what the one before has left."""
    for warps in searches:
        if len(deals):
            found = warps.solve(deals)
            yield found
            deals = found.left
