"""The FreeCell solver, and the hints that it gives."""

from ludex.games.freecell.solver.hints import (
    LastWinnable,
    Ways,
    answer_of,
    is_winnable,
    last_winnable,
    next_event,
    verdict,
    way_of,
    way_to_win,
)
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
    "LastWinnable",
    "Solved",
    "Unknown",
    "Verdict",
    "Ways",
    "answer_of",
    "is_compiled",
    "is_winnable",
    "last_winnable",
    "next_event",
    "solve",
    "verdict",
    "way_of",
    "way_to_win",
]
