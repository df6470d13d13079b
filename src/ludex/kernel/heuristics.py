"""The knowledge that helps bots and hints to think about a state; it decides nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.kernel.dice import Dice
from ludex.kernel.seat import Seat

S = TypeVar("S")


def _nothing_to_imagine(shown: S, _seat: Seat, _dice: Dice) -> S:
    return shown


@dataclass(frozen=True, kw_only=True)
class Thinking(Generic[S]):
    """The knowledge that helps bots and hints to think about a state."""

    imagine: Callable[[S, Seat, Dice], S] = _nothing_to_imagine
    """A whole state that could lie behind what a seat is shown: its unknowns dealt anew."""

    worth: Callable[[S, Seat], float] | None = None
    """The value of a state for a seat, in any unit, more is better: what greedy bots look at.
    Without it they look at outcomes only."""

    unit: str = "points"
    """The unit of `worth`, in words."""

    is_quiet: Callable[[S], bool] | None = None
    """Has something come to an end here, such as a hand, so that whoever looks ahead can
    stop looking? Without it bots look a round ahead."""
