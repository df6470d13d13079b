"""The search compiled by Numba, once on a machine; until then nobody is kept waiting."""

from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, cast

import numpy as np
from numba import typeof

from ludex.bots.cancellation import LOOKS, think_on

from ..rules.deals import Board
from ..rules.options import Rules
from .results import Verdict
from .search.compiler import begin, go_on, trace
from .search.layout import Words
from .single import SearchProgram, solve_board

TIMEOUT = 2.0
"""Seconds in which what was compiled before is read from disk."""


def zeros(count: int) -> Words:
    """Return an array of zeros."""
    return np.zeros(count, np.int64)


COMPILED = SearchProgram(
    begin,
    go_on,
    trace,
    zeros,
    array=lambda numbers: np.array(numbers, np.int64),
    piece=4_000,
    shares_room=True,
)

_WORDS = zeros(1)
_ENTRIES = (
    (begin, (_WORDS, _WORDS)),
    (go_on, (_WORDS, COMPILED.piece)),
    (trace, (_WORDS, _WORDS)),
)
_COMPILING = Lock()


def solve_compiled(
    board: Board, rules: Rules, positions: int, seconds: float | None = None
) -> Verdict:
    """Solve `board`, looking into no more than `positions` positions, for so many seconds."""
    make_ready()
    return solve_board(COMPILED, board, rules, positions, seconds)


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
    until = monotonic() + TIMEOUT
    while not _is_ready() and monotonic() < until:
        think_on()
        sleep(LOOKS)
    return _is_ready()
