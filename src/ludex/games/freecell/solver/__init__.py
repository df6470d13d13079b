"""The FreeCell solver, and the hints that it gives."""

from ludex.games.freecell.solver.hints import Ways, last_winnable, verdict
from ludex.games.freecell.solver.results import (
    POSITIONS,
    Impossible,
    Solved,
    Unknown,
    Verdict,
)
from ludex.games.freecell.solver.solver import is_compiled, solve

__all__ = [
    "POSITIONS",
    "Impossible",
    "Solved",
    "Unknown",
    "Verdict",
    "Ways",
    "is_compiled",
    "last_winnable",
    "solve",
    "verdict",
]
