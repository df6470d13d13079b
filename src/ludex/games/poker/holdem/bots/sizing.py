"""Bets of a size that may be made, and choices by chance."""

from collections.abc import Sequence
from typing import TypeVar

from ludex.kernel import Dice, Event

from ..rules import Bet, RaiseTo, State, amounts, most
from ..rules.betting import matchable
from .spots import COMMITTED

T = TypeVar("T")


def effective(s: State) -> int:
    """The most that the player to act can have in this round: nobody else has more."""
    return min(most(s), matchable(s))


def raise_near(s: State, amount: float) -> Event[State] | None:
    """A bet or a raise to about so much, if there may be one."""
    offered = amounts(s)
    if not offered:
        return None
    least = offered[0]
    to = least if s.rules.fixed else max(least, min(round(amount), most(s)))
    if not s.rules.fixed and to > COMMITTED * effective(s) and to < most(s):
        to = max(least, min(most(s), effective(s)))
    return Bet(to) if s.price == 0 else RaiseTo(to)


def chance(dice: Dice) -> float:
    """A number from 0 to 1."""
    return dice.below(1 << 30) / (1 << 30)


def by_weight(things: Sequence[tuple[T, float]], dice: Dice) -> T:
    """Draw one of some things, each as likely as its weight."""
    mark = chance(dice) * sum(weight for _, weight in things)
    for thing, weight in things:
        mark -= weight
        if mark < 0:
            return thing
    return things[-1][0]
