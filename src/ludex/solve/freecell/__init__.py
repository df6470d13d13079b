"""The FreeCell solver, and the hints that it gives."""

from ludex.solve.freecell.hints import (
    LastWinnable,
    is_winnable,
    last_winnable,
    next_event,
    verdict,
    way_to_win,
)
from ludex.solve.freecell.solver import Impossible, Solved, Unknown, Verdict, solve

__all__ = [
    "Impossible",
    "LastWinnable",
    "Solved",
    "Unknown",
    "Verdict",
    "is_winnable",
    "last_winnable",
    "next_event",
    "solve",
    "verdict",
    "way_to_win",
]
