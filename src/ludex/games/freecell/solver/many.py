"""Numbered deals by the thousand: each is dealt, solved, written down and replayed by one compiled loop."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import local
from typing import Any, TypeAlias

import numpy as np
from numba import carray, cfunc  # type: ignore[attr-defined]  # Numba has no types
from numba.core.types import CPointer, int64, uint8, void

from ludex.compile.engine import Row
from ludex.compile.jit import called, compiled, counted_from_the_front

from ..engine.packing import CARD, CELLS_AT, COLUMNS, FACE, RULES, packed_rules
from ..rules.dealing import dealt as dealt_state
from ..rules.options import FREECELL, Rules
from ..rules.state import board_of
from .compiled import COMPILED, zeros
from .engine_replay import dealt, moves_to_win
from .portfolio import LARGEST_QUOTA, THOROUGH_WEIGHTS, QuickSearch
from .search.compiler import begin, go_on, trace
from .search.layout import (
    ALL_MOVES,
    ALL_SEARCHED,
    BEGIN,
    BOARD_WORDS,
    CELL_PLACE,
    ENDED,
    FINDINGS,
    GO_ON,
    HOME_PLACE,
    IS_OPEN,
    LOOKED_INTO,
    MOST_STEPS,
    NOT_SOLVED,
    PLAYERS_MOVES,
    POSITIONS,
    SETTING_COUNT,
    SETTINGS,
    STATE_WORDS,
    STATUS,
    STEP_PLACE,
    STEP_SOURCE,
    STEP_TARGET,
    TARGET,
    TO_HOME,
    TOO_LONG,
    WON,
    Words,
)
from .single import FIRST_ROOM, BoardSearch, searches_within

counted_from_the_front(__name__)

Letters: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

CELLLESS = packed_rules(replace(FREECELL, cells=0))
"""FreeCell's rules as the engine packs them, but for the number of cells."""

THOROUGH = QuickSearch(THOROUGH_WEIGHTS, FIRST_ROOM)

_HERE = local()


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
    found, steps = _search(mem, chunk, [*searches_within(mem, positions)], rules)
    assert (found[:, ALL_MOVES] >= 0).all(), "the solver and the engine differ"
    return found, steps


def _search(
    mem: Words, deals: Sequence[int], searches: list[list[int]], rules: Rules
) -> tuple[Words, Words]:
    if not hasattr(_HERE, "state"):
        _HERE.state = zeros(STATE_WORDS)
    _HERE.state[0] = packed_rules(rules)
    found = np.zeros((len(deals), FINDINGS), np.int64)
    steps = np.zeros((len(deals), MOST_STEPS), np.int64)
    solve_many(
        mem,
        np.array(deals, np.int64),
        np.array(searches, np.int64),
        _HERE.state,
        zeros(BOARD_WORDS),
        zeros(MOST_STEPS),
        steps,
        found,
    )
    return found, steps


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
def write_standard(steps: Words, found: Words, sizes: Words, text: Letters, lengths: Words) -> None:
    """Write the solutions as players do; a move has a count where its places do not tell it."""
    for n in range(found.shape[0]):
        if found[n, IS_OPEN]:
            continue
        for place in range(32):
            sizes[place] = 7 if place < 4 else 6 if place < 8 else 0
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


Address: TypeAlias = Any
"""The address of numbers: how many there are, the loop is told."""


def solve_in_memory(
    mem: Address,
    deals: Address,
    searches: Address,
    state: Address,
    board: Address,
    path: Address,
    steps: Address,
    found: Address,
    text: Address,
    lengths: Address,
    sizes: Address,
) -> None:
    """Solve deals, and write the solutions down. Everything lies at these addresses.

    `sizes` are the words of the memory, the deals, the searches, the free cells, and the letters of a
    text, or 0 where nothing is written.
    """
    count = sizes[1]
    ways, findings = carray(steps, (count, MOST_STEPS)), carray(found, (count, FINDINGS))
    row, scratch = carray(state, (STATE_WORDS,)), carray(board, (BOARD_WORDS,))
    row[RULES] = CELLLESS | sizes[3] << CELLS_AT
    solve_many(
        carray(mem, (sizes[0],)),
        carray(deals, (count,)),
        carray(searches, (sizes[2], SETTING_COUNT)),
        row,
        scratch,
        carray(path, (MOST_STEPS,)),
        ways,
        findings,
    )
    if sizes[4]:
        letters = carray(text, (count, sizes[4]))
        write_standard(ways, findings, scratch, letters, carray(lengths, (count,)))


def search_in_memory(mem: Address, numbers: Address, sizes: Address) -> None:
    """Do a step of the search for one board. Everything lies at these addresses.

    `sizes` are the step, the words of the memory, those of `numbers`, and the argument or the result of
    the step.
    """
    room, others = carray(mem, (sizes[1],)), carray(numbers, (sizes[2],))
    if sizes[0] == BEGIN:
        begin(room, others)
    elif sizes[0] == GO_ON:
        go_on(room, sizes[3])
    else:
        sizes[3] = trace(room, others)


def machine_code(function: Callable[..., None]) -> tuple[list[str], bytes]:
    """Compile one of these two functions; return its name, those that it refers to, and its machine code."""
    address: Any = CPointer
    words, letters = address(int64), address(uint8)
    types = [words] * 3 if function is search_in_memory else [*[words] * 8, letters, *[words] * 2]
    made: Any = cfunc(void(*types))(function)
    library = made._library  # noqa: SLF001
    module = library._final_module  # noqa: SLF001
    others = (
        each.name for each in (*module.functions, *module.global_variables) if each.is_declaration
    )
    names = [made.native_name, *(name for name in others if not name.startswith("llvm."))]
    return names, library._get_compiled_object()  # noqa: SLF001
