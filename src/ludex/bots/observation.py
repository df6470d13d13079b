"""The observation of a bot: the view of its seat and what it can do there, never a state."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from ludex.kernel import Dice, Event, Game, Seat

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """The knowledge of a seat: its view and its legal events."""

    seat: Seat
    shown: S
    """The state with unknowns in place of hidden values; never the state itself."""

    legal: Sequence[Event[S]]


class Bot(Protocol[S]):
    """A function that chooses an event."""

    def __call__(self, view: View[S], dice: Dice, /) -> Event[S]:
        """Return one of the view's legal events."""
        ...


@runtime_checkable
class Ponderer(Protocol[S]):
    """A bot that can think on while another is to act."""

    def ponder(self, view: View[S]) -> None:
        """Think about a position at another's turn, until told to stop (`think_on`)."""
        ...


def view_of(game: Game[S], s: S, seat: Seat) -> View[S]:
    """Return the view of `seat` in a state, with its legal events."""
    known = game.view(s, seat)
    return View(seat, known, game.moves(known, seat))


def random_bot(view: View[S], dice: Dice) -> Event[S]:
    """Return any legal event, all equally likely: the bot that every other must beat."""
    return dice.choice(view.legal)


def unless_forced(choose: Bot[S]) -> Bot[S]:
    """Return a bot that thinks only where there is a choice."""

    def bot(view: View[S], dice: Dice) -> Event[S]:
        return view.legal[0] if len(view.legal) == 1 else choose(view, dice)

    return bot


AnyView: TypeAlias = View[Any]
AnyBot: TypeAlias = Bot[Any]
