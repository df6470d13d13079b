"""The speed of a game: parts that make it faster and decide nothing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ludex.kernel.event import Event
from ludex.kernel.outcome import Outcome

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Refinement(Generic[S]):
    """A faster list of the moves of a game, and optionally of its outcome, without the guards.

    It is not a rule: `ludex.check.refinement` compares it with the guards, and a test runs that
    comparison on thousands of positions.
    """

    moves: Callable[[S], Sequence[Event[S]]]
    """Every legal move, in the order of the candidates; no asides."""

    outcome: Callable[[S], Outcome | None] | None = None


@dataclass(frozen=True)
class ByHand:
    """A faster form of a function of numbers, written by hand, for the derived engine.

    It is not a rule: `ludex check GAME --engine derived` compares the engine with the rulebook.
    """

    step: str
    """The faster function, as `module:name`: a step of an engine. Its arguments are numbers; in
    place of a tuple of numbers they are a row, the first place in it, and the length."""

    low: int
    high: int
    """The bounds of its answers."""


@dataclass(frozen=True, kw_only=True)
class Speed(Generic[S]):
    """Parts that make a game faster without changing it."""

    candidates: Callable[[S], Iterable[Event[S]]] | None = None
    """Events that include all legal ones; the default tries every argument. They narrow the search
    and decide nothing: the guards test each of them."""

    asides: Callable[[S], Iterable[Event[S]]] | None = None
    """Events that include all legal asides, if `candidates` omits them, so that a search for moves
    is faster. A refined game has all asides here."""

    refinement: Refinement[S] | None = None
    """A faster source of the same answers, attached with `refined`; rulebooks do not define it."""

    by_hand: Mapping[Callable[..., int], ByHand] = field(default_factory=dict)
    """Functions of the rulebook that a derived engine has in a faster form."""

    checked: bool = True
    """Are `always` and `steps` checked after every event? `unchecked` disables it."""
