"""Ranges of numbered deals, solved by a compiled loop (`many`) that is loaded without Numba and NumPy."""

from collections.abc import Iterator, Sequence
from ctypes import addressof, c_char
from dataclasses import dataclass
from threading import local
from typing import Any

from ..formats.notation import replayed
from ..rules.dealing import dealt
from ..rules.options import FREECELL, Rules
from ..rules.state import board_of
from .native import NATIVE, loop, zeros
from .portfolio import LARGEST_QUOTA, MET, PORTFOLIO
from .results import Solved, Verdict, moves_not_home
from .search.layout import (
    ALL_MOVES,
    BOARD_WORDS,
    FINDINGS,
    LETTERS,
    MOST_STEPS,
    SETTING_COUNT,
    STATE_WORDS,
    TOO_LONG,
    room,
)
from .single import BoardSearch, moves_of, searches_within, solve_board, solve_thoroughly

CHUNK = 500
"""So many deals are solved between two looks at the world: a tenth of a second."""

_HERE = local()


@dataclass(frozen=True, slots=True)
class SolvedDeal:
    """The verdict about a deal, with its moves only when they are asked for."""

    deal: int
    positions: int
    players_moves: int
    all_moves: int
    steps: Sequence[int]
    written: str = ""
    """The moves in standard notation, one a line."""

    other: Verdict | None = None
    """The verdict of the solver of single boards, where the quick searches have not solved the deal."""

    @property
    def verdict(self) -> Verdict:
        """The verdict that `solve` gives."""
        return self.other or Solved(moves_of(self.steps), self.positions)


def solve_deals(
    deals: range, positions: int, rules: Rules = FREECELL, *, is_written: bool = True
) -> Iterator[SolvedDeal]:
    """Solve deals one after the other, looking into no more than `positions` positions for each.

    The rules are FreeCell's, with four free cells or fewer.
    """
    for first in range(deals.start, deals.stop, CHUNK):
        chunk = range(first, min(first + CHUNK, deals.stop))
        if getattr(_HERE, "rules", None) != rules:
            _HERE.memory, _HERE.rules = _Memory(rules), rules
        yield from _HERE.memory.solve(chunk, positions, is_written=is_written)


class _Memory:
    """The memory of the loop, for chunks of deals by the same rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.room: Any = room(zeros, rules, LARGEST_QUOTA, MET)
        self.deals, self.searches = zeros(CHUNK), zeros(SETTING_COUNT * len(PORTFOLIO))
        self.state, self.board, self.path = map(zeros, (STATE_WORDS, BOARD_WORDS, MOST_STEPS))
        self.steps: Any = zeros(CHUNK * MOST_STEPS)
        self.found = zeros(CHUNK * FINDINGS)
        self.text = bytearray(CHUNK * LETTERS * MOST_STEPS)
        self.lengths, self.sizes = zeros(CHUNK), zeros(5)
        letters = (c_char * len(self.text)).from_buffer(self.text)
        parts: tuple[Any, ...] = (
            self.room, self.deals, self.searches, self.state, self.board, self.path,
            self.steps, self.found, letters, self.lengths, self.sizes,
        )  # fmt: skip
        self.addresses = [addressof(part) for part in parts]

    def solve(self, chunk: range, positions: int, *, is_written: bool) -> Iterator[SolvedDeal]:
        """Solve a chunk of deals."""
        count, searches = len(chunk), [*searches_within(self.room, positions)]
        self.deals[:count] = [*chunk]
        for i, search in enumerate(searches):
            self.searches[SETTING_COUNT * i : SETTING_COUNT * (i + 1)] = search
        letters = LETTERS * MOST_STEPS if is_written else 0
        self.sizes[:] = [len(self.room), count, len(searches), self.rules.cells, letters]
        self.found[: FINDINGS * count] = [0] * (FINDINGS * count)
        loop("solve_in_memory", len(self.addresses))(*self.addresses)
        found, lengths = self.found[: FINDINGS * count], self.lengths[:count]
        # Whoever takes an answer may solve other deals before the next.
        steps = [
            self.steps[MOST_STEPS * i : MOST_STEPS * i + found[FINDINGS * i + ALL_MOVES]]
            for i in range(count)
        ]
        texts = [
            self.text[letters * i : letters * i + lengths[i] * is_written].decode()
            for i in range(count)
        ]
        for i, number in enumerate(chunk):
            is_open, looks, moves, players = found[FINDINGS * i : FINDINGS * (i + 1)]
            assert moves >= 0, "the solver and the engine differ"
            if is_open:
                done = looks if is_open != TOO_LONG else None
                yield _solve_alone(number, positions, self.rules, done)
            else:
                yield SolvedDeal(number, looks, players, moves, steps[i], texts[i])


def _solve_alone(number: int, positions: int, rules: Rules, done: int | None) -> SolvedDeal:
    """Solve a deal; `done` are the positions of the quick searches that have not solved it."""
    start = dealt(rules, number)
    board = board_of(start)
    if done is None:
        found = solve_board(NATIVE, board, rules, positions)
    else:
        found = solve_thoroughly(BoardSearch(NATIVE, board, rules, positions), done)
    if isinstance(found, Solved):
        assert replayed(start, found.moves).wins, "the solver and the rulebook differ"
    moves = found.moves if isinstance(found, Solved) else ()
    players = moves_not_home(moves)
    return SolvedDeal(number, found.positions, players, len(moves), (), other=found)
