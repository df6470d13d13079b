"""Deals on a GPU: a deal a thread, by the very functions that are compiled for the CPU.

Each thread has its own memory, laid out as on the CPU, and goes from deal to deal. What the
quick searches here leave open is for the CPU.
"""

from typing import Any, Final

import numpy as np

from ludex.engines.cuda import Array, cuda, kernel, require
from ludex.engines.freecell.engine import deal
from ludex.engines.freecell.packing import COLUMNS, packed_rules
from ludex.games.freecell.options import FREECELL
from ludex.solve.freecell.compiled.deals import QUOTA_OF, set_to, unpack
from ludex.solve.freecell.compiled.layout import (
    HEADS,
    LOOKED_INTO,
    SLOTS_AT,
    STATUS,
    TREE,
    WON,
    Words,
)
from ludex.solve.freecell.compiled.portfolio import MET, PORTFOLIO, as_array
from ludex.solve.freecell.compiled.room import room
from ludex.solve.freecell.compiled.search import begin, go_on

SEARCHES: Final = 2
"""So many searches of the portfolio run here: they solve 98 of 100 deals."""
NODES: Final = 4_000
STATE: Final = COLUMNS + 16
THREADS: Final = 64


@kernel
def _prepare(memories: Array, template: Array) -> None:
    i = cuda.grid(1)
    if i < memories.shape[0]:
        mem = memories[i]
        for place in range(TREE):
            mem[place] = template[place]
        for place in range(HEADS, TREE):
            mem[place] = -1
        for place in range(template[SLOTS_AT], mem.shape[0]):
            mem[place] = 0


@kernel
def _solve(  # noqa: PLR0917 - a kernel takes no keywords
    memories: Array, first: int, portfolio: Array, states: Array, boards: Array, found: Array
) -> None:  # fmt: skip
    i = cuda.grid(1)
    if i >= memories.shape[0]:
        return
    mem, state, board = memories[i], states[i], boards[i]
    for n in range(i, found.shape[0], memories.shape[0]):
        for place in range(1, COLUMNS):
            state[place] = 0
        deal(state, first + n)
        unpack(state, board)
        looks = 0
        for s in range(portfolio.shape[0]):
            set_to(mem, portfolio[s])
            begin(mem, board)
            go_on(mem, portfolio[s, QUOTA_OF] + 1)
            looks += mem[LOOKED_INTO]
            if mem[STATUS] == WON:
                break
        found[n, 0] = 1 if mem[STATUS] == WON else 0
        found[n, 1] = looks


class Batches:
    """The memory of so many threads on the device, for one batch of deals after another."""

    def __init__(self, threads: int) -> None:
        require()
        quota = max(quick.quota for quick in PORTFOLIO[:SEARCHES])
        template = room(FREECELL, quota + 1, MET, NODES)
        self.portfolio = cuda.to_device(as_array()[:SEARCHES])
        self.memories: Any = cuda.device_array((threads, template.shape[0]), np.int64)
        states = np.zeros((threads, STATE), np.int64)
        states[:, 0] = packed_rules(FREECELL)
        self.states = cuda.to_device(states)
        self.boards = cuda.to_device(np.zeros((threads, 80), np.int64))
        self.blocks = -(-threads // THREADS)
        _prepare[self.blocks, THREADS](self.memories, cuda.to_device(template))

    def solve(self, first: int, deals: int) -> Words:
        """For each deal from `first` on: was it solved, and how many positions it took."""
        found = cuda.device_array((deals, 2), np.int64)
        _solve[self.blocks, THREADS](
            self.memories, first, self.portfolio, self.states, self.boards, found
        )
        answers: Words = found.copy_to_host()
        return answers
