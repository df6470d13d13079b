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
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Domain(ABC, Generic[T_co]):
    """The values of one field: how they are written and listed, and the hostile ones."""

    @property
    @abstractmethod
    def atoms(self) -> "tuple[Atom[object], ...]":
        """One atom for each word that a value takes."""

    @abstractmethod
    def read(self, words: Sequence[str]) -> T_co | None:
        """Return the value written as `words` (one for each atom), or None."""

    @abstractmethod
    def write(self, value: object) -> tuple[str, ...]:
        """The words of `value`; reading them gives the value back."""

    @abstractmethod
    def values(self) -> Iterable[T_co]:
        """Every value that some rule could allow."""

    def hostile(self) -> Iterable[T_co]:
        """Values of the right type that no rule should allow."""
        return ()

    @property
    def size(self) -> int:
        """Return the number of `values`."""
        return len([*self.values()])

    @property
    @abstractmethod
    def expected(self) -> str:
        """Return a description of the expected text: `a number from 1 to 8`."""

    def allows(self, value: object) -> bool:
        """Is it one of `values`, even if there are too many to list?"""
        return any(value == one for one in self.values())


class Atom(Domain[T_co]):
    """A domain whose values are single words."""

    label: str | None = None
    """The argument's name in declarations, if it is not the field's."""

    @property
    def atoms(self) -> "tuple[Atom[object], ...]":
        return (self,)

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the type in declarations, such as `INTEGER` or `CARD`."""

    def expected_in(self, _state: object) -> str:
        """The same for given options of a game."""
        return self.expected

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        """The (word, meaning) of each value, if a declaration lists them."""
        return ()

    @property
    def item(self) -> "Atom[object] | None":
        """Return the domain of the items if a value is a row of them: a hand is a row of cards."""
        return None

    def gathered(self, words: Iterable[str]) -> str:
        """The word of a row whose values are written as `words`."""
        return "".join(words)

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
        return tuple(atom.text(v) for atom, v in zip(self.parts, self.take(value), strict=True))

    @property
    def expected(self) -> str:
        return " ".join(atom.expected for atom in self.parts)

    @property
    def size(self) -> int:
        return prod(atom.size for atom in self.parts)

    def values(self) -> Iterable[T_co]:
        return (self.make(*vs) for vs in product(*(a.values() for a in self.parts)))

    def hostile(self) -> Iterable[T_co]:
        """One part wrong, the others right; then all wrong together."""
        good = [next(iter(atom.values())) for atom in self.parts]
        for i, atom in enumerate(self.parts):
            for bad in atom.hostile():
                yield self.make(*good[:i], bad, *good[i + 1 :])
        yield from (self.make(*vs) for vs in product(*(a.hostile() for a in self.parts)))
