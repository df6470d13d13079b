"""The companion of a game: everything that serves it beside its rules.

A rulebook knows nothing of it, and no game needs one: every part may be missing. It is found
as the game is, by an entry point of the same name. Whoever asks for the list of commands
imports every companion, so one is light: what is heavy is imported by the functions in it,
when they are called.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from ludex.bots import BotKind
    from ludex.bots.advice import Advisor
    from ludex.bots.judge import Judge
    from ludex.bots.levels import Opponent
    from ludex.compile.engine import Engine
    from ludex.kernel import Dice, Event, Game, Refinement, Sentence, Unreadable
    from ludex.registry.encoding import Observing
    from ludex.registry.puzzles import Puzzles

S = TypeVar("S")


def later(package: str | None, at: str) -> Callable[..., Any]:
    """Return a function that imports what is at `.module:name` when it is called, and calls it.

    What is no function is returned as it is.
    """
    module, _, name = at.partition(":")

    def call(*given: Any, **named: Any) -> Any:  # noqa: ANN401  # whatever it is there
        found = getattr(import_module(module, package), name)
        return found(*given, **named) if callable(found) else found

    return call


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of `ludex` that belongs to a game: `ludex NAME …`.

    Where several games have a command of one name, the GAME among its words says whose it is.
    """

    name: str
    at: str
    """`package.module:attribute`: a function as Typer takes it, or a `typer.Typer`."""

    summary: str
    """A line for `ludex --help`."""

    settings: Mapping[str, object] = field(default_factory=dict)
    """Typer's `context_settings`."""


@dataclass(frozen=True, kw_only=True)
class Format(Generic[S]):
    """Another way to write a position, such as that of another program."""

    name: str
    write: Callable[[S], str] | None = None
    read: "Callable[[S, str], S | Unreadable] | None" = None
    """From the first state, which has the rules that are asked for, and a text."""

    is_line: bool = False
    """Is a position one line, so that many of them need no headings?"""


@dataclass(frozen=True, kw_only=True)
class MoveFilter(Generic[S]):
    """The form of programs that read a state and print a move, where a document has such."""

    write: "Callable[[S], str | Unreadable]"
    """The input of the program, made of its seat's view."""

    read: "Callable[[S, str], Event[S] | Unreadable]"
    """The move in what it prints."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of moves in the field's own notation."""

    wins: bool
    told: str
    record: Mapping[str, object]
    """The same for machines."""


@dataclass(frozen=True, slots=True)
class Shorthand(Generic[S]):
    """Moves as players of the field write them, such as `26`: typed in place of events."""

    about: str
    """A sentence on how they are written."""

    read: "Callable[[S, str], Event[S] | Sentence | None]"
    """The event that is meant in a state, or why there is none; None: that is no such move."""

    write: "Callable[[S, Event[S]], str | None]"
    """An event in a state, so that it is read back as the same."""


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A part of what a filter must print, and why."""

    about: str
    """The input that it answers, such as a row."""

    text: str
    """Its lines, each ended."""

    rule: str
    """The name of the rule that decides it."""

    description: str
    """The rule in words."""

    because: str = ""
    """The reason for it."""

    code: str = ""
    """The law that was broken, where what was printed decides which."""


@dataclass(frozen=True, kw_only=True)
class Filter:
    """A program of a game's document: a text in, a text out, and what is right.

    What is right may depend on what was printed: where there is a choice, any legal one is.
    """

    name: str
    summary: str
    right: "Callable[[str, str], tuple[PrintedPart, ...] | Unreadable]"
    """From the input and what a program printed, what it should have printed."""

    generate: "Callable[[Dice], str]"
    """An input, by chance."""

    suffix: str = ".txt"
    """The end of the names of input files."""


@dataclass(frozen=True, slots=True)
class Record(Generic[S]):
    """A way of writing down what was played, for other programs."""

    name: str
    """The name of the notation, such as `PHH`."""

    suffix: str
    """The end of the names of its files."""

    write: "Callable[[Iterable[tuple[S, Event[S], S]]], str]"
    """The writer of a seat's record, from what it has seen: before each event, the event, and after
    it. What an event of chance has hidden is in the event, and is not to be told."""


@dataclass(frozen=True, kw_only=True)
class Companion(Generic[S]):
    """All that a game has besides its rules."""

    advisor: "Callable[[Game[S], int | None], Advisor] | None" = None
    """The adviser for hints, if not the best bot; with so many positions to look into."""

    advised_by: str = ""
    """The name of that adviser, in words."""

    refinement: "Callable[[], Refinement[S]] | None" = None
    """A faster way to list its moves, for bots and many games."""

    engine: "Callable[[S], Engine] | None" = None
    """A compiled engine for games that begin with a state; ValueError says why there is none."""

    boards: "Callable[[int], Engine] | None" = None
    """The same for games that begin on random boards of so many pieces, where boards are set up
    by hand."""

    observing: "Callable[[S], Observing[S]] | None" = None
    """The observation of learners in games that begin with a state, where it is better than what
    follows from the types of the state's fields."""

    puzzles: "Puzzles[S] | None" = None
    formats: tuple[Format[S], ...] = ()
    """The notations of positions besides position lines; the first is the usual."""

    records: tuple[Record[S], ...] = ()
    """The notations of other programs for a game that was played."""

    replay: "Callable[[S, str], Replayed | Unreadable] | None" = None
    """The reader of a text of moves in the field's own notation, from a state."""

    shorthand: "Callable[[], Shorthand[S]] | None" = None
    """The notation of single moves at a table."""

    written: "Callable[[], object] | None" = None
    """The document that the game comes from, as it is written: `ludex.study.documents.Written`."""

    move_filter: "Callable[[], MoveFilter[S]] | None" = None
    """The protocol of the document's own programs for players."""

    commands: tuple[Command, ...] = ()
    bots: "Callable[[], tuple[BotKind, ...]]" = tuple
    """Ways to play that belong to this game alone, such as its document's."""

    best: str | None = None
    """The strongest bot of this game, where it is not the one that is usually so."""

    judge: "Callable[[Game[S]], Judge] | None" = None
    """The judge of moves for hints and reviews, where it is not the one for any game."""

    opponent: "Callable[[], Opponent] | None" = None
    """The usual opponent: a name, a line of character, five levels."""

    filters: "Callable[[], tuple[Filter, ...]]" = tuple
    """The programs of its document that are filters: `ludex grade --as NAME` judges others'."""
