"""Atoms: the domains whose values are single words, and which annotation names which."""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from functools import cached_property
from itertools import combinations, pairwise
from typing import Annotated, ClassVar, Literal, TypeVar, get_args, get_origin

from ludex.kernel.domains.domain import Atom, Domain
from ludex.kernel.domains.free import Decimals, Text
from ludex.kernel.seat import Seat, seat_number
from ludex.kernel.texts.sentence import Written, say

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


@dataclass(frozen=True)
class Whole(Atom[int]):
    """The integers from `low` to `high`; hostile values are the neighbours outside and far numbers.

    Any integer of the type's width can be read: a guard refuses a number out of range, with a
    reason. Above `listed` values the domain is too large to enumerate.
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
        return say("number", "a number from {low} to {high}", low=self.low, high=self.high)

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
        far = {self.low - 1, self.high + 1, -limit, limit}
        return tuple(sorted(n for n in far if self.fits(n) and not self.allows(n)))


def is_integer(word: str) -> bool:
    """Is `word` digits with an optional minus, as event scripts write integers?"""
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit()


class OneOf(Atom[T]):
    """A domain of a few values, each with a word of its own."""

    @property
    @abstractmethod
    def by_word(self) -> Mapping[str, T]:
        """The values by their words, in order."""

    @property
    def expected(self) -> str:
        return say("one_of", "one of {words}", words=Written(", ".join(self.by_word)))

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        return tuple((w, w.replace("_", " ").capitalize()) for w in self.by_word)

    def parse(self, word: str) -> T | None:
        return self.by_word.get(word)

    def text(self, value: object) -> str:
        return self._words[value]

    @cached_property
    def _words(self) -> Mapping[object, str]:
        return {value: word for word, value in self.by_word.items()}

    def values(self) -> Iterable[T]:
        return self.by_word.values()


@dataclass(frozen=True)
class Choice(OneOf[E]):
    """The members of an Enum, written as their string values or lower-case names."""

    enum: type[E]
    called: str | None = None
    label: str | None = None

    @property
    def name(self) -> str:
        return self.called or snake_case(self.enum.__name__).upper()

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        return tuple((word, m.name.capitalize()) for word, m in self.by_word.items())

    @cached_property
    def by_word(self) -> Mapping[str, E]:
        # A value that can stand in a script or a position line as it is.
        word = re.compile(r"(?!-$)[^\s\[\](),=]+").fullmatch
        return {
            m.value if isinstance(m.value, str) and word(m.value) else m.name.lower(): m
            for m in self.enum
        }


@dataclass(frozen=True)
class Words(OneOf[str]):
    """One of a few words, as `Literal["any_card", "kings"]` names them."""

    words: tuple[str, ...]
    label: str | None = None
    name: ClassVar = "WORD"

    @cached_property
    def by_word(self) -> Mapping[str, str]:
        # The word of the rulebook itself, not an equal one: identity is compared fastest.
        return {word: word for word in self.words}


@dataclass(frozen=True)
class YesNo(OneOf[bool]):
    """A decision, written `yes` or `no`."""

    label: str | None = None
    name: ClassVar = "BOOLEAN"
    expected: ClassVar = "yes or no"
    by_word: ClassVar = {"yes": True, "no": False}


@dataclass(frozen=True)
class Several(Atom[frozenset[object]]):
    """Some of an Enum's members or a Literal's words, `one+other`; `off` is the empty set."""

    kind: object
    label: str | None = None

    @cached_property
    def item(self) -> Atom[object]:
        one = domain_of(self.kind)
        assert isinstance(one, OneOf)
        return one

    @property
    def name(self) -> str:
        return f"SEVERAL_{self.item.name}"

    def gathered(self, words: Iterable[str]) -> str:
        return "+".join(words) or "off"

    @property
    def expected(self) -> str:
        words = Written(", ".join(map(self.item.text, self.item.values())))
        return say("some_of", "off, or some of {words} joined by +", words=words)

    def parse(self, word: str) -> frozenset[object] | None:
        if word == "off":
            return frozenset()
        members = [self.item.parse(part) for part in word.split("+")]
        found = frozenset(member for member in members if member is not None)
        return found if len(found) == len(members) else None

    def text(self, value: object) -> str:
        assert isinstance(value, frozenset)
        return self.gathered(self.item.text(m) for m in self.item.values() if m in value)

    def values(self) -> Iterable[frozenset[object]]:
        members = [*self.item.values()]
        sizes = range(len(members) + 1)
        return tuple(frozenset(c) for n in sizes for c in combinations(members, n))


@dataclass(frozen=True)
class SeatNumber(Atom[Seat]):
    """One of `players` seats, written from 1."""

    players: int
    label: str | None = None
    name: ClassVar = "INTEGER"

    @property
    def expected(self) -> str:
        return say("player", "a player from 1 to {players}", players=self.players)

    def parse(self, word: str) -> Seat | None:
        number = Whole(1, self.players).parse(word)
        return None if number is None else Seat(number - 1)

    def text(self, value: object) -> str:
        assert isinstance(value, int)
        return str(seat_number(Seat(value)))

    def values(self) -> Iterable[Seat]:
        return (Seat(i) for i in range(self.players))

    def hostile(self) -> Iterable[Seat]:
        return (Seat(-1), Seat(self.players))


PLAIN: Mapping[type, Domain[object]] = {
    int: Whole(-(2**31), 2**31 - 1),
    str: Text(),
    Decimal: Decimals(),
}
"""The domains of types without a range."""

DOMAINS = (
    "int, or Annotated[int, Whole(1, 8)] for a range; bool; Seat; an Enum; a Literal "
    "of words; str; Decimal; Annotated[frozenset[E], Several(E)] for some members of "
    "such an E; Annotated[tuple[int, ...], Row(Whole(1, 8))] for values in a row; "
    "or a class with its own `domain`, such as Card and Square"
)
"""The allowed types of a field, for the error message."""


def named(annotation: object) -> str:
    """An annotation as it is written in a class."""
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def demand_domain(
    name: str, annotation: object, why: str = "has no domain; the type of a field"
) -> Domain[object]:
    """Return the domain of a field's annotation; a TypeError if there is none."""
    if (domain := domain_of(annotation)) is None:
        raise TypeError(f"{name}: {named(annotation)} {why} may be {DOMAINS}")
    return domain


def domain_of(annotation: object) -> Domain[object] | None:  # noqa: PLR0911  # one a kind
    """The domain that a field's annotation names, or None."""
    if get_origin(annotation) is Annotated:
        base, *notes = get_args(annotation)
        found = next((note for note in notes if isinstance(note, Domain)), None)
        return found if found is not None else domain_of(base)
    if get_origin(annotation) is Literal:
        return Words(get_args(annotation))
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
        if annotation in PLAIN:
            return PLAIN[annotation]
    return None


def snake_case(name: str) -> str:
    """`MoveAndCapture` as scripts write it: `move_and_capture`."""
    letters = pairwise(f"A{name}")
    return "".join(f"_{b}" if b.isupper() and not a.isupper() else b for a, b in letters).lower()
