"""Checking scripts against a game's events: the whole script, before anything runs.

First the syntax (one fault ends it), then the types (every faulty event is listed). Two
dialects say the same in different words: `document` for people, with the place, what was
expected and a suggestion; `etf` word for word as the course's oracle.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import Final, Generic, TypeVar

from ludex.kernel import (
    Atom,
    Call,
    Event,
    Game,
    Whole,
    declaration,
    is_integer,
    shortened,
)
from ludex.text.script import NAME, Fault, Place, Written, parse

S = TypeVar("S")

Lines = Callable[[], Iterable[str]]
"""A script that can be read again from its beginning."""

REMEMBERED: Final = 4096


class Dialect(Enum):
    """How transcripts and faults are worded."""

    DOCUMENT = "document"
    ETF = "etf"


@dataclass(frozen=True, slots=True)
class Misfit:
    """A well-formed event that the game does not have, or not with these arguments."""

    at: Place
    problem: str
    """For people, with a suggestion."""

    oracle: str
    """As the oracle words it."""


class Typed(Generic[S]):
    """The events of a script as the game's own; identical ones are made only once."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self._known: dict[tuple[str, tuple[str, ...]], Event[S]] = {}

    def conform(self, written: Written) -> Event[S] | Misfit:
        """The game's event, or why there is none."""
        key = written.name, written.words
        event = self._known.get(key)
        if event is not None:
            return event
        cls = self.game.calls.get(written.name)
        if cls is None:
            return _unknown_event(self.game, written)
        event = cls.from_words(written.words)
        if event is None:
            return _nonconforming(cls, written)
        if len(self._known) < REMEMBERED:
            self._known[key] = event
        return event

    def events(self, lines: Lines) -> Iterator[Event[S]]:
        """The events of a script that has been checked."""
        for written in parse(lines()):
            assert isinstance(written, Written)
            event = self.conform(written)
            assert isinstance(event, Event)
            yield event


def faults(game: Game[S], lines: Lines, dialect: Dialect) -> Iterator[str]:
    """Everything wrong with a script, as lines to print; nothing when it may run."""
    etf = dialect is Dialect.ETF
    typed = Typed(game)
    constants = _constants(game)
    misfits = 0
    for written in parse(lines()):
        fault = written if isinstance(written, Fault) else None
        if etf:
            fault = _oracle_syntax(game, written, constants)
        if fault is not None:
            yield from ORACLE_SYNTAX if etf else ()
            yield _placed(fault, etf=etf)
            return
        assert isinstance(written, Written)
        misfits += isinstance(typed.conform(written), Misfit)
    if misfits:
        yield from ORACLE_TYPES if etf else ()
        yield from _misfits(typed, lines, etf=etf)


def _misfits(typed: Typed[S], lines: Lines, *, etf: bool) -> Iterator[str]:
    for written in parse(lines()):
        assert isinstance(written, Written)
        misfit = typed.conform(written)
        if isinstance(misfit, Misfit):
            yield misfit.oracle if etf else _placed(misfit, etf=False)


def _placed(fault: Fault | Misfit, *, etf: bool) -> str:
    if etf:
        return f"{fault.problem} (Line {fault.at.line}, Column {fault.at.column})"
    return f"line {fault.at.line}, column {fault.at.column}: {fault.problem}"


ORACLE_SYNTAX: Final = (
    "Syntax Error: specification of command executions cannot be parsed",
)
ORACLE_TYPES: Final = (
    "Type Error: specification of command executions is not type-correct",
)


def _oracle_syntax(
    game: Game[S], written: Written | Fault, constants: set[str]
) -> Fault | None:
    """The oracle finds more by syntax: unknown words, surplus arguments, huge numbers."""
    if isinstance(written, Fault):
        return Fault(written.at, "parse error")
    cls = game.calls.get(written.name)
    parameters = cls.parameters() if cls else ()
    for i, (word, at) in enumerate(zip(written.words, written.places, strict=True)):
        if cls and i >= len(parameters):
            return Fault(at, f'Too many arguments passed for "{written.name}"')
        if cls and parameters[i].atom.parse(word) is not None:
            continue  # also the words of types that the oracle never had, such as cards
        if is_integer(word):
            if Whole(0, 0).parse(word) is None:
                return Fault(at, f"Invalid number for 32-bit integer {shortened(word)}")
        elif not NAME.match(word):
            return Fault(at, "parse error")
        elif word not in constants:
            return Fault(at, f"Unknown identifier {shortened(word)}")
    return None


def _constants(game: Game[S]) -> set[str]:
    """The words of every enumeration in the game's events."""
    return {
        word
        for cls in game.events
        for parameter in cls.parameters()
        for word, _ in parameter.atom.members
    }


def _unknown_event(game: Game[S], written: Written) -> Misfit:
    close = get_close_matches(written.name.lower(), game.calls, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return Misfit(
        written.at,
        f"no event {shortened(written.name)!r} in {game.name}{hint}",
        f"Error: unknown event name {written.name}",
    )


def _nonconforming(cls: type[Call], written: Written) -> Misfit:
    declared = declaration(cls, integer="INTEGER_32", between=" ; ")
    oracle = f"{written} does not conform to declaration {declared}"
    parameters = cls.parameters()
    wanted, given = len(parameters), len(written.words)
    if wanted != given:
        takes = f"{wanted} argument{'' if wanted == 1 else 's'}"
        problem = f"{declaration(cls)} takes {takes}, {given} given"
        return Misfit(written.at, problem, oracle)
    for i, parameter in enumerate(parameters):
        word = written.words[i]
        if parameter.atom.parse(word) is None:
            close = _closest(word, parameter.atom.members)
            hint = (
                f"; did you mean {close!r}?"
                if close
                else _too_large(parameter.atom, word)
            )
            problem = (
                f"{written.name}: {parameter.name} should be "
                f"{parameter.atom.expected}, not {shortened(word)!r}{hint}"
            )
            return Misfit(written.places[i], problem, oracle)
    return Misfit(written.at, f"{written} is no {declaration(cls)}", oracle)


def _too_large(atom: Atom[object], word: str) -> str:
    if isinstance(atom, Whole) and is_integer(word):
        return f": it does not fit {atom.bits} bits"
    return ""


def _closest(word: str, members: tuple[tuple[str, str], ...]) -> str | None:
    """The member that was probably meant: `N` for `n`, and for `knight`."""
    meant = {m.lower(): m for m, _ in members} | {
        name.lower(): m for m, name in members
    }
    if word.lower() in meant:
        return meant[word.lower()]
    close = get_close_matches(word.lower(), meant, n=1)
    return meant[close[0]] if close else None
