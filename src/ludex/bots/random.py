"""The bot that every other must beat."""

from typing import TypeVar

from ludex.bots.observation import View
from ludex.kernel import Dice, Event

S = TypeVar("S")


def random_bot(view: View[S], dice: Dice) -> Event[S]:
    """Any legal event, all equally likely."""
    return dice.choice(view.legal)
