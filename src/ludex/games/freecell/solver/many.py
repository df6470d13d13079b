"""Numbered deals by the thousand: each is dealt, solved, written down and replayed by one compiled loop."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import local
from typing import Final

import numpy as np

from ludex.compile.engine import Row
from ludex.compile.jit import called, compiled
from ludex.games.freecell.engine.engine import deal
from ludex.games.freecell.engine.packing import CARD, COLUMNS, FACE, packed_rules
from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.solver.compiled import COMPILED, solve_compiled, zeros
from ludex.games.freecell.solver.engine_replay import wins
from ludex.games.freecell.solver.portfolio import LARGEST_QUOTA, PORTFOLIO
from ludex.games.freecell.solver.results import Solved, Verdict, moves_not_home
from ludex.games.freecell.solver.search.best_first import begin, go_on
from ludex.games.freecell.solver.search.layout import (
    LOOKED_INTO,
    PLACES,
    SETTING_COUNT,
    SETTINGS,
    STATUS,
    STEP_HOME,
    STEP_PLACE,
    STEP_TARGET,
    WON,
    Words,
)
from ludex.games.freecell.solver.search.trace import trace
from ludex.games.freecell.solver.single import moves_of, settings

CHUNK: Final = 500
"""So many deals are solved between two looks at the world: a tenth of a second."""

MOST_STEPS: Final = 512
"""Longer solutions of the quick searches are left to the solver of single boards."""

# What is found of a deal: its outcome, the positions looked into, the moves, and those of them
# that are not to the homes.
OUTCOME, POSITIONS, ALL_MOVES, PLAYERS_MOVES = range(4)
FINDINGS: Final = 4
OPEN, SOLVED, REFUSED = range(3)
"""A deal that no quick search has solved; one whose solution was replayed; one whose was not."""

_HERE = local()


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict about a deal, with its moves only when they are asked for."""

    deal: int
    positions: int
    players_moves: int
    all_moves: int
    steps: "Words | None"
    other: Verdict | None
    """Where the quick searches have not solved it."""

    @property
    def verdict(self) -> Verdict:
        """The same as `solve` gives."""
        return self.other or Solved(moves_of(self.steps), self.positions)


def solve_deals(deals: range, positions: int) -> Iterator[Answer]:
    """Solve deals one after the other, looking into no more than `positions` positions for each."""
    for first in range(deals.start, deals.stop, CHUNK):
        yield from _solve_chunk(range(first, min(first + CHUNK, deals.stop)), positions)


def _solve_chunk(chunk: range, positions: int) -> Iterator[Answer]:
    mem = COMPILED.quick_room(FREECELL, LARGEST_QUOTA)
    if not hasattr(_HERE, "state"):
        _HERE.state = zeros(COLUMNS + 2 * FREECELL.columns)
        _HERE.state[0] = packed_rules(FREECELL)
    found = np.zeros((len(chunk), FINDINGS), np.int64)
    steps = np.zeros((len(chunk), MOST_STEPS), np.int64)
    searches = np.array([*_searches(mem, positions)], np.int64)
    board, path = zeros(80), zeros(MOST_STEPS)
    solve_many(mem, chunk.start, searches, _HERE.state, board, path, found, steps)
    assert not (found[:, OUTCOME] == REFUSED).any(), "the solver and the engine differ"
    for number, (outcome, looks, count, players), way in zip(
        chunk, found.tolist(), steps, strict=True
    ):
        if outcome == SOLVED:
            yield Answer(number, looks, players, count, way[:count], None)
            continue
        other = solve_compiled(microsoft_board(number), FREECELL, positions)
        moves = other.moves if isinstance(other, Solved) else ()
        yield Answer(
            number, other.positions, moves_not_home(moves), len(moves), None, other
        )


def _searches(mem: Words, positions: int) -> Iterator[list[int]]:
    """The quick searches that fit into a budget, the last one shortened."""
    for quick in PORTFOLIO:
        if positions:
            quota = min(quick.quota, positions)
            yield settings(mem, quick, quota)
            positions -= quota


@called
def unpack(state: Row, board: Words) -> None:
    """Write down the board of an engine's row just after a deal of one pack to eight columns."""
    board[0] = board[1] = 0
    place = 2
    for a in range(8):
        cards = 7 if a < 4 else 6
        near = state[COLUMNS + 2 * a]
        board[place] = cards
        for i in range(cards):
            board[place + cards - i] = (near >> CARD * i & FACE) - 4
        place += cards + 1


@compiled
def solve_many(
    mem: Words, first: int, searches: Words, state: Row, board: Words, path: Words,
    found: Words, steps: Words,
) -> None:  # fmt: skip
    """Solve the deals from `first` on, as many as there is room to find."""
    for n in range(found.shape[0]):
        for place in range(1, COLUMNS):
            state[place] = 0
        deal(state, first + n)
        unpack(state, board)
        for search in searches:
            for i in range(SETTING_COUNT):
                mem[SETTINGS + i] = search[i]
            begin(mem, board)
            go_on(mem, search[0] + 1)
            found[n, POSITIONS] += mem[LOOKED_INTO]
            if mem[STATUS] == WON:
                break
        if mem[STATUS] == WON:
            for cell in range(4):
                mem[PLACES + cell] = 0
            count = trace(mem, path, steps[n])
            if count >= 0:  # or else it is longer than there is room for
                is_won = wins(state, steps[n], count)
                found[n, OUTCOME] = SOLVED if is_won else REFUSED
                found[n, ALL_MOVES] = count
                for i in range(count):
                    target = steps[n, i] >> STEP_TARGET & STEP_PLACE
                    found[n, PLAYERS_MOVES] += target != STEP_HOME
