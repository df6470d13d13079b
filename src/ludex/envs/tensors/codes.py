"""Values as numbers: each kind of value in a state, written into a tensor.

    NumberCode   a count, yes or no               one number, as it is; 1 for yes
    OneOfCode    one of a few words, a card       one-hot; nothing at all for None
    PileCode     cards one on the other           for each card 1/place, counted from the top
    RowCode      values in a row                  each of them, with their number; without room their number alone
    MembersCode  some of a few words              a number for each
    PlanesCode   things on the squares of a grid  a plane for each kind of thing
    RecordCode   fields, places of a tuple        each of them
    PerhapsCode  a value or None                  is it there, and the value

A code knows the names of its numbers and between which values they lie.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

FARTHEST = 1 << 24
"""Numbers up to here are exact in a tensor of 32-bit floats; larger ones are written as this."""


class TensorEntry(NamedTuple):
    """One number of a tensor."""

    name: str
    low: float = 0.0
    high: float = 1.0


class ValueCode(ABC):
    """A way to write values of one kind."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Return how the numbers are best arranged."""
        return (self.size,)

    @cached_property
    def size(self) -> int:
        """Return how many numbers a value takes."""
        return sum(1 for _ in self.entries(""))

    @abstractmethod
    def entries(self, name: str) -> Iterator[TensorEntry]:
        """List what each of them says, of the value that is called so."""

    @abstractmethod
    def write(self, value: Any, row: list[float], at: int) -> None:  # noqa: ANN401
        """Write a value into `row`, which is nought from `at` on."""


@dataclass(frozen=True)
class NumberCode(ValueCode):
    """A count."""

    low: int = -FARTHEST
    high: int = FARTHEST

    def entries(self, name: str) -> Iterator[TensorEntry]:
        low, high = max(self.low, -FARTHEST), min(self.high, FARTHEST)
        yield TensorEntry(name, float(low), float(max(high, low + 1)))

    def write(self, value: Any, row: list[float], at: int) -> None:  # noqa: ANN401
        row[at] = float(max(-FARTHEST, min(FARTHEST, value or 0)))


@dataclass(frozen=True)
class OneOfCode(ValueCode):
    """One of some values; what is none of them (a card from behind) has a number of its own."""

    values: tuple[object, ...]
    words: tuple[str, ...]
    others: bool = False

    @cached_property
    def places(self) -> dict[object, int]:
        """Return where each value stands."""
        return {value: i for i, value in enumerate(self.values)}

    def entries(self, name: str) -> Iterator[TensorEntry]:
        for word in self.words:
            yield TensorEntry(f"{name} is {word}")
        if self.others:
            yield TensorEntry(f"{name} is not known")

    def write(self, value: Any, row: list[float], at: int) -> None:  # noqa: ANN401
        if value is None:
            return
        place = self.places.get(value, len(self.values))
        if place < self.size:
            row[at + place] = 1.0


@dataclass(frozen=True)
class PileCode(ValueCode):
    """Things of which each is there once, in order; the last lies on top."""

    of: OneOfCode

    def entries(self, name: str) -> Iterator[TensorEntry]:
        yield TensorEntry(f"how many of {name}", 0.0, float(FARTHEST))
        for word in self.of.words:
            yield TensorEntry(f"1/place of {word} in {name}, from the top")
        if self.of.others:
            yield TensorEntry(f"how many of {name} are not known", 0.0, float(FARTHEST))

    def write(self, value: Any, row: list[float], at: int) -> None:  # noqa: ANN401
        things: Sequence[object] = value or ()
        row[at] = float(len(things))
        at, last, places = at + 1, len(self.of.values), self.of.places
        for place, thing in enumerate(reversed(things), start=1):
            where = places.get(thing)
            if where is not None:
                row[at + where] = row[at + where] or 1.0 / place
            elif self.of.others:
                row[at + last] += 1.0


@dataclass(frozen=True)
class RowCode(ValueCode):
    """Values in a row, with room for so many; of more the last ones are written."""

    of: ValueCode
    room: int
    varies: bool

    @property
    def shape(self) -> tuple[int, ...]:
        if self.varies or not self.room:
            return (self.size,)
        return (self.room, *self.of.shape) if self.of.size > 1 else (self.room,)

    def entries(self, name: str) -> Iterator[TensorEntry]:
        if self.varies:
            yield TensorEntry(f"how many of {name}", 0.0, float(FARTHEST))
        for place in range(1, self.room + 1):
            yield from self.of.entries(f"{name}[{place}]")

    def write(self, value: Any, row: list[float], at: int) -> None:  # noqa: ANN401
        things: Sequence[object] = value or ()
        if self.varies:
            row[at] = float(len(things))
            at += 1
        size, write = self.of.size, self.of.write
        for thing in things[-self.room :] if self.room else ():
            write(thing, row, at)
            at += size


@dataclass(frozen=True)
class MembersCode(ValueCode):
    """A set, as one entry for each value that may be in it."""

    of: OneOfCode

    def entries(self, name: str) -> Iterator[TensorEntry]:
        for word in self.of.words:
            yield TensorEntry(f"{word} is in {name}")
        if self.of.others:
            yield TensorEntry(f"others are in {name}")

    def write(self, value: Any, row: list[float], at: int) -> None:  # noqa: ANN401
        for thing in value or ():
            self.of.write(thing, row, at)


@dataclass(frozen=True)
class PlanesCode(ValueCode):
    """A grid: for each kind of thing, and each square, whether it stands there."""

    of: OneOfCode
    rows: int
    cols: int

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.of.size, self.rows, self.cols)

    def entries(self, name: str) -> Iterator[TensorEntry]:
        words = (*self.of.words, *["something else"] * self.of.others)
        squares = product(words, range(1, self.rows + 1), range(1, self.cols + 1))
        for word, r, c in squares:
            yield TensorEntry(f"{name}: {word} on row {r}, column {c}")

    def write(self, value: Any, row: list[float], at: int) -> None:  # noqa: ANN401
        squares, places = self.rows * self.cols, self.of.places
        for square, thing in enumerate(value.cells):
            if thing is not None:
                plane = places.get(thing, len(self.of.values))
                row[at + plane * squares + square] = 1.0


class RecordPart(NamedTuple):
    """A field of a record, or a place of a tuple."""

    name: str
    """Behind the name of the whole: `.turn`, `[1]`."""
    read: Callable[[Any], Any]
    code: ValueCode


@dataclass(frozen=True)
class RecordCode(ValueCode):
    """The parts of a value, one after the other."""

    parts: tuple[RecordPart, ...] = ()

    def entries(self, name: str) -> Iterator[TensorEntry]:
        for part in self.parts:
            yield from part.code.entries(f"{name}{part.name}".removeprefix("."))

    def write(self, value: Any, row: list[float], at: int) -> None:  # noqa: ANN401
        for _, read, code in self.parts:
            code.write(read(value), row, at)
            at += code.size


@dataclass(frozen=True)
class PerhapsCode(ValueCode):
    """A value, or None: then nought throughout."""

    of: ValueCode

    def entries(self, name: str) -> Iterator[TensorEntry]:
        yield TensorEntry(f"there is {name}")
        yield from self.of.entries(name)

    def write(self, value: Any, row: list[float], at: int) -> None:  # noqa: ANN401
        if value is not None:
            row[at] = 1.0
            self.of.write(value, row, at + 1)


FLAG = NumberCode(0, 1)
"""Yes or no."""

THERE = PerhapsCode(RecordCode())
"""The name of the entry for a value that may be missing; more of it would never end."""

LENGTH = RowCode(FLAG, 0, varies=True)
"""The name of the entry that counts values, where all of them would be too much."""
