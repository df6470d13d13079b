"""Free arguments: texts, decimal numbers and rows of values, of which there are no end.

Whoever enumerates is given a few of them. An interface declares them as STRING, VALUE and
ARRAY, and scripts write them as the Eiffel Testing Framework does:

    transfer("Anna","Bruno",10.50)      close(<<"Anna","Bruno">>)
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import ClassVar, TypeVar

from ludex.kernel.domains.domain import Atom
from ludex.kernel.texts.sentence import say

T = TypeVar("T")

WORD = r'"[^"\n]*"|<<(?:"[^"\n]*"|[^"<>\n])*>>|[^\s(),]+'
"""One argument as scripts write it: a text in quotes, a row of values, or a word."""

ARGUMENT = re.compile(rf"\s*({WORD})\s*")
DECIMAL = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,9})?")
LONGEST = 200
"""The maximum length of a text."""

ENDLESS = 1 << 62
"""The size of a domain with too many values to count."""


def split_words(text: str) -> tuple[str, ...] | None:
    """Split the arguments of an event, or the values of a row; None if the commas are wrong."""
    if not any(mark in text for mark in '"<'):
        return tuple(word.strip() for word in text.split(","))
    words: list[str] = []
    at = 0
    while True:
        found = ARGUMENT.match(text, at)
        if found is None:
            return None
        words.append(found[1])
        at = found.end()
        if at == len(text):
            return tuple(words)
        if text[at] != ",":
            return None
        at += 1


@dataclass(frozen=True)
class Text(Atom[str]):
    """Any text on one line, written in quotes; a single word needs no quotes.

    `samples` represent all texts when arguments are enumerated.
    """

    samples: tuple[str, ...] = ("Anna", "Bruno")
    called: str | None = None
    label: str | None = None
    size: ClassVar = ENDLESS

    @property
    def name(self) -> str:
        return self.called or "STRING"

    @property
    def expected(self) -> str:
        return say("some_text", 'a text such as "{sample}"', sample=self.samples[0])

    def parse(self, word: str) -> str | None:
        if len(word) > LONGEST + 2 or not word.isprintable():
            return None
        if len(word) > 1 and word[0] == word[-1] == '"':
            word = word[1:-1]
        elif not word or any(c.isspace() or c in "(),<>" for c in word):
            return None
        return None if '"' in word else word

    def text(self, value: object) -> str:
        return f'"{value}"'

    def allows(self, value: object) -> bool:
        return isinstance(value, str) and self.parse(self.text(value)) == value

    def values(self) -> Iterable[str]:
        return self.samples

    def hostile(self) -> Iterable[str]:
        return ("", "there is no player of that name")


@dataclass(frozen=True)
class Decimals(Atom[Decimal]):
    """Decimal numbers, exact: amounts of money. An interface calls them VALUE, or REAL."""

    samples: tuple[str, ...] = ("1", "10.5")
    called: str | None = None
    label: str | None = None
    size: ClassVar = ENDLESS

    @property
    def name(self) -> str:
        return self.called or "VALUE"

    @property
    def expected(self) -> str:
        return say("decimal", "a number such as {sample}", sample=self.samples[-1])

    def parse(self, word: str) -> Decimal | None:
        return Decimal(word) if DECIMAL.fullmatch(word) else None

    def text(self, value: object) -> str:
        assert isinstance(value, Decimal)
        digits = f"{value:f}"
        short = digits.rstrip("0").rstrip(".") if "." in digits else digits
        return "0" if short in ("", "-", "-0") else short

    def allows(self, value: object) -> bool:
        return isinstance(value, Decimal) and value.is_finite()

    def values(self) -> Iterable[Decimal]:
        return tuple(map(Decimal, self.samples))

    def hostile(self) -> Iterable[Decimal]:
        return (Decimal(0), Decimal(-1), Decimal("999999999999999999.5"))


@dataclass(frozen=True)
class Row(Atom[tuple[T, ...]]):
    """Any number of values in a row, written `<<1,2,3>>`."""

    of: Atom[T]
    called: str | None = None
    label: str | None = None
    size: ClassVar = ENDLESS

    @property
    def name(self) -> str:
        return self.called or f"ARRAY[{self.of.name}]"

    @property
    def item(self) -> Atom[object] | None:
        return self.of

    def gathered(self, words: Iterable[str]) -> str:
        return f"<<{','.join(words)}>>"

    @property
    def expected(self) -> str:
        sample = self.text(tuple(islice(self.of.values(), 2)))
        return say("row", "a row such as {sample}", sample=sample)

    def parse(self, word: str) -> tuple[T, ...] | None:
        if not (word.startswith("<<") and word.endswith(">>")) or len(word) < 4:
            return None
        if not word[2:-2].strip():
            return ()
        items = split_words(word[2:-2])
        found = tuple(v for v in map(self.of.parse, items or ()) if v is not None)
        return None if items is None or len(found) < len(items) else found

    def text(self, value: object) -> str:
        assert isinstance(value, tuple)
        return self.gathered(map(self.of.text, value))

    def allows(self, value: object) -> bool:
        return isinstance(value, tuple) and all(map(self.of.allows, value))

    def values(self) -> Iterable[tuple[T, ...]]:
        some = tuple(islice(self.of.values(), 2))
        return ((), some[:1], some)

    def hostile(self) -> Iterable[tuple[T, ...]]:
        return tuple((bad,) for bad in self.of.hostile())
