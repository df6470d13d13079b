"""The knowledge of a game for bots and hints; the rules do not need it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.kernel import Dice, Game, Seat

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Thinking(Generic[S]):
    """The knowledge that helps bots and hints to think about a state."""

    imagine: Callable[[S, Seat, Dice], S] = lambda shown, _seat, _dice: shown
    """A full state that fits the view of a seat: its unknowns are dealt at random."""

    worth: Callable[[S, Seat], float] | None = None
    """The value of a state for a seat, in any unit; more is better. Greedy bots use it; without it
    they use only outcomes."""

    unit: str = "points"
    """The unit of `worth`, in words."""

    is_quiet: Callable[[S], bool] | None = None
    """Does a part of the game end here, such as a hand, so that a bot can stop its search? Without
    it bots look one round ahead."""


NO_KNOWLEDGE: Thinking[object] = Thinking()


def thinking_of(game: Game[S]) -> Thinking[S]:
    """Return the knowledge of a game; by default only that of outcomes."""
    thinking = NO_KNOWLEDGE if game.thinking is None else game.thinking
    assert isinstance(thinking, Thinking)
    return thinking
