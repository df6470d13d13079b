"""The source of the rules: the document, its errata and its requirements."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

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

    found_by: str | None = None
    """The command that finds it by itself; None where only a reader does."""


class Requirement(NamedTuple):
    """Something that the source asks for, and what of the rulebook answers for it."""

    code: str
    """Its name in the source, or one after its place there: `R4`, `Board.WinGame`."""

    says: str
    """The demand, in our own words."""

    by: tuple[str, ...] = ()
    """The names of the code that answers for it. `move` is an event that happens, `move.blocked` a
    guard of it by its code (or its number), `move -> won` an event that ends the game with that
    outcome; `always: NAME`, `steps: NAME`, `sometimes: NAME` and `eventually: NAME` are properties,
    `option: NAME` is one of the rules, `package.module:name` anything else in Python."""

    place: str = ""
    """The place in the source."""

    errata: tuple[str, ...] = ()
    """The errata by which the rulebook departs from it."""


def _refused(_: object, reason: str) -> str:
    return f"Error: {reason}"


@dataclass(frozen=True, kw_only=True)
class Document(Generic[S]):
    """The document that the rules come from, and what this rulebook makes of it."""

    title: str = ""

    errata: tuple[Erratum, ...] = ()
    """Every deliberate departure from it, for the rules page."""

    requirements: tuple[Requirement, ...] = ()
    """Everything that it asks for, each with what answers for it here."""

    text: Callable[[S], str] | None = None
    """The state as the document draws it in transcripts; by default the game's `text`."""

    refused: Callable[[S, str], str] = _refused
    """The output of a transcript after a refusal: by default the reason alone."""


NO_DOCUMENT: Document[AnyState] = Document()


def document_of(game: AnyGame) -> Document[AnyState]:
    """Return the document of a game; an empty one where it comes from none."""
    return game.document if isinstance(game.document, Document) else NO_DOCUMENT
