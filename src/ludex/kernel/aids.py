"""Aids that help to play a game and decide nothing: thinking for bots and hints, speed for
engines."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.kernel.dice import Dice
from ludex.kernel.event import Event
from ludex.kernel.outcome import Outcome
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


@dataclass(frozen=True, kw_only=True)
class Refinement(Generic[S]):
    """The moves of a game found without asking the guards, and perhaps its end.

    It is no rule: `ludex.check.refinement` compares it with the guards, and a test runs
    that comparison over thousands of positions.
    """

    moves: Callable[[S], Sequence[Event[S]]]
    """Every legal move, in the order of the candidates; no asides."""

    outcome: Callable[[S], Outcome | None] | None = None


@dataclass(frozen=True, kw_only=True)
class Speed(Generic[S]):
    """The parts of a game that make it faster and leave it the same."""

    candidates: Callable[[S], Iterable[Event[S]]] | None = None
    """Events among which all legal ones are; without it every argument is tried. They
    narrow the search and decide nothing: the guards are asked about each of them."""

    asides: Callable[[S], Iterable[Event[S]]] | None = None
    """Events among which all legal asides are, where `candidates` leaves them out: who
    only wants moves does not wait for them. A game that is refined has them all here."""

    refinement: Refinement[S] | None = None
    """A faster way to the same answers, attached with `refined`; never a rulebook's."""

    checked: bool = True
    """Are `always` and `steps` checked after every event? Left out with `unchecked`."""
