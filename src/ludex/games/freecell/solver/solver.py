"""The FreeCell solver: a verdict about a board, and a solution when there is one.

Compiled where Numba is installed (`ludex[fast]`), in plain Python otherwise: the verdicts
mean the same, only the time that they take differs.
"""

from importlib.util import find_spec

from ludex.bots.cancellation import may_be_stopped
from ludex.games.freecell.rules.deals import Board
from ludex.games.freecell.rules.options import FREECELL, Rules
from ludex.games.freecell.solver.plain import solve_plainly
from ludex.games.freecell.solver.results import POSITIONS, Verdict


def is_compiled() -> bool:
    """Is there a compiler for the quick solver?"""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def solve(
    board: Board,
    rules: Rules = FREECELL,
    positions: int = POSITIONS,
    seconds: float | None = None,
) -> Verdict:
    """Solve `board`, looking into no more than `positions` positions, for so many seconds."""
    if not is_compiled():
        return solve_plainly(board, rules, positions, seconds)
    from ludex.games.freecell.solver.compiled.solver import is_ready, solve_compiled  # noqa: PLC0415 - heavy

    if may_be_stopped() and not is_ready():  # the very first time on a machine
        return solve_plainly(board, rules, positions, seconds)
    return solve_compiled(board, rules, positions, seconds)
