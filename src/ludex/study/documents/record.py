"""The record of a document as written: its modules and comparisons.

Each module is a `Game`. It is tried from several starts, because an early error hides later ones;
each start says in words what was corrected to get there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ludex.kernel import Game
from ludex.language.document import Erratum
from ludex.registry import companion_of
from ludex.study.documents.difference import RoutineComparison

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class DocumentFinding:
    """An error that a program has found in a document."""

    kind: str
    """The kind of finding: `undeclared`, `undefined`, `dead event`, `difference` …"""

    place: str
    """The place in the document: a module and a routine, a section, a table."""

    problem: str
    script: tuple[str, ...] = ()
    """The calls that show it, in order, from the start of the trial."""


@dataclass(frozen=True, slots=True)
class ModuleTrial(Generic[S]):
    """A start from which a module is run."""

    title: str
    """The start in words, with the corrections that lead to it."""

    start: S
    depth: int = 1
    states: int = 2_000
    swept: int = 20
    """The states in which every call is made."""

    is_partial: bool = False
    """Is it only a part of the game? Then a missing event is not a finding."""

    is_whole: bool = False
    """Does it have every kind of state? Then an exception that is never raised is a finding."""


@dataclass(frozen=True, kw_only=True)
class Module(Generic[S]):
    """A module of a document as an executable model."""

    name: str
    game: Game[S]
    trials: tuple[ModuleTrial[S], ...]
    functions: tuple[Callable[..., object], ...] = ()
    """Local functions, with the names and bodies of the document."""


@dataclass(frozen=True, kw_only=True)
class WrittenDocument:
    """A document as written."""

    title: str
    modules: tuple[Module[Any], ...] = ()
    comparisons: tuple[RoutineComparison[Any, Any], ...] = ()
    """Comparisons with the rulebook, call by call, each in its own universe."""

    tests: Mapping[str, Callable[[], Iterable[object]]] = field(default_factory=dict)
    """The document's own tests, each as a list of calls."""

    appendix: Callable[[], Iterable[str]] = tuple
    """Additional lines: the tables of the document's own tool."""

    remarks: Callable[[], Iterable[DocumentFinding]] = tuple
    """Other findings, in tables, transcripts and names outside the models."""


Probes = Mapping[str, Callable[[], object]]
"""By the codes of errata: does a run of the model show the mistake?"""


def seen(errata: Iterable[Erratum], probes: Probes) -> Iterator[DocumentFinding]:
    """Yield the errata that a run of a model shows."""
    for erratum in errata:
        if erratum.code in probes and probes[erratum.code]():
            text = f"{erratum.code}: {erratum.says}"
            yield DocumentFinding("erratum", erratum.place, text)


def written_of(game: Game[Any]) -> WrittenDocument | None:
    """Return the document of a game as written; None if it is not a model."""
    model = companion_of(game).written
    if model is None:
        return None
    written = model()
    assert isinstance(written, WrittenDocument)
    return written
