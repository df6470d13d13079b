"""Values while a rulebook is compiled: constants, and what the generated code will hold.

A number is a piece of code with bounds; a thing out of a few is the code of its place in a tuple;
records and tuples are their parts; an array is a stretch of a row. None of them changes.
"""

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ludex.compile.rulebook.shapes import Shape, identical


@dataclass(frozen=True, slots=True)
class Fact:
    """The facts about a piece of code: bounds of a number, or the places a thing may have."""

    code: str
    low: int
    high: int
    among: frozenset[int] | None = None


def fact_among(code: str, places: Iterable[int]) -> tuple[Fact, ...]:
    """The fact that a thing has one of these places."""
    among = frozenset(places)
    return (Fact(code, min(among), max(among), among),) if among else ()


@dataclass(frozen=True, slots=True, eq=False)
class Const:
    """A value that is known."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and identical(self.value, other.value)

    def __hash__(self) -> int:
        return hash(str(self.value))


@dataclass(frozen=True, slots=True)
class Num:
    """A whole number or a truth value: its code, and bounds."""

    code: str
    low: int
    high: int
    terms: tuple[tuple[str, int], ...] = ()
    """It is a sum of these, each so many times, and of `offset`: so sums are recognised."""
    offset: int = 0
    is_bool: bool = False
    yes: tuple[Fact, ...] = ()
    """The facts that follow when it is true."""
    no: tuple[Fact, ...] = ()
    """The facts that follow when it is false."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One of a few things: the code of its place in `domain`."""

    code: str
    domain: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Rec:
    """A record of values."""

    kind: type
    fields: "tuple[tuple[str, Value], ...]"

    def get(self, name: str) -> "Value | None":
        """The value of a field."""
        return next((value for label, value in self.fields if label == name), None)


@dataclass(frozen=True, slots=True)
class Tup:
    """A tuple of so many values."""

    items: "tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Seq:
    """A stretch of an array: so many items of one shape, one after the other."""

    array: str
    start: Num | Const
    """The offset of the first item."""
    length: Num | Const
    item: Shape
    most: int
    """No more than so many."""
    step: int = 1
    """Items lie so many items apart; -1 is backwards."""


@dataclass(frozen=True, slots=True)
class Cat:
    """Tuples one after the other."""

    parts: "tuple[Tup | Seq, ...]"


@dataclass(frozen=True, slots=True)
class Put:
    """A tuple with another item in one place, which is there."""

    whole: "Seq | Put"
    at: Num | Const
    item: "Value"


@dataclass(frozen=True, slots=True)
class Opt:
    """A value, or None where `there` is false."""

    there: Num
    value: "Value"


@dataclass(frozen=True, slots=True)
class Bits:
    """Some of a few things, a bit for each."""

    code: str
    domain: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A text that nobody reads: it is not computed."""


@dataclass(frozen=True, slots=True, eq=False)
class Lazy:
    """Values that come one after the other: a generator, a comprehension, a `range`, a `zip`."""

    each: "Callable[[Callable[[Value], None]], None]"
    """(body): write the code of a loop that does something with each of them."""
    most: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Indexed:
    """Values that can be asked for by their place: a `range`, an `enumerate`, a `zip`."""

    length: Num | Const
    """So many there are; none if it is negative."""
    at: "Callable[[Num | Const], Value]"


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function written inside another."""

    node: ast.Lambda | ast.FunctionDef
    names: "Mapping[str, Value]"
    around: Mapping[str, object]
    file: str


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """A function of the rulebook, bound to a value; `name` of what Python provides."""

    this: "Value"
    name: str
    function: object = None


Value: TypeAlias = (
    Const
    | Num
    | Atom
    | Rec
    | Tup
    | Seq
    | Cat
    | Put
    | Opt
    | Bits
    | Text
    | Lazy
    | Indexed
    | Closure
    | Method
)

NONE = Const(None)
TRUE = Const(True)  # noqa: FBT003 - the value
FALSE = Const(False)  # noqa: FBT003
EMPTY = Const(())


def is_plain_tuple(value: Value) -> bool:
    """Is it a constant tuple, and no record?"""
    return (
        isinstance(value, Const)
        and isinstance(value.value, tuple)
        and not hasattr(value.value, "_fields")
    )
