"""The search in machine code that is loaded without Numba and NumPy; `many` has what is compiled."""

from ctypes import addressof, c_int64
from functools import cache, partial
from mmap import mmap
from pathlib import Path
from typing import Any

from ludex.compile.native import Loop, native_loop

from ..rules.deals import Board
from ..rules.options import Rules
from .results import Verdict
from .search.layout import BEGIN, GO_ON, TRACE, Words
from .single import SearchProgram, solve_board

# ruff: noqa: PLC0415 - what is compiled takes long to import


STEPS = "search_in_memory"
"""The function of `many` for a single board."""


def zeros(count: int) -> Words:
    """Return so many zeros; those that are never used take no memory."""
    return (c_int64 * count).from_buffer(mmap(-1, 8 * max(count, 1)))


@cache
def loop(name: str, count: int) -> Loop:
    """Return a function of `many` that takes so many addresses."""

    def compile_loop() -> tuple[list[str], bytes]:
        from . import many

        return many.machine_code(getattr(many, name))

    package = Path(__file__).parent.parent
    folders = (package / name for name in ("engine", "rules", "solver", "solver/search"))
    sources = [file for folder in folders for file in folder.glob("*.py")]
    return native_loop(f"{__package__}.many.{name}", sources, compile_loop, count)


def _search(step: int, mem: Any, numbers: Any, argument: int) -> int:  # noqa: ANN401 - arrays of C
    sizes = (c_int64 * 4)(step, len(mem), len(numbers), argument)
    loop(STEPS, 3)(addressof(mem), addressof(numbers), addressof(sizes))
    return sizes[3]


def _begin(mem: Words, board: Words) -> None:
    _search(BEGIN, mem, board, 0)


def _go_on(mem: Words, looks: int) -> None:
    _search(GO_ON, mem, _NOTHING, looks)


_NOTHING = zeros(1)

NATIVE = SearchProgram(
    _begin,
    _go_on,
    partial(_search, TRACE, argument=0),
    zeros,
    array=lambda numbers: (c_int64 * len(numbers))(*numbers),
    piece=4_000,
)


def solve_native(
    board: Board, rules: Rules, positions: int, seconds: float | None = None
) -> Verdict:
    """Solve `board`, looking into no more than `positions` positions, for so many seconds."""
    loop(STEPS, 3)  # compiling it, once on a machine, is nobody's time for solving
    return solve_board(NATIVE, board, rules, positions, seconds)
