"""The FreeCell solver."""

from ludex.solve.freecell.solver import Impossible, Solved, Unknown, Verdict, solved

__all__ = ["Impossible", "Solved", "Unknown", "Verdict", "solved"]
