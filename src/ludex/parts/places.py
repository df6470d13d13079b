"""Places in a row, which documents count from 0 and people from 1."""

from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Nth:
    """A place as a sentence names it: `{column}` from 1, `{column:index}` from 0."""

    index: int

    def __str__(self) -> str:
        return str(self.index + 1)

    def __format__(self, spec: str) -> str:
        if spec == "index":
            return str(self.index)
        return format(self.index + 1, spec)


def put(places: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    """Return the places with another value in place `i`."""
    return (*places[:i], value, *places[i + 1 :])
