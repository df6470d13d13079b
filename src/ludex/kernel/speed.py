"""The parts of a game that make it faster and leave it the same; they decide nothing."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.kernel.event import Event
from ludex.kernel.outcome import Outcome

S = TypeVar("S")


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
