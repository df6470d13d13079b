"""Numbered deals by the thousand: each is dealt, solved, written down and replayed by one compiled loop."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import local
from typing import TypeAlias

import numpy as np

from ludex.compile.engine import Row
from ludex.compile.jit import called, compiled, counted_from_the_front

from ..engine.packing import CARD, COLUMNS, FACE, packed_rules
from ..formats.notation import replayed
from ..rules.dealing import dealt as dealt_state
from ..rules.options import FREECELL, Rules
from ..rules.state import board_of
from .compiled import COMPILED, make_ready, solve_compiled, zeros
from .engine_replay import dealt, moves_to_win
from .portfolio import LARGEST_QUOTA, PORTFOLIO, THOROUGH_WEIGHTS, QuickSearch
from .results import Solved, Verdict, moves_not_home
from .search.compiler import begin, go_on, trace
from .search.layout import (
    CELL_PLACE,
    ENDED,
    HOME_PLACE,
    LOOKED_INTO,
    SETTING_COUNT,
    SETTINGS,
    STATUS,
    STEP_PLACE,
    STEP_SOURCE,
    STEP_TARGET,
    TARGET,
    TO_HOME,
    WON,
    Words,
)
from .single import FIRST_ROOM, BoardSearch, moves_of, settings, solve_thoroughly

counted_from_the_front(__name__)

Letters: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

CHUNK = 500
"""So many deals are solved between two looks at the world: a tenth of a second."""

MOST_STEPS = 512
"""Longer solutions of the quick searches are left to the solver of single boards."""

LETTERS = 5
"""A move is no longer than `26vd` and the end of its line."""

IS_OPEN, POSITIONS, ALL_MOVES, PLAYERS_MOVES = range(4)
"""The findings of a deal: is it left to another search; positions looked into; all moves to the win,
or -1: the engine refuses one; those of them that are not to the homes."""
NOT_SOLVED, TOO_LONG, ALL_SEARCHED = 1, 2, 3
"""The reasons to leave a deal: no search has solved it, its solution is too long, the last search has ended."""

THOROUGH = QuickSearch(THOROUGH_WEIGHTS, FIRST_ROOM)

_HERE = local()


@dataclass(frozen=True, slots=True)
class SolvedDeal:
    """The verdict about a deal, with its moves only when they are asked for."""

    deal: int
    positions: int
    players_moves: int
    all_moves: int
    steps: Words
    written: str = ""
    """The moves in standard notation, one a line."""

    other: Verdict | None = None
    """The verdict of the solver of single boards, where the quick searches have not solved the deal."""

    @property
    def verdict(self) -> Verdict:
        """The verdict that `solve` gives."""
        return self.other or Solved(moves_of(self.steps), self.positions)


def solve_deals(deals: range, positions: int, rules: Rules = FREECELL) -> Iterator[SolvedDeal]:
    """Solve deals one after the other, looking into no more than `positions` positions for each.

    The rules are FreeCell's, with four free cells or fewer.
    """
    for first in range(deals.start, deals.stop, CHUNK):
        yield from _solve_chunk(range(first, min(first + CHUNK, deals.stop)), positions, rules)


def unsolved_deals(deals: range, positions: int, rules: Rules) -> list[int]:
    """Return the deals that the quick searches do not solve."""
    found, _ = _search_quickly(deals, positions, rules)
    return [deals[i] for i in np.flatnonzero(found[:, IS_OPEN]).tolist()]


def impossible_deals(deals: Sequence[int], rules: Rules) -> list[int]:
    """Return the deals that a short thorough search proves impossible."""
    if getattr(_HERE, "thorough_rules", None) != rules:
        task = BoardSearch(COMPILED, board_of(dealt_state(rules, 1)), rules, 0)
        _HERE.thorough_room = task.thorough_room(FIRST_ROOM, THOROUGH)
        _HERE.thorough_rules = rules
    mem = _HERE.thorough_room
    found, _ = _search(mem, deals, [mem[SETTINGS : SETTINGS + SETTING_COUNT].tolist()], rules)
    return [deals[i] for i in np.flatnonzero(found[:, IS_OPEN] == ALL_SEARCHED).tolist()]


def _search_quickly(chunk: Sequence[int], positions: int, rules: Rules) -> tuple[Words, Words]:
    """Return the findings of each deal, and the steps of the solutions."""
    mem = COMPILED.quick_room(rules, LARGEST_QUOTA)
    found, steps = _search(mem, chunk, [*_searches(mem, positions)], rules)
    assert (found[:, ALL_MOVES] >= 0).all(), "the solver and the engine differ"
    return found, steps


def _search(
    mem: Words, deals: Sequence[int], searches: list[list[int]], rules: Rules
) -> tuple[Words, Words]:
    if not hasattr(_HERE, "state"):
        _HERE.state = zeros(COLUMNS + 2 * FREECELL.columns)
    _HERE.state[0] = packed_rules(rules)
    found = np.zeros((len(deals), 4), np.int64)
    steps = np.zeros((len(deals), MOST_STEPS), np.int64)
    solve_many(
        mem,
        np.array(deals, np.int64),
        np.array(searches, np.int64),
        _HERE.state,
        zeros(80),
        zeros(MOST_STEPS),
        steps,
        found,
    )
    return found, steps


def _solve_chunk(chunk: range, positions: int, rules: Rules) -> Iterator[SolvedDeal]:
    found, steps = _search_quickly(chunk, positions, rules)
    text = np.zeros((len(chunk), LETTERS * MOST_STEPS), np.uint8)
    lengths = zeros(len(chunk))
    write_standard(steps, found, text, lengths)
    for number, (is_open, looks, moves, players), way, letters, length in zip(
        chunk, found.tolist(), steps, text, lengths.tolist(), strict=True
    ):
        if is_open:
            done = looks if is_open != TOO_LONG else None
            yield _solve_alone(number, positions, rules, done)
        else:
            written = letters[:length].tobytes().decode()
            yield SolvedDeal(number, looks, players, moves, way[:moves].copy(), written)


def _solve_alone(number: int, positions: int, rules: Rules, done: int | None) -> SolvedDeal:
    """Solve a deal; `done` are the positions of the quick searches that have not solved it."""
    make_ready()
    start = dealt_state(rules, number)
    board = board_of(start)
    if done is None:
        found = solve_compiled(board, rules, positions)
    else:
        found = solve_thoroughly(BoardSearch(COMPILED, board, rules, positions), done)
    if isinstance(found, Solved):
        assert replayed(start, found.moves).wins, "the solver and the rulebook differ"
    moves = found.moves if isinstance(found, Solved) else ()
    players = moves_not_home(moves)
    return SolvedDeal(number, found.positions, players, len(moves), zeros(0), other=found)


def _searches(mem: Words, positions: int) -> Iterator[list[int]]:
    """Yield the quick searches that fit into a budget, the last one shortened."""
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
    mem: Words,
    deals: Words,
    searches: Words,
    state: Row,
    board: Words,
    path: Words,
    steps: Words,
    found: Words,
) -> None:
    """Solve these deals by one search after the other."""
    for n in range(deals.shape[0]):
        dealt(state, deals[n])
        unpack(state, board)
        for search in searches:
            for i in range(SETTING_COUNT):
                mem[SETTINGS + i] = search[i]
            begin(mem, board)
            go_on(mem, search[0] + 1)
            found[n, POSITIONS] += mem[LOOKED_INTO]
            if mem[STATUS] == WON:
                break
        length = trace(mem, path) if mem[STATUS] == WON else -1
        if length >= 0:
            found[n, ALL_MOVES] = moves_to_win(state, path, length, steps[n])
            for i in range(length):
                found[n, PLAYERS_MOVES] += path[i] >> TARGET & 15 != TO_HOME
        if mem[STATUS] != WON:
            found[n, IS_OPEN] = ALL_SEARCHED if mem[STATUS] == ENDED else NOT_SOLVED
        elif length < 0 or found[n, ALL_MOVES] > MOST_STEPS:
            found[n, IS_OPEN] = TOO_LONG


@called
def letter(place: int) -> int:
    """Return the sign of a place: a column from 1 on, a cell from `a` on, or `h` for home."""
    if place == HOME_PLACE:
        return ord("h")
    return ord("1") + place if place < CELL_PLACE else ord("a") + place - CELL_PLACE


@compiled
def write_standard(steps: Words, found: Words, text: Letters, lengths: Words) -> None:
    """Write the solutions as players do; a move has a count where its places do not tell it."""
    sizes = np.zeros(32, np.int64)
    for n in range(found.shape[0]):
        if found[n, IS_OPEN]:
            continue
        for place in range(8):
            sizes[place] = 7 if place < 4 else 6
        at = 0
        for i in range(found[n, ALL_MOVES]):
            step = steps[n, i]
            source, target = step >> STEP_SOURCE, step >> STEP_TARGET & STEP_PLACE
            count = step & STEP_PLACE
            text[n, at] = letter(source)
            text[n, at + 1] = letter(target)
            at += 2
            if (
                source < CELL_PLACE
                and target < CELL_PLACE
                and sizes[target] == 0
                and sizes[source] > 1
            ):
                text[n, at] = ord("v")
                text[n, at + 1] = ord("0") + count if count < 10 else ord("a") + count - 10
                at += 2
            text[n, at] = ord("\n")
            at += 1
            sizes[source] -= count
            sizes[target] += count
        lengths[n] = at - 1
