"""The bot that looks one event ahead."""

from typing import TypeVar

from ludex.bots.evaluation import weighed
from ludex.bots.observation import Bot, View, unless_forced
from ludex.kernel import Dice, Event, Game

S = TypeVar("S")


def greedy_bot(game: Game[S]) -> Bot[S]:
    """Whatever stands best right after it, by the game's own evaluation."""
    unchecked = game.unchecked()

    def choose(view: View[S], dice: Dice) -> Event[S]:
        values = weighed(unchecked, view, dice)
        best = max(value for _, value in values)
        return dice.choice([event for event, value in values if value == best])

    return unless_forced(choose)
