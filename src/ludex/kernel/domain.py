"""Domains: the finite sets that event arguments come from.

A domain reads and writes its values as words, lists them, and offers *hostile* values: of
the right type and outside the rules (off the board, one too many), so that a test can
reach every guard. A domain is named by the annotation of a field:

    column: Annotated[int, Whole(1, 8)]     # explicit
    piece: Piece                            # an Enum is its own domain

Most domains are one word (`Atom`); a `Spread` such as a square takes several, so that
`moves(4,3)` has one field and two arguments.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import combinations, product
from typing import Annotated, Generic, Protocol, TypeVar, get_args, get_origin

from ludex.kernel.dice import Dice
from ludex.kernel.seat import Seat, seat_number

T_co = TypeVar("T_co", covariant=True)
E = TypeVar("E", bound=Enum)


class Domain(ABC, Generic[T_co]):
    """The values of one field: how they are written, listed and abused."""

    @property
    @abstractmethod
    def atoms(self) -> "tuple[Atom[object], ...]":
        """One atom for each word that a value takes."""

    @abstractmethod
    def read(self, words: Sequence[str]) -> T_co | None:
        """The value written as `words` (as many as there are atoms), or None."""

    @abstractmethod
    def write(self, value: object) -> tuple[str, ...]:
        """The words of `value`; reading them gives the value back."""

    @abstractmethod
    def values(self) -> Iterable[T_co]:
        """Every value that some rule could allow."""

    @abstractmethod
    def hostile(self) -> Iterable[T_co]:
        """Values of the right type that no rule should allow."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many `values` there are."""

    def allows(self, value: object) -> bool:
        """Is it one of `values`, also where they are too many to list?"""
        return any(value == one for one in self.values())

    def strange(self, dice: Dice) -> T_co:
        """A random value, now and then a hostile one."""
        pool = [*self.hostile()] if dice.below(4) == 0 else []
        return dice.choice(pool or [*self.values()])


class Atom(Domain[T_co]):
    """A domain whose values are single words."""

    label: str | None = None
    """The argument's name in declarations, where it is not the field's."""

    @property
    def atoms(self) -> "tuple[Atom[object], ...]":
        return (self,)

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the type in declarations, such as `INTEGER` or `CARD`."""

    @property
    @abstractmethod
    def expected(self) -> str:
        """What a reader is told to write: `a number from 1 to 8`."""

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        """(word, meaning) of each value where a declaration lists them, else nothing."""
        return ()

    @abstractmethod
    def parse(self, word: str) -> T_co | None:
        """The value written as `word`, or None."""

    @abstractmethod
    def text(self, value: object) -> str:
        """The word for `value`."""

    def read(self, words: Sequence[str]) -> T_co | None:
        return self.parse(words[0]) if len(words) == 1 else None

    def write(self, value: object) -> tuple[str, ...]:
        return (self.text(value),)


@dataclass(frozen=True)
class Whole(Atom[int]):
    """The integers from `low` to `high`; hostile: the neighbours outside, and far out.

    Any integer of the type's width can be read: being out of range is for a guard to
    refuse, in words. Above `listed` values the domain is too large to enumerate.
    """

    low: int
    high: int
    label: str | None = None
    listed: int = 10_000

    @property
    def bits(self) -> int:
        return 32 if self.low >= -(2**31) and self.high < 2**31 else 64

    @property
    def name(self) -> str:
        return "INTEGER" if self.bits == 32 else "INTEGER_64"

    @property
    def expected(self) -> str:
        return f"a number from {self.low} to {self.high}"

    def fits(self, number: int) -> bool:
        """Is `number` of this type at all?"""
        return -(1 << (self.bits - 1)) <= number < 1 << (self.bits - 1)

    def parse(self, word: str) -> int | None:
        if not is_integer(word) or len(word.lstrip("-0")) > 20:
            return None
        number = int(word)
        return number if self.fits(number) else None

    def text(self, value: object) -> str:
        return str(value)

    @property
    def size(self) -> int:
        return self.high - self.low + 1

    def allows(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high

    def values(self) -> Iterable[int]:
        if self.size > self.listed:
            return (self.low, self.high)
        return range(self.low, self.high + 1)

    def hostile(self) -> Iterable[int]:
        limit = (1 << (self.bits - 1)) - 1
        return tuple({self.low - 1, self.high + 1, -limit, limit})


def is_word(text: str) -> bool:
    """Can `text` stand in a script or a position line as it is?"""
    return (
        text != "-"
        and not any(c.isspace() or c in "[](),=" for c in text)
        and bool(text)
    )


def is_integer(word: str) -> bool:
    """Is `word` digits with an optional minus, as event scripts write integers?"""
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit()


@dataclass(frozen=True)
class Choice(Atom[E]):
    """The members of an Enum, written as their string values or lower-case names."""

    enum: type[E]
    called: str | None = None
    label: str | None = None

    @property
    def name(self) -> str:
        return self.called or snake_case(self.enum.__name__).upper()

    @property
    def expected(self) -> str:
        words = [self.text(member) for member in self.enum]
        return f"one of {', '.join(words)}"

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        return tuple((self.text(m), m.name.capitalize()) for m in self.enum)

    def parse(self, word: str) -> E | None:
        return next((m for m in self.enum if self.text(m) == word), None)

    def text(self, value: object) -> str:
        assert isinstance(value, self.enum)
        word = value.value
        return word if isinstance(word, str) and is_word(word) else value.name.lower()

    @property
    def size(self) -> int:
        return len(self.enum)

    def values(self) -> Iterable[E]:
        return self._all

    @cached_property
    def _all(self) -> tuple[E, ...]:
        return tuple(self.enum)

    def hostile(self) -> Iterable[E]:
        return ()


@dataclass(frozen=True)
class Several(Atom[frozenset[E]]):
    """Any members of an Enum together, written `one+other`; none of them is `off`."""

    enum: type[E]
    label: str | None = None

    @property
    def name(self) -> str:
        return f"SEVERAL_{snake_case(self.enum.__name__).upper()}"

    @property
    def expected(self) -> str:
        return f"off, or some of {', '.join(map(Choice(self.enum).text, self.enum))} joined by +"

    def parse(self, word: str) -> frozenset[E] | None:
        if word == "off":
            return frozenset()
        members = [Choice(self.enum).parse(part) for part in word.split("+")]
        found = frozenset(member for member in members if member is not None)
        return found if len(found) == len(members) else None

    def text(self, value: object) -> str:
        assert isinstance(value, frozenset)
        words = [Choice(self.enum).text(m) for m in self.enum if m in value]
        return "+".join(words) or "off"

    @property
    def size(self) -> int:
        return 1 << len(self.enum)

    def values(self) -> Iterable[frozenset[E]]:
        sizes = range(len(self.enum) + 1)
        return tuple(frozenset(c) for n in sizes for c in combinations(self.enum, n))

    def hostile(self) -> Iterable[frozenset[E]]:
        return ()


@dataclass(frozen=True)
class YesNo(Atom[bool]):
    """A decision, written `yes` or `no`."""

    label: str | None = None

    @property
    def name(self) -> str:
        return "BOOLEAN"

    @property
    def expected(self) -> str:
        return "yes or no"

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        return (("yes", "Yes"), ("no", "No"))

    def parse(self, word: str) -> bool | None:
        return {"yes": True, "no": False}.get(word)

    def text(self, value: object) -> str:
        return "yes" if value else "no"

    @property
    def size(self) -> int:
        return 2

    def values(self) -> Iterable[bool]:
        return (True, False)

    def hostile(self) -> Iterable[bool]:
        return ()


@dataclass(frozen=True)
class SeatNumber(Atom[Seat]):
    """One of `players` seats, written from 1."""

    players: int
    label: str | None = None

    @property
    def name(self) -> str:
        return "INTEGER"

    @property
    def expected(self) -> str:
        return f"a player from 1 to {self.players}"

    def parse(self, word: str) -> Seat | None:
        number = Whole(1, self.players).parse(word)
        return None if number is None else Seat(number - 1)

    def text(self, value: object) -> str:
        assert isinstance(value, int)
        return str(seat_number(Seat(value)))

    @property
    def size(self) -> int:
        return self.players

    def values(self) -> Iterable[Seat]:
        return (Seat(i) for i in range(self.players))

    def hostile(self) -> Iterable[Seat]:
        return (Seat(-1), Seat(self.players))


@dataclass(frozen=True)
class Spread(Domain[T_co]):
    """A value made of several words, such as a square of a row and a column."""

    make: Callable[..., T_co]
    parts: tuple[Atom[object], ...]
    take: Callable[[object], tuple[object, ...]] = tuple  # type: ignore[assignment]  # NamedTuples

    @property
    def atoms(self) -> tuple[Atom[object], ...]:
        return self.parts

    def read(self, words: Sequence[str]) -> T_co | None:
        if len(words) != len(self.parts):
            return None
        values = [atom.parse(w) for atom, w in zip(self.parts, words, strict=True)]
        return None if None in values else self.make(*values)

    def write(self, value: object) -> tuple[str, ...]:
        return tuple(
            atom.text(v) for atom, v in zip(self.parts, self.take(value), strict=True)
        )

    @property
    def size(self) -> int:
        total = 1
        for atom in self.parts:
            total *= atom.size
        return total

    def values(self) -> Iterable[T_co]:
        return (self.make(*vs) for vs in product(*(a.values() for a in self.parts)))

    def strange(self, dice: Dice) -> T_co:
        """Part by part: the product of the parts may be too large to list."""
        return self.make(*(atom.strange(dice) for atom in self.parts))

    def hostile(self) -> Iterable[T_co]:
        """One part wrong, the others right; then all wrong together."""
        good = [next(iter(atom.values())) for atom in self.parts]
        for i, atom in enumerate(self.parts):
            for bad in atom.hostile():
                yield self.make(*good[:i], bad, *good[i + 1 :])
        yield from (
            self.make(*vs) for vs in product(*(a.hostile() for a in self.parts))
        )


class HasDomain(Protocol):
    """A value type that brings its own domain, such as a card."""

    @classmethod
    def domain(cls) -> Domain[object]:
        """The domain of this type."""
        ...


def domain_of(annotation: object) -> Domain[object] | None:  # noqa: PLR0911  # one a kind
    """The domain that a field's annotation names, or None."""
    if get_origin(annotation) is Annotated:
        base, *notes = get_args(annotation)
        found = next((note for note in notes if isinstance(note, Domain)), None)
        return found if found is not None else domain_of(base)
    if annotation is Seat:
        return SeatNumber(10)
    if isinstance(annotation, type):
        own: Callable[[], Domain[object]] | None = getattr(annotation, "domain", None)
        if own is not None:
            return own()
        if issubclass(annotation, Enum):
            return Choice(annotation)
        if annotation is bool:
            return YesNo()
        if annotation is int:
            return Whole(-(2**31), 2**31 - 1)
    return None


def snake_case(name: str) -> str:
    """`MoveAndCapture` as scripts write it: `move_and_capture`."""
    return "".join(_snakes(name))


def _snakes(name: str) -> Iterator[str]:
    for i, letter in enumerate(name):
        if letter.isupper() and i and not name[i - 1].isupper():
            yield "_"
        yield letter.lower()
