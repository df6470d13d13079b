"""The little language of traces.

    pattern  = sequence { "|" sequence }            one of them
    sequence = item { ";" item }                    one after the other
    item     = ( event | "(" pattern ")" ) [ times ]
    event    = name [ "(" words { "," words } ")" ]
    words    = "*" | word | "{" word { "," word } "}" | number ".." number
    times    = "?" | "*" | "+" | "{" n "}" | "{" m "," n "}"

A star in the place of an argument stands for every value of its domain; after an item it stands
for 0 to 3 times, a plus for 1 to 3 times: everything is bounded.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice, product
from math import prod
from typing import NamedTuple

from ludex.kernel import AnyEvent, AnyGame, Atom

STAR = 3
"""The most repetitions of an item with a star or a plus."""

TIMES = 1_000
"""The most that can be asked for."""

VALUES = 10_000
"""Values of an argument that a star stands for."""

TOKEN = re.compile(r"\s*(\.\.|[;|(){},?*+]|[^\s;|(){},?*+.]+(?:\.[^\s;|(){},?*+.]+)*)")


@dataclass(frozen=True, slots=True)
class Events:
    """One event of several: every choice of its arguments."""

    cls: type[AnyEvent]
    words: tuple[tuple[str, ...], ...]
    """Of each argument the words that it can be."""

    def instances(self) -> list[AnyEvent]:
        """The events."""
        made = (self.cls.from_words(chosen) for chosen in product(*self.words))
        return [event for event in made if event is not None]


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    items: "tuple[Pattern, ...]"


@dataclass(frozen=True, slots=True)
class Alternatives:
    """One of them."""

    items: "tuple[Pattern, ...]"


@dataclass(frozen=True, slots=True)
class Repetition:
    """Again and again, each time any instance."""

    item: "Pattern"
    least: int
    most: int


Pattern = Events | Sequence | Alternatives | Repetition


class Unparsable(ValueError):
    """An invalid pattern: the error and its position, counted from 0."""

    def __init__(self, problem: str, text: str, at: int) -> None:
        super().__init__(problem)
        self.problem, self.text, self.at = problem, text, at

    def __str__(self) -> str:
        caret = f"{' ' * self.at}^"
        return f"column {self.at + 1}: {self.problem}\n  {self.text}\n  {caret}"


def size(pattern: Pattern) -> int:
    """Return the number of instances of a pattern; several instances may be the same script."""
    match pattern:
        case Events(_, words):
            return prod(map(len, words))
        case Sequence(items):
            return prod(map(size, items))
        case Alternatives(items):
            return sum(map(size, items))
        case Repetition(item, least, most):
            one = size(item)
            return sum(one**n for n in range(least, most + 1))


class _Token(NamedTuple):
    text: str
    at: int

    def __str__(self) -> str:
        return repr(self.text) if self.text else "the end"


def parse(game: AnyGame, text: str) -> Pattern:
    """Parse a pattern; `Unparsable` gives the error."""
    reading = _PatternReader(game, " ".join(text.splitlines()))
    pattern = reading.pattern()
    if reading.next.text:
        raise reading.wrong(f"expected ';', '|' or the end, found {reading.next}")
    return pattern


class _PatternReader:
    """Reads a pattern token by token."""

    def __init__(self, game: AnyGame, text: str) -> None:
        self.game, self.text = game, text
        self.tokens = [*self._tokens()]
        self.place = 0

    def _tokens(self) -> list[_Token]:
        found, at = list[_Token](), 0
        while at < len(self.text.rstrip()):
            match = TOKEN.match(self.text, at)
            if match is None:
                at += len(self.text[at:]) - len(self.text[at:].lstrip())
                raise Unparsable(f"{self.text[at]!r} is not part of a pattern", self.text, at)
            found.append(_Token(match[1], match.start(1)))
            at = match.end()
        return found

    @property
    def next(self) -> _Token:
        if self.place < len(self.tokens):
            return self.tokens[self.place]
        return _Token("", len(self.text.rstrip()))

    def take(self, *texts: str) -> _Token | None:
        """The next token, if it is one of these."""
        token = self.next
        if token.text and token.text in texts:
            self.place += 1
            return token
        return None

    def close(self, opened: _Token) -> None:
        """Demand the end of what was opened."""
        mark, kind = (")", "parenthesis") if opened.text == "(" else ("}", "brace")
        if not self.take(mark):
            raise self.wrong(f"this {kind} is not closed", opened.at)

    def wrong(self, problem: str, at: int | None = None) -> Unparsable:
        return Unparsable(problem, self.text, self.next.at if at is None else at)

    def pattern(self) -> Pattern:
        return self.several(self.sequence, "|", Alternatives)

    def sequence(self) -> Pattern:
        return self.several(self.item, ";", Sequence)

    def several(
        self,
        read: Callable[[], Pattern],
        mark: str,
        make: Callable[[tuple[Pattern, ...]], Pattern],
    ) -> Pattern:
        items = [read()]
        while self.take(mark):
            items.append(read())
        return items[0] if len(items) == 1 else make(tuple(items))

    def item(self) -> Pattern:
        opened = self.take("(")
        item: Pattern
        if opened:
            item = self.pattern()
            self.close(opened)
        else:
            item = self.event()
        return self.times(item)

    def times(self, item: Pattern) -> Pattern:
        opened = self.take("?", "*", "+", "{")
        match opened.text if opened else "":
            case "?":
                return Repetition(item, 0, 1)
            case "*":
                return Repetition(item, 0, STAR)
            case "+":
                return Repetition(item, 1, STAR)
            case "{":
                assert opened is not None
                return self.counted(item, opened)
            case _:
                return item

    def counted(self, item: Pattern, opened: _Token) -> Pattern:
        least = self.number()
        most = self.number() if self.take(",") else least
        self.close(opened)
        if least > most:
            raise self.wrong(f"{least} is more than {most}", opened.at)
        return Repetition(item, least, most)

    def number(self) -> int:
        token = self.next
        if not (token.text.isascii() and token.text.isdigit()):
            raise self.wrong(f"expected a number of times, found {token}")
        if int(token.text) > TIMES:
            raise self.wrong(f"{TIMES:,} times is the most")
        self.place += 1
        return int(token.text)

    def event(self) -> Pattern:
        token = self.next
        if not re.fullmatch(r"[A-Za-z_]\w*", token.text, re.ASCII):
            raise self.wrong(f"expected the name of an event, found {token}")
        cls = self.game.calls.get(token.text)
        if cls is None:
            close = get_close_matches(token.text, self.game.calls, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise self.wrong(f"no event {token.text!r} in {self.game.name}{hint}")
        self.place += 1
        words: list[tuple[str, ...]] = []
        atoms = [parameter.atom for parameter in cls.parameters()]
        opened = self.take("(")
        if opened:
            words.append(self.words(atoms, 0))
            while self.take(","):
                words.append(self.words(atoms, len(words)))
            self.close(opened)
        if len(words) != len(atoms):
            wanted = f"{len(atoms)} argument{'s' * (len(atoms) != 1)}"
            problem = f"{cls.declaration()} takes {wanted}, {len(words)} given"
            raise self.wrong(problem, token.at)
        return Events(cls, tuple(words))

    def words(self, atoms: list[Atom[object]], place: int) -> tuple[str, ...]:
        """The words that an argument can be."""
        atom = atoms[place] if place < len(atoms) else None
        if self.take("*"):
            if atom is None:
                return ()
            every = [*islice(atom.values(), VALUES + 1)]
            if len(every) > VALUES or len(every) < atom.size:  # not all are listed
                problem = f"a star stands for at most {VALUES:,} values; name some of them"
                raise self.wrong(problem, self.tokens[self.place - 1].at)
            return tuple(map(atom.text, every))
        opened = self.take("{")
        if not opened:
            return self.some(atom)
        found = [*self.some(atom)]
        while self.take(","):
            found += self.some(atom)
        self.close(opened)
        return tuple(dict.fromkeys(found))

    def some(self, atom: Atom[object] | None) -> tuple[str, ...]:
        """A word, or the numbers from one to another."""
        first = self.word(atom)
        if not self.take(".."):
            return (first,)
        at = self.next.at
        last = self.word(atom)
        if not all(re.fullmatch(r"-?\d{1,9}", word) for word in (first, last)):
            raise self.wrong("'..' stands between two numbers", at)
        if int(last) - int(first) > VALUES:
            raise self.wrong(f"'..' spans at most {VALUES:,} numbers", at)
        return tuple(map(str, range(int(first), int(last) + 1)))

    def word(self, atom: Atom[object] | None) -> str:
        token = self.next
        if not token.text or token.text in ";|(){},?*+..":
            raise self.wrong(f"expected an argument, found {token}")
        if atom is not None and atom.parse(token.text) is None:
            raise self.wrong(f"expected {atom.expected}, found {token.text!r}")
        self.place += 1
        return token.text
