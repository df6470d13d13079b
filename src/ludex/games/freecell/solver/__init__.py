"""The FreeCell solver, and the hints that it gives."""

from .hints import Ways, last_winnable, verdict
from .results import (
    POSITIONS,
    Impossible,
    Solved,
    Unknown,
    Verdict,
)
from .solver import is_compiled, solve, solve_one

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
    "solve_one",
    "verdict",
]
