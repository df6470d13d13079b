"""The bot `builder`: it grows a tree of what may follow, on the compiled engine."""

from time import perf_counter
from typing import Final

from ludex.bots import Bot, View
from ludex.bots.budget import Budget
from ludex.bots.playouts import starting
from ludex.bots.search import searching_bot
from ludex.bots.stopping import think_on
from ludex.engines.carcassonne.engine import event
from ludex.engines.carcassonne.growing import Growing
from ludex.engines.carcassonne.playouts import packed
from ludex.engines.engine import Row
from ludex.games.carcassonne import game
from ludex.games.carcassonne.state import State
from ludex.kernel import Dice, Event, Game

AT_ONCE: Final = 8
"""So many walks are made between two looks at the clock."""


def first_walk(_: State) -> None:
    """Walk through a tree once: then it is compiled."""
    s = game.start()
    s = game.after(s, game.draw(s, Dice(1)))
    Growing(packed(s)).walk(1)


def building_bot(refined: Game[State], budget: Budget) -> Bot[State]:
    """A bot that spends its budget on every event that is not forced.

    Where the engine is not there yet, or does not play on such a map, `search` answers.
    """
    otherwise = searching_bot(refined, budget)

    def choose(view: View[State], dice: Dice) -> Event[State]:
        if len(view.legal) == 1:
            return view.legal[0]
        if not starting(first_walk).is_ready(view.shown):
            return otherwise(view, dice)
        begun = perf_counter()
        try:
            row = packed(view.shown)
        except ValueError:  # a map of islands
            return otherwise(view, dice)
        return event(row, grown(row, budget, begun).best())

    return choose


def grown(row: Row, budget: Budget, begun: float) -> Growing:
    """What the budget is spent on; it began at a time of the clock."""
    growing, more = Growing(row), True
    while more:
        think_on()
        if budget.playouts is not None:
            left = budget.playouts - growing.walked
        else:
            assert budget.seconds is not None
            left = AT_ONCE if perf_counter() - begun < budget.seconds else 0
        more = left > 0 and growing.walk(min(AT_ONCE, left))
    return growing
