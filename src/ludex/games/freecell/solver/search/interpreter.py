"""Plain Python in place of `ludex.compile`, on lists of whole numbers."""

from collections.abc import Callable
from typing import Any, TypeVar

from ludex.kernel import Dice

F = TypeVar("F", bound=Callable[..., Any])

STEP = 0x9E3779B97F4A7C15


def step(function: F) -> F:
    """Leave a function as it is."""
    return function


called = compiled = step


def counted_from_the_front(module: str) -> None:
    """Lists find negative places, too; there are none."""


def lowest(some: int) -> int:
    """Return the place of the lowest bit that is set; one must be."""
    return (some & -some).bit_length() - 1


def how_many(some: int) -> int:
    """Return how many bits are set."""
    return some.bit_count()


def word(seed: int, drawn: int) -> int:
    """Return the next 64 random bits, after so many words have been drawn."""
    return Dice(seed + drawn * STEP).word()
