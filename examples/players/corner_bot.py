"""A bot for tic-tac-toe in ten lines: the middle, then a corner, then anything.

ludex league examples/tic_tac_toe.py --player examples/players/corner_bot.py:choose --player random
"""

from typing import Any

from ludex.bots import View
from ludex.kernel import Dice, Event


def choose(view: View[Any], dice: Dice) -> Event[Any]:
    """One of the legal events of the view."""
    by_cell = {int(str(event)[5:-1]): event for event in view.legal}
    wanted = [cell for cell in (5, 1, 3, 7, 9) if cell in by_cell]
    return by_cell[wanted[0]] if wanted else dice.choice(view.legal)
