"""The record of a document as it is written: its modules, and how it is compared.

A module is a `Game` of its own. It is tried from several beginnings, for what is wrong at
first hides what is wrong behind it; each says in words what was mended to get there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ludex.kernel import Game
from ludex.registry import companion_of
from ludex.study.documents.difference import RoutineComparison

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class DocumentFinding:
    """Something that a machine has found in a document."""

    kind: str
    """The kind of finding: `undeclared`, `undefined`, `dead event`, `difference` …"""

    place: str
    """The place in the document: a module and a routine, a section, a table."""

    problem: str
    script: tuple[str, ...] = ()
    """The calls that show it, one after the other, from the beginning of the trial."""


@dataclass(frozen=True, slots=True)
class ModuleTrial(Generic[S]):
    """A beginning from which a module is run."""

    title: str
    """In words: where it begins, and what was mended on the way there."""

    start: S
    depth: int = 1
    states: int = 2_000
    swept: int = 20
    """States in which every call is made."""

    is_partial: bool = False
    """Is it a part of the game, so that what never happens there says nothing?"""

    is_whole: bool = False
    """Does it have every kind of state, so that an exception never raised is telling?"""


@dataclass(frozen=True, kw_only=True)
class Module(Generic[S]):
    """A module of a document as an executable model."""

    name: str
    game: Game[S]
    trials: tuple[ModuleTrial[S], ...]
    functions: tuple[Callable[..., object], ...] = ()
    """Local functions, whose names and bodies are the document's as well."""


@dataclass(frozen=True, kw_only=True)
class WrittenDocument:
    """A document as it is written."""

    title: str
    modules: tuple[Module[Any], ...] = ()
    comparisons: tuple[RoutineComparison[Any, Any], ...] = ()
    """With the rulebook, call by call, each in a universe of its own."""

    tests: Mapping[str, Callable[[], Iterable[object]]] = field(default_factory=dict)
    """The document's own tests, each as the calls that it makes."""

    remarks: Callable[[], Iterable[DocumentFinding]] = tuple
    """The other findings of a machine: in tables, transcripts and names that are no models."""


def written_of(game: Game[Any]) -> WrittenDocument | None:
    """The document that a game comes from, as it is written; None where it is no model."""
    model = companion_of(game).written
    if model is None:
        return None
    written = model()
    assert isinstance(written, WrittenDocument)
    return written
