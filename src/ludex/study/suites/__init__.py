"""Suites: a few scripts that meet everything that can be met of a rulebook.

`suite(game, start)` walks through the game, each time where most is still to be met for the
fewest events, and tries on the way what is refused. Then whatever can be left out is: whole
scripts, and single events. What events are left then go to what stands in the rows of tables.
"""

from ludex.study.suites.selection import Suite, SuitePlan, suite

__all__ = ["Suite", "SuitePlan", "suite"]
