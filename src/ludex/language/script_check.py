"""Checking scripts against a game's events: the whole script, before anything runs.

First the syntax (one fault ends it), then the types (every faulty event is listed), for
people: with the place, what was expected and a suggestion. The dialect `etf` reads and
speaks as the course's oracle instead (`etf`).
"""

from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from enum import Enum

from ludex.kernel import (
    AnyEvent,
    AnyGame,
    Call,
    Event,
    Whole,
)
from ludex.kernel.domains.atoms import is_integer
from ludex.kernel.texts.reading import shortened
from ludex.language.etf import script as etf
from ludex.language.script import ScriptFault, WrittenEvent, parse

Lines = Callable[[], Iterable[str]]
"""A script that can be read again from its beginning."""

REMEMBERED = 4096


class Dialect(Enum):
    """The wording of transcripts and faults."""

    DOCUMENT = "document"
    ETF = "etf"


class Typed:
    """The events of a script as the game's own; identical ones are made only once."""

    def __init__(self, game: AnyGame, dialect: Dialect = Dialect.DOCUMENT) -> None:
        self.game = game
        self.dialect = dialect
        self._known: dict[tuple[str, tuple[str, ...]], AnyEvent] = {}

    def conform(self, written: WrittenEvent) -> AnyEvent | ScriptFault:
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

    def events(self, lines: Lines) -> Iterator[AnyEvent]:
        """The events of a script that has been checked."""
        if self.dialect is Dialect.ETF:
            yield from etf.events(self.game, lines())
            return
        for written in parse(lines()):
            assert isinstance(written, WrittenEvent)
            event = self.conform(written)
            assert isinstance(event, Event)
            yield event


def script_faults(game: AnyGame, lines: Lines, dialect: Dialect) -> Iterator[str]:
    """Everything wrong with a script, as lines to print; nothing when it may run."""
    if dialect is Dialect.ETF:
        yield from etf.faults(game, lines)
        return
    typed = Typed(game)
    misfits = 0
    for written in parse(lines()):
        if isinstance(written, ScriptFault):
            yield _placed(written)
            return
        misfits += isinstance(typed.conform(written), ScriptFault)
    if misfits:
        for written in parse(lines()):
            assert isinstance(written, WrittenEvent)
            misfit = typed.conform(written)
            if isinstance(misfit, ScriptFault):
                yield _placed(misfit)


def _placed(fault: ScriptFault) -> str:
    return f"line {fault.at.line}, column {fault.at.column}: {fault.problem}"


def _unknown_event(game: AnyGame, written: WrittenEvent) -> ScriptFault:
    close = get_close_matches(written.name.lower(), game.calls, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return ScriptFault(written.at, f"no event {shortened(written.name)!r} in {game.name}{hint}")


def _nonconforming(cls: type[Call], written: WrittenEvent) -> ScriptFault:
    parameters = cls.parameters()
    wanted, given = len(parameters), len(written.words)
    if wanted != given:
        takes = f"{wanted} argument{'' if wanted == 1 else 's'}"
        problem = f"{cls.declaration()} takes {takes}, {given} given"
        return ScriptFault(written.at, problem)
    for i, parameter in enumerate(parameters):
        word = written.words[i]
        if parameter.atom.parse(word) is None:
            close = _closest(word, parameter.atom.members)
            hint = f"; did you mean {close!r}?" if close else ""
            if not close and isinstance(parameter.atom, Whole) and is_integer(word):
                hint = f": it does not fit {parameter.atom.bits} bits"
            problem = (
                f"{written.name}: {parameter.name} should be "
                f"{parameter.atom.expected}, not {shortened(word)!r}{hint}"
            )
            return ScriptFault(written.places[i], problem)
    return ScriptFault(written.at, f"{written} is no {cls.declaration()}")


def _closest(word: str, members: tuple[tuple[str, str], ...]) -> str | None:
    """The member that was probably meant: `N` for `n`, and for `knight`."""
    names = {m.lower(): m for m, _ in members} | {name.lower(): m for m, name in members}
    if word.lower() in names:
        return names[word.lower()]
    close = get_close_matches(word.lower(), names, n=1)
    return names[close[0]] if close else None
