"""The FreeCell solver: a verdict about a board, and a solution when there is one.

It is compiled where Numba is installed (`ludex[fast]`), and runs in plain Python otherwise:
the verdicts are the same, only the time that they take differs.
"""

from importlib.util import find_spec

from ludex.bots.cancellation import may_be_stopped

from ..rules.deals import Board
from ..rules.options import FREECELL, Rules
from .results import POSITIONS, Solved, Verdict

# ruff: noqa: PLC0415 - what is compiled takes long to import


def is_compiled() -> bool:
    """Is there a compiler for the solver?"""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def solve(
    board: Board,
    rules: Rules = FREECELL,
    positions: int = POSITIONS,
    seconds: float | None = None,
) -> Verdict:
    """Solve `board`, looking into no more than `positions` positions, for so many seconds."""
    if is_compiled():
        from .compiled import is_ready, solve_compiled

        # The very first time on a machine it takes a minute.
        if not may_be_stopped() or is_ready():
            return solve_compiled(board, rules, positions, seconds)
    from .single import PLAIN, solve_board

    return solve_board(PLAIN, board, rules, positions, seconds)


def solve_one(
    board: Board,
    rules: Rules = FREECELL,
    positions: int = POSITIONS,
    seconds: float | None = None,
) -> Verdict:
    """Solve `board`, and nothing after it: the verdict of `solve`, most often sooner.

    Python comes first, for as long as it takes to load machine code; that needs no Numba.
    """
    if not is_compiled():
        return solve(board, rules, positions, seconds)
    from .single import FIRST_POSITIONS, FIRST_SEARCH, solve_board

    few = min(positions, FIRST_POSITIONS)
    found = solve_board(FIRST_SEARCH, board, rules, few, seconds)
    if isinstance(found, Solved):
        return found
    from .native import solve_native

    return solve_native(board, rules, positions, seconds)
