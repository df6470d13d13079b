"""Suites: a few scripts that meet all obligations of a rulebook that can be met.

`suite(game, start)` walks through the game. Each walk meets as many missing obligations as possible
with few events, and also tries refused events. Then scripts and single events that are not needed
are removed. The remaining events test the rows of tables.
"""

from ludex.study.suites.selection import Suite, SuitePlan, suite

__all__ = ["Suite", "SuitePlan", "suite"]
