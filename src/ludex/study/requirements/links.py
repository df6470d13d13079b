"""The things that a requirement names: events, guards, properties, options, functions."""

import inspect
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ludex.check.rulebooks import rulebook_of
from ludex.kernel import AnyEvent, AnyGame, Outcome, Sentence, as_sentence
from ludex.language.document import Requirement
from ludex.language.rulebook.guards import GuardRow, guard_table

ENDS = " -> "
"""Between an event and the outcome with which it ends a game."""


class LinkKind(StrEnum):
    """The kind of object that implements a requirement."""

    EVENT = "event"
    GUARD = "guard"
    ENDING = "ending"
    PROPERTY = "property"
    OPTION = "option"
    FUNCTION = "function"
    WRITTEN = "as written"
    """A routine or an exception of the document's own model."""

    MISSING = "missing"
    """An unknown name."""


VALUES = re.compile(r"‹[^›]*›|[0-9]+")

PROPERTIES = ("always", "steps", "sometimes", "eventually")
OPTION = "option"


class RequirementLink(NamedTuple):
    """An object that implements a requirement, or an unknown name."""

    kind: LinkKind
    name: str
    at: str = ""
    """Its file and line."""

    why: str = ""
    """The error of an unknown name."""


class Names:
    """Everything of a rulebook that a requirement may name."""

    def __init__(self, game: AnyGame, models: Mapping[str, AnyGame] | None = None) -> None:
        self.game = game
        self.models = models or {}
        """The modules of the document as it is written."""

    def find(self, name: str) -> RequirementLink:
        """Return the thing that a name stands for."""
        before, colon, after = (part.strip() for part in name.partition(":"))
        if not colon:
            return self._event(name)
        if before in PROPERTIES:
            return self._property(before, after)
        if before == OPTION:
            if after in self.game.start.domains:
                return RequirementLink(LinkKind.OPTION, name)
            return _missing(name, "the rules have no such option")
        return _function(before, after)

    def _event(self, name: str) -> RequirementLink:
        event, arrow, outcome = (part.strip() for part in name.partition(ENDS))
        called, dot, guard = event.partition(".")
        cls = self.game.calls.get(called)
        if cls is None:
            return _missing(name, f"{called} is not an event")
        if arrow:
            if outcome in self.codes:
                return RequirementLink(LinkKind.ENDING, name, _at(cls))
            return _missing(name, f"no outcome has the code {outcome}")
        if not dot:
            return RequirementLink(LinkKind.EVENT, name, _at(cls))
        row = guard_of(cls, guard)
        if row is None:
            return _missing(name, f"{called} has no guard {guard}")
        return RequirementLink(LinkKind.GUARD, name, f"{_file(cls)}:{row.site.line}")

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of everything that the rulebook says."""
        return frozenset(_codes(self.game))

    def _property(self, sort: str, name: str) -> RequirementLink:
        known: Mapping[str, object] = getattr(self.game, sort)
        if name not in known:
            return _missing(f"{sort}: {name}", f"{sort} has no such name")
        return RequirementLink(LinkKind.PROPERTY, f"{sort}: {name}", _at(known[name]))

    def model_link(self, code: str) -> RequirementLink | None:
        """The routine or exception of the document's own model that has this very name:
        `Board.WinGame` in the module Board, `moves` in whichever module has it."""
        module, _, rest = code.partition(".")
        models = [self.models[module]] if module in self.models else [*self.models.values()]
        routine, dot, exception = (rest if module in self.models else code).partition(".")
        for game in models:
            cls = game.calls.get(routine)
            if cls is not None and not cls.of_history:
                row = guard_of(cls, exception) if dot else None
                if not dot:
                    return RequirementLink(LinkKind.WRITTEN, code, _at(cls))
                if row is not None:
                    return RequirementLink(LinkKind.WRITTEN, code, f"{_file(cls)}:{row.site.line}")
        return None


def find_links(requirement: Requirement, names: Names) -> tuple[RequirementLink, ...]:
    """Return the objects that implement a requirement: those that it names, and routines of the
    same name."""
    found = [names.find(name) for name in requirement.by]
    model_link = names.model_link(requirement.code)
    return tuple(found if model_link is None else [*found, model_link])


def guard_of(cls: type[AnyEvent], name: str) -> GuardRow | None:
    """The first guard of an event with this code, or with this number, counted from 1."""
    rows = guard_table(cls)
    if name.isdecimal():
        return rows[int(name) - 1] if 0 < int(name) <= len(rows) else None
    return next((row for row in rows if code(row) == name), None)


def code(row: GuardRow) -> str:
    """The code of a guard; that of a plain text is made of its words."""
    return row.code or plain_code(row.reason)


def plain_code(text: str) -> str:
    """The code of a sentence; that of a plain text without the values in it."""
    return as_sentence(text if isinstance(text, Sentence) else VALUES.sub("", text)).code


def _missing(name: str, why: str) -> RequirementLink:
    return RequirementLink(LinkKind.MISSING, name, why=why)


def _function(module: str, name: str) -> RequirementLink:
    path = f"{module}:{name}"
    try:
        found: object = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as trouble:
        return _missing(path, str(trouble))
    at = _at(found)
    return RequirementLink(LinkKind.FUNCTION, path, at or f"{module.replace('.', '/')}.py")


def _at(thing: object) -> str:
    """File and line of something that has a source."""
    if not callable(thing):
        return ""
    try:
        _, line = inspect.getsourcelines(inspect.unwrap(thing))
    except (OSError, TypeError, ValueError):
        return ""
    return f"{_file(thing)}:{line}"


def _file(thing: Any) -> str:  # noqa: ANN401  # whatever inspect takes
    """The path from the package on, or the name of the file."""
    path = Path(inspect.getsourcefile(inspect.unwrap(thing)) or "")
    package = inspect.unwrap(thing).__module__.split(".")[0]
    parts = path.parts
    if package in parts:
        last = len(parts) - 1 - parts[::-1].index(package)
        return "/".join(parts[last:])
    return path.name


def _codes(game: AnyGame) -> Iterator[str]:
    """Every code in the functions of a rulebook, and in what they look into."""
    for function in rulebook_of(game).functions:
        yield from _constants(function.__code__.co_consts)
        for name in function.__code__.co_names:
            yield from _codes_in(function.__globals__.get(name))


def _codes_in(thing: object) -> Iterator[str]:
    """Yield the codes of a sentence, of an outcome, or of several of them."""
    if isinstance(thing, Sentence):
        yield thing.code
    elif isinstance(thing, Outcome):
        yield plain_code(thing.reason)
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _codes_in(part)


def _constants(values: tuple[object, ...]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield from (value, plain_code(value))
        elif inspect.iscode(value):
            yield from _constants(value.co_consts)
