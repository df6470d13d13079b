"""A bot that follows the ways to win that a solver finds, in games for one."""

from collections.abc import Callable
from typing import Final, TypeVar

from ludex.bots import Bot, Kind, View, random_bot
from ludex.kernel import Dice, Event

S = TypeVar("S")

NAME: Final = "solver"
SENTENCE: Final = "Follows a way to win that the solver has found; where there is none, any move."


def following(way: Callable[[S], tuple[Event[S], ...]]) -> Bot[S]:
    """Return a bot that follows a way to win. A game for one hides nothing: the view is the state."""

    def choose(view: View[S], dice: Dice) -> Event[S]:
        found = way(view.shown)
        return found[0] if found else random_bot(view, dice)

    return choose


def kind(make: Callable[[], Callable[[S], tuple[Event[S], ...]]]) -> Kind:
    """Return the bot as one that can be asked for by name; each game has a solver of its own."""
    return Kind(NAME, SENTENCE, lambda _: following(make()))
