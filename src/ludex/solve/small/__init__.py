"""Solvers for any small game: its exact value and best play.

`solve(game, start)` explores everything that can happen, within its limits. The result depends on
the game:

- one player: a shortest way to win, or the proof that there is none;
- several players who see everything: the exact value, by retrograde analysis (`retrograde`);
- chance too: exact expected values, as fractions (`expectimax`);
- hidden cards: a strategy by CFR (`cfr`) on the sequence form (`sequence_form`), and how much the
  best response to it could win, computed over every information set.

It never guesses: a search that was cut off is `Unsolved`, with the reason. `bot` plays a solution
and gives hints.
"""

from ludex.solve.small.method import SolveOptions, solve
from ludex.solve.small.solution import Solution, Unsolved

__all__ = ["Solution", "SolveOptions", "Unsolved", "solve"]
