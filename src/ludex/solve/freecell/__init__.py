"""The FreeCell solver."""

from ludex.solve.freecell.solver import Impossible, Solved, Unknown, Verdict, solve

__all__ = ["Impossible", "Solved", "Unknown", "Verdict", "solve"]
