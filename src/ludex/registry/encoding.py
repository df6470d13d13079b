"""The observation that a game states for learners, where what is derived from its types is not
enough."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ludex.kernel import Seat

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Observing(Generic[S]):
    """The view of a seat as numbers, never the state."""

    shapes: Mapping[str, tuple[int, ...]]
    """The parts in order, by name: planes as (planes, rows, columns), else (entries,)."""

    names: tuple[str, ...]
    """The meaning of each number, all parts one after the other."""

    write: Callable[[S, Seat], Sequence[float]]
    """The numbers of a view, as a seat sees it."""

    bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Between which the numbers of a part lie, where it is not 0 and 1."""
