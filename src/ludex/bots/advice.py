"""Advice: what would be good to do now, pointed at first and done second."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.bots.seeing import Bot, View
from ludex.kernel import Dice, Event, Game, Gesture

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Hint(Generic[S]):
    """An event worth making, how it is made, and why."""

    event: Event[S]
    gesture: Gesture
    why: str
    """One line."""


@dataclass(frozen=True, slots=True)
class Advisor(Generic[S]):
    """Who is asked for advice; sees what the asker sees.

    `winnable` answers True (proven), False (proven) or None (unknown); games in which the
    question has no exact answer have no such light.
    """

    hint: Callable[[View[S], Dice], Hint[S] | None]
    winnable: Callable[[View[S]], bool | None] | None = None


def advisor_from(game: Game[S], bot: Bot[S], why: str) -> Advisor[S]:
    """Advice to do what a bot would do."""

    def hint(view: View[S], dice: Dice) -> Hint[S] | None:
        if not view.legal:
            return None
        event = bot(view, dice)
        return Hint(event, game.gesture(view.shown, event), why)

    return Advisor(hint)
