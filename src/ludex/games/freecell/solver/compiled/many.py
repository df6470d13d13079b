"""Numbered deals by the thousand, in one thread or several; each solution was replayed."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import local
from typing import Final

import numpy as np

from ludex.games.freecell.engine.packing import COLUMNS as ENGINE_COLUMNS
from ludex.games.freecell.engine.packing import packed_rules
from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.solver.compiled.deals import (
    ALL_MOVES,
    FINDINGS,
    LOOKS,
    OPEN,
    OUTCOME,
    PLAYERS_MOVES,
    REFUSED,
    solve_many,
)
from ludex.games.freecell.solver.compiled.layout import Words
from ludex.games.freecell.solver.compiled.memory import room
from ludex.games.freecell.solver.compiled.portfolio import LARGEST_QUOTA, MET, as_array
from ludex.games.freecell.solver.compiled.solver import moves_of, solve_compiled
from ludex.games.freecell.solver.results import Solved, Verdict

CHUNK: Final = 500
"""So many deals are solved between two looks at the world: a tenth of a second."""

AHEAD: Final = 4
"""So many chunks a worker may be ahead of whoever reads the answers."""

MOST_STEPS: Final = 512
"""Longer solutions of the quick searches are left to the solver of single boards."""

_HERE = local()


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict about a deal, with its moves only when they are asked for."""

    deal: int
    positions: int
    players_moves: int
    all_moves: int
    steps: Words | None
    other: Verdict | None
    """Where the quick searches have not solved it."""

    @property
    def verdict(self) -> Verdict:
        """The same as `solve` gives."""
        if self.other is not None:
            return self.other
        assert self.steps is not None
        return Solved(moves_of(self.steps), self.positions)


def solve_deals(deals: range, positions: int, workers: int = 1) -> Iterator[Answer]:
    """The answers in order; `positions` is the most to look into for one deal."""
    chunks = (
        range(first, min(first + CHUNK, deals.stop))
        for first in range(deals.start, deals.stop, CHUNK)
    )
    if workers == 1:
        for chunk in chunks:
            yield from _solved(chunk, positions)
        return
    with ThreadPoolExecutor(workers) as crew:
        doing: deque[Future[list[Answer]]] = deque()
        try:
            for chunk in chunks:
                doing.append(crew.submit(_solved, chunk, positions))
                if len(doing) > AHEAD * workers:
                    yield from doing.popleft().result()
            while doing:
                yield from doing.popleft().result()
        finally:
            crew.shutdown(wait=True, cancel_futures=True)


def _solved(chunk: range, positions: int) -> list[Answer]:
    mem, state = _memory()
    found = np.zeros((len(chunk), FINDINGS), np.int64)
    kept = np.zeros((len(chunk), MOST_STEPS), np.int64)
    board, path = np.zeros(80, np.int64), np.zeros(MOST_STEPS, np.int64)
    portfolio = _within(as_array(), positions)
    solve_many(mem, chunk.start, portfolio, state, board, path, found, kept)
    assert not (found[:, OUTCOME] == REFUSED).any(), "the solver and the engine differ"
    answers = []
    for deal, numbers, steps in zip(chunk, found.tolist(), kept, strict=True):
        if numbers[OUTCOME] == OPEN:
            other = solve_compiled(microsoft_board(deal), FREECELL, positions)
            moves = other.moves if isinstance(other, Solved) else ()
            players = other.players_moves if isinstance(other, Solved) else 0
            answers.append(
                Answer(deal, other.positions, players, len(moves), None, other)
            )
        else:
            count = numbers[ALL_MOVES]
            answers.append(
                Answer(
                    deal,
                    numbers[LOOKS],
                    numbers[PLAYERS_MOVES],
                    count,
                    steps[:count].copy(),
                    None,
                )
            )
    return answers


def _memory() -> tuple[Words, Words]:
    """This thread's room, and its row of the engine, made when first used."""
    if not hasattr(_HERE, "mem"):
        _HERE.mem = room(FREECELL, LARGEST_QUOTA, MET)
        _HERE.state = np.zeros(ENGINE_COLUMNS + 2 * FREECELL.columns, np.int64)
        _HERE.state[0] = packed_rules(FREECELL)
    return _HERE.mem, _HERE.state


def _within(portfolio: Words, positions: int) -> Words:
    """The searches of a portfolio that fit into a budget, the last one shortened."""
    left = positions
    for i, quick in enumerate(portfolio):
        quick[0] = min(int(quick[0]), left)
        left -= int(quick[0])
        if left == 0:
            return portfolio[: i + 1]
    return portfolio
