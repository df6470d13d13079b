"""Bots: players that choose among legal events, seeing what their seat may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from ludex.kernel import Dice, Event, Seat

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """All that a seat may know: what it sees, and what it can do."""

    seat: Seat
    shown: S
    """The state with everything hidden replaced by unknowns; never the state itself."""

    legal: Sequence[Event[S]]


class Bot(Protocol[S]):
    """Anything that can choose."""

    def __call__(self, view: View[S], dice: Dice) -> Event[S]:
        """One of the view's legal events."""
        ...


def random_bot(view: View[S], dice: Dice) -> Event[S]:
    """Any legal event, each as likely."""
    return dice.choice(view.legal)
