"""One board solved by the compiled search: quick searches first, the thorough one last.

The searches go on in short pieces, so that whoever asked can go away (`think_on`) and the
clock can be looked at; the compiled pieces let other threads run.
"""

import os
from dataclasses import dataclass
from threading import Lock, Thread, local
from time import monotonic, sleep
from typing import Any, Final, cast

import numpy as np
from numba import typeof

from ludex.bots.cancellation import LOOKS, think_on
from ludex.games.freecell.formats.notation import HOME, Move, Place, cell, column
from ludex.games.freecell.rules.deals import Board
from ludex.games.freecell.rules.options import Rules
from ludex.games.freecell.solver.compiled.layout import (
    AFTERTHOUGHT,
    ENDED,
    FULL,
    HEADS,
    LOOKED_INTO,
    MASK,
    MOST_MET,
    QUOTA,
    RUNNING,
    SAFETY,
    STATUS,
    STEP_CELL,
    STEP_HOME,
    STEP_PLACE,
    STEP_SOURCE,
    STEP_TARGET,
    THOROUGH,
    TREE,
    WEIGHT_COUNT,
    WEIGHTS,
    WON,
    Words,
)
from ludex.games.freecell.solver.compiled.memory import (
    SAFETIES,
    packed,
    put_in_places,
    room,
    slots_for,
)
from ludex.games.freecell.solver.compiled.portfolio import (
    LARGEST_QUOTA,
    MET,
    PORTFOLIO,
    THOROUGH_WEIGHTS,
    Quick,
)
from ludex.games.freecell.solver.compiled.search import begin, go_on
from ludex.games.freecell.solver.compiled.trace import told
from ludex.games.freecell.solver.homes import Safety
from ludex.games.freecell.solver.results import (
    Impossible,
    Solved,
    Unknown,
    Verdict,
    so_many,
)

PIECE: Final = 4_000
"""So many positions are looked into before anybody asks whether to go on: some milliseconds."""

PATIENCE: Final = 2.0
"""Seconds in which what was compiled before is read from disk."""

FIRST_ROOM: Final = 1 << 16
LARGE_ROOM: Final = 1 << 24
MET_AT_LAST: Final = 2
"""A search as long as that meets few positions that it does not look into; it has a few thousand columns."""


def _memory() -> int:
    """The bytes of this machine, where it tells."""
    if "SC_PHYS_PAGES" not in getattr(os, "sysconf_names", ()):
        return 0
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


MOST_BYTES: Final = max(2_000_000_000, _memory() // 2)
"""What the thorough search may take; then the verdict is unknown. Only large budgets come so far."""

_HERE = local()


class _OutOfTime(Exception):
    """The seconds are over."""


@dataclass(slots=True)
class _Clock:
    """When to stop, if ever."""

    until: float | None

    def look(self) -> None:
        think_on()
        if self.until is not None and monotonic() >= self.until:
            raise _OutOfTime


def solve_compiled(
    board: Board, rules: Rules, positions: int, seconds: float | None = None
) -> Verdict:
    """Solve `board`, looking into no more than `positions` positions, for so many seconds."""
    make_ready()
    numbers, total = packed(board), 0
    mem = _quick_room(rules)
    clock = _Clock(None if seconds is None else monotonic() + seconds)
    try:
        for quick in PORTFOLIO:
            if total >= positions:
                break
            set_weights(mem, quick, min(quick.quota, positions - total))
            status = _searched(mem, numbers, clock)
            total += int(mem[LOOKED_INTO])
            if status == WON:
                return Solved(moves_to_winner(mem, board), total)
        return _thoroughly(board, rules, positions, total, clock)
    except _OutOfTime:
        return Unknown(total, so_many(f"{seconds:g}", "second"))


_WORDS = np.zeros(1, np.int64)
_ENTRIES: Final = (
    (begin, (_WORDS, _WORDS)),
    (go_on, (_WORDS, PIECE)),
    (told, (_WORDS, _WORDS, _WORDS)),
)
_COMPILING = Lock()


def _is_ready() -> bool:
    return all(getattr(entry, "signatures", True) for entry, _ in _ENTRIES)


def make_ready() -> None:
    """Compile what is not yet, once on a machine; that is nobody's time for solving."""
    with _COMPILING:
        for entry, given in _ENTRIES:
            if not getattr(entry, "signatures", True):  # for no arguments yet
                cast("Any", entry).compile(tuple(map(typeof, given)))


def is_ready() -> bool:
    """Is everything compiled, or so soon? Whoever waits for a hint does not wait a minute for that.

    It goes on all the same: who asks later finds it done.
    """
    if _is_ready():
        return True
    if not _COMPILING.locked():
        Thread(target=make_ready, name="ludex-compiling", daemon=True).start()
    until = monotonic() + PATIENCE
    while not _is_ready() and monotonic() < until:
        think_on()
        sleep(LOOKS)
    return _is_ready()


def _thoroughly(
    board: Board, rules: Rules, positions: int, total: int, clock: _Clock
) -> Verdict:
    """The last word; a room that is full is left for one four times as large."""
    numbers, looks = packed(board), FIRST_ROOM
    quota = max(positions - total, 0)
    while True:
        looks = min(looks, quota + 1)
        mem = _thorough_room(rules, looks)
        mem[SAFETY] = SAFETIES[Safety.HORNE]
        set_weights(mem, Quick(THOROUGH_WEIGHTS, quota), quota)
        mem[THOROUGH] = 1
        status = _searched(mem, numbers, clock)
        looked_into = int(mem[LOOKED_INTO])
        if status == WON:
            return Solved(moves_to_winner(mem, board), total + looked_into)
        if status == ENDED:
            return Impossible(total + looked_into)
        if status != FULL:
            return Unknown(total + looked_into, so_many(str(positions), "position"))
        taken = mem.nbytes
        del mem  # the next one needs the place
        fits = min(4 * looks, MOST_BYTES * looks // taken)
        if 2 * fits < 3 * looks:
            limit = f"{taken // 1_000_000} MB of memory"
            return Unknown(total + looked_into, limit)
        looks = fits


def _thorough_room(rules: Rules, looks: int) -> Words:
    if looks < LARGE_ROOM:
        return room(rules, looks, MET)
    return room(rules, looks, MET_AT_LAST, looks // 4)


def _quick_room(rules: Rules) -> Words:
    """The memory of this thread for quick searches by these rules, made when first used."""
    rooms: dict[Rules, Words] | None = getattr(_HERE, "rooms", None)
    if rooms is None or rules not in rooms:
        # One is enough: who plays stays with a game.
        _HERE.rooms = rooms = {rules: room(rules, LARGEST_QUOTA, MET)}
    return rooms[rules]


def set_weights(mem: Words, quick: Quick, quota: int) -> None:
    """Make ready for a search: its weights and limits."""
    mem[THOROUGH] = 0
    mem[QUOTA], mem[AFTERTHOUGHT] = quota, quick.afterthought
    met = min(MET * quick.quota + 800, int(mem[MOST_MET]))
    mem[MASK] = slots_for(met) - 1
    mem[WEIGHTS : WEIGHTS + WEIGHT_COUNT] = quick.weights


def _searched(mem: Words, numbers: Words, clock: _Clock) -> int:
    begin(mem, numbers)
    try:
        while mem[STATUS] == RUNNING:
            clock.look()
            go_on(mem, PIECE)
    except BaseException:
        mem[HEADS:TREE] = -1  # nothing is left behind for the next search
        raise
    return int(mem[STATUS])


def moves_to_winner(mem: Words, board: Board) -> tuple[Move, ...]:
    """The winner's way, with its real cells."""
    size = 1 << 10
    while True:
        path, steps = np.zeros(size, np.int64), np.zeros(2 * size, np.int64)
        put_in_places(mem, board)
        count = int(told(mem, path, steps))
        if count >= 0:
            return moves_of(steps[:count])
        size *= 4


def moves_of(steps: Words) -> tuple[Move, ...]:
    """Steps as moves."""
    return tuple(
        Move(
            _place(step >> STEP_SOURCE),
            _place(step >> STEP_TARGET & STEP_PLACE),
            step & STEP_PLACE,
        )
        for step in steps.tolist()
    )


def _place(number: int) -> Place:
    if number == STEP_HOME:
        return HOME
    return column(number) if number < STEP_CELL else cell(number - STEP_CELL)
