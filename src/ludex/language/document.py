"""The source of the rules: the document, its errata and its requirements."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from ludex.kernel import AnyGame, AnyState

S = TypeVar("S")


class Erratum(NamedTuple):
    """A mistake, doubt or peculiarity of the source, and this rulebook's answer."""

    code: str
    """The name by which code and tests refer to it: `E-CA-2`."""

    says: str
    """The statement of the source, or its omission."""

    here: str
    """The rule of this rulebook."""

    place: str = ""
    """The place in the source: a module, a routine, a section."""

    means: str = ""
    """The meaning that the source must have had."""

    about: str = "document"
    """The `document`, or the `program` that its authors wrote beside it."""

    found_by: str | None = None
    """The command that finds it; None if only a reader can find it."""


class Requirement(NamedTuple):
    """A requirement of the source, and the code of the rulebook that implements it."""

    code: str
    """Its name in the source, or a name made from its place: `R4`, `Board.WinGame`."""

    says: str
    """The requirement, in our own words."""

    by: tuple[str, ...] = ()
    """The names of the code that implements it. `move` is an event that happens, `move.blocked` a
    guard by its code (or its number), `move -> won` an event that ends the game with that
    outcome; `always: NAME`, `steps: NAME`, `sometimes: NAME` and `eventually: NAME` are
    properties, `option: NAME` is an option of the rules, `package.module:name` any other Python
    object."""

    place: str = ""
    """The place in the source."""

    errata: tuple[str, ...] = ()
    """The errata by which the rulebook departs from it."""


def _refused(_: object, reason: str) -> str:
    return f"Error: {reason}"


@dataclass(frozen=True, kw_only=True)
class Document(Generic[S]):
    """The document of the rules, its errata and its requirements."""

    title: str = ""

    errata: tuple[Erratum, ...] = ()
    """Every deliberate departure from it, for the rules page."""

    requirements: tuple[Requirement, ...] = ()
    """Its requirements, each with the code that implements it."""

    last_run: Callable[[], Mapping[str, Mapping[str, Any]]] = dict
    """The marked tests, with their requirements and their results in the last full run."""

    text: Callable[[S], str] | None = None
    """The state as the document draws it in transcripts; the default is the game's `text`."""

    refused: Callable[[S, str], str] = _refused
    """The output of a transcript after a refusal; the default is the reason alone."""


NO_DOCUMENT: Document[AnyState] = Document()


def document_of(game: AnyGame) -> Document[AnyState]:
    """Return the document of a game; an empty one if it has none."""
    return game.document if isinstance(game.document, Document) else NO_DOCUMENT
