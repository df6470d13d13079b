"""An abstract user interface as data: a system's name, its types, its events.

This is what the Eiffel Testing Framework is given to make a program from, and what a module's
table of access routines says in other words.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ludex.kernel import AnyEvent, AnyGame

KEYWORDS = frozenset(
    {"system", "type", "BOOL", "BOOLEAN", "CHAR", "CHARACTER", "INTEGER", "INTEGER_64"}
    | {"REAL", "STRING", "VALUE", "TUPLE", "ARRAY"}
)
"""The words that the framework keeps for itself."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
"""A name of the framework's language; none of `KEYWORDS` is one."""

BUILT_IN = {
    "INTEGER": "INTEGER",
    "INT": "INTEGER",
    "INTEGER_32": "INTEGER",
    "INTEGER_64": "INTEGER_64",
    "INT_64": "INTEGER_64",
    "BOOLEAN": "BOOLEAN",
    "BOOL": "BOOLEAN",
    "STRING": "STRING",
    "VALUE": "VALUE",
    "REAL": "REAL",
}
"""The types that need no declaration, by each of their names."""


class NoInterface(ValueError):
    """A text is no interface; the message says why, in one line with its place."""


class TypeUse(NamedTuple):
    """A type where it is used: a name, or a row of values of a type."""

    name: str
    of: "TypeUse | None" = None

    def __str__(self) -> str:
        return self.name if self.of is None else f"ARRAY[{self.of}]"


class DeclaredType(NamedTuple):
    """A type with a name of its own: some words, a range of numbers, or another type."""

    name: str
    members: tuple[tuple[str, str], ...] = ()
    """(word, meaning) of an enumeration."""

    span: tuple[int, int] | None = None
    same_as: TypeUse | None = None
    words: str = ""
    """The text of its comment."""

    is_opaque: bool = False
    """Does its source leave open what it is (`Card = ?`)?"""


class Argument(NamedTuple):
    """One argument of an event."""

    name: str
    kind: TypeUse


class Declaration(NamedTuple):
    """An event, or an access routine."""

    name: str
    arguments: tuple[Argument, ...] = ()
    words: str = ""
    """The rule, as its comment says it."""

    answers: str = ""
    """The type of its answer, where it only tells something."""

    refusals: tuple[str, ...] = ()
    """The exceptions that its source names."""

    def __str__(self) -> str:
        given = "; ".join(f"{a.name}: {a.kind}" for a in self.arguments)
        return f"{self.name}({given})" if given else self.name


@dataclass(frozen=True, slots=True)
class Interface:
    """Everything that an interface declares."""

    system: str
    types: Mapping[str, DeclaredType] = field(default_factory=dict)
    events: tuple[Declaration, ...] = ()
    words: str = ""
    constructors: tuple[str, ...] = ()
    """Routines that make the first state, as they are declared."""


def declared_calls(game: AnyGame) -> Mapping[str, type[AnyEvent]]:
    """Return the events by name that the source of the rules knows; undo and redo are among them."""
    return {name: cls for name, cls in game.calls.items() if not cls.beyond_source}


def is_name(text: str) -> bool:
    """Can it be a name in the framework's language?"""
    return NAME.fullmatch(text) is not None and text not in KEYWORDS


def shown(text: str) -> str:
    """Return a text short enough for a message, in quotes."""
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
