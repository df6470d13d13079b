"""The primitives of the search in plain Python, on lists of whole numbers.

Its functions are marked, so that `compiler` can compile them; here nothing is imported for that.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final, TypeVar

from ludex.kernel import Dice

F = TypeVar("F", bound=Callable[..., Any])

STEP = 0x9E3779B97F4A7C15

Mark = Enum("Mark", "STEP CALLED COMPILED")
"""The ways of compiling a function: those of `ludex.compile.jit` with these names."""

MARKS: Final = dict[Callable[..., Any], Mark]()


def step(function: F) -> F:
    """Mark a function that becomes part of the loops that call it."""
    MARKS[function] = Mark.STEP
    return function


def called(function: F) -> F:
    """Mark a function that loops call."""
    MARKS[function] = Mark.CALLED
    return function


def compiled(function: F) -> F:
    """Mark a loop that Python calls."""
    MARKS[function] = Mark.COMPILED
    return function


def lowest(some: int) -> int:
    """Return the place of the lowest bit that is set; one must be."""
    return (some & -some).bit_length() - 1


def how_many(some: int) -> int:
    """Return how many bits are set."""
    return some.bit_count()


def word(seed: int, drawn: int) -> int:
    """Return the next 64 random bits, after so many words have been drawn."""
    return Dice(seed + drawn * STEP).word()
