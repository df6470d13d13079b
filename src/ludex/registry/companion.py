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
    """Return a function that imports `.module:name` when it is called, and calls it.

    An object that is not a function is returned unchanged.
    """
    module, _, name = at.partition(":")

    def call(*given: Any, **named: Any) -> Any:  # noqa: ANN401  # whatever it is there
        found = getattr(import_module(module, package), name)
        return found(*given, **named) if callable(found) else found

    return call


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of `ludex` that belongs to a game: `ludex NAME …`.

    If several games have a command of the same name, its argument GAME selects one.
    """

    name: str
    at: str
    """`package.module:attribute`: a Typer function, or a `typer.Typer`."""

    summary: str
    """A line for `ludex --help`."""

    settings: Mapping[str, object] = field(default_factory=dict)
    """Typer's `context_settings`."""


@dataclass(frozen=True, kw_only=True)
class Format(Generic[S]):
    """Another format of positions, such as that of another program."""

    name: str
    write: Callable[[S], str] | None = None
    read: "Callable[[S, str], S | Unreadable] | None" = None
    """The reader: from the first state under the requested rules and a text to a state."""

    is_line: bool = False
    """Is a position one line? Then a list of them needs no headings."""


@dataclass(frozen=True, kw_only=True)
class MoveFilter(Generic[S]):
    """The interface of programs that read a state and print a move, if the document describes such
    programs."""

    write: "Callable[[S], str | Unreadable]"
    """The input of the program, made from the view of its seat."""

    read: "Callable[[S, str], Event[S] | Unreadable]"
    """The move in its output."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of moves in the usual notation of the game."""

    wins: bool
    summary: str
    record: Mapping[str, object]
    """The result as JSON."""


@dataclass(frozen=True, slots=True)
class Shorthand(Generic[S]):
    """Moves in the usual notation of the game, such as `26`, typed in place of events."""

    about: str
    """A sentence that explains the notation."""

    read: "Callable[[S, str], Event[S] | Sentence | None]"
    """The event of a text in a state, or the reason why there is none; None if the text is not such
    a move."""

    write: "Callable[[S, Event[S]], str | None]"
    """The text of an event in a state, which is read back as the same event."""


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A part of a filter's correct output, and its reason."""

    about: str
    """Its part of the input, such as a row."""

    text: str
    """Its complete lines."""

    rule: str
    """The name of the rule that decides it."""

    description: str
    """The rule in words."""

    because: str = ""
    """The reason for it."""

    code: str = ""
    """The broken law, if it depends on the output."""

    others: tuple[tuple[str, str], ...] = ()
    """The other rules that a correct output shows, each by its name and in words."""


@dataclass(frozen=True, kw_only=True)
class Filter:
    """A program of a game's document: text in, text out, and the correct output.

    The correct output may depend on the program's output: any legal choice is correct.
    """

    name: str
    summary: str
    right: "Callable[[str, str], tuple[PrintedPart, ...] | Unreadable]"
    """The correct output, from the input and the program's output."""

    generate: "Callable[[Dice], str]"
    """A random input."""

    run: "Callable[[Any, Dice], str]"
    """A correct program: from a parsed input to its output."""

    read: "Callable[[str], Any]" = str
    """The reader of its input."""

    choices: "Callable[[Any], Iterable[str]] | None" = None
    """All correct outputs for an input, if the program has a choice: a program that omits some
    choices is correct, too."""

    given: tuple[str, ...] = ()
    """Inputs written by hand, for situations that random inputs seldom have; they come first."""

    seeds: tuple[int, ...] = ()
    """The value of further inputs; more effective ones come first."""

    suffix: str = ".txt"
    """The suffix of input files."""


@dataclass(frozen=True, slots=True)
class Record(Generic[S]):
    """A format of game records for other programs."""

    name: str
    """The name of the notation, such as `PHH`."""

    suffix: str
    """The suffix of its files."""

    write: "Callable[[Iterable[tuple[S, Event[S], S]]], str]"
    """The writer of a seat's record, from the seat's views: the view before each event, the event,
    and the view after it. A chance event may contain hidden information, which the record must
    not contain."""


@dataclass(frozen=True, kw_only=True)
class Companion(Generic[S]):
    """Everything about a game that is not a rule."""

    advisor: "Callable[[Game[S], int | None], Advisor] | None" = None
    """The advisor for hints, if not the best bot; its argument is the most positions to search."""

    advised_by: str = ""
    """The name of that advisor, in words."""

    refinement: "Callable[[], Refinement[S]] | None" = None
    """A faster list of its moves, for bots and simulations."""

    engine: "Callable[[S], Engine] | None" = None
    """A compiled engine for games that begin with a state; a ValueError gives the reason if there
    is none."""

    boards: "Callable[[int], Engine] | None" = None
    """A compiled engine for games that begin on random boards with a number of pieces, if boards
    are set up by hand."""

    observing: "Callable[[S], Observing[S]] | None" = None
    """The observation of learners, if it is better than the one derived from the types of the
    state's fields."""

    puzzles: "Puzzles[S] | None" = None
    formats: tuple[Format[S], ...] = ()
    """The formats of positions besides position lines; the first is the usual one."""

    records: tuple[Record[S], ...] = ()
    """The formats of game records for other programs."""

    replay: "Callable[[S, str], Replayed | Unreadable] | None" = None
    """The reader of moves in the usual notation of the game, from a state."""

    shorthand: "Callable[[], Shorthand[S]] | None" = None
    """The notation of single moves at a table."""

    written: "Callable[[], object] | None" = None
    """The document of the game as written: `ludex.study.documents.record.WrittenDocument`."""

    move_filter: "Callable[[], MoveFilter[S]] | None" = None
    """The interface of the document's own programs for players."""

    commands: tuple[Command, ...] = ()
    bots: "Callable[[], tuple[BotKind, ...]]" = tuple
    """Bots of this game alone, such as those of its document."""

    weaker: str = ""
    """The reason why its bots are weaker than possible, if an extra is missing."""

    best: str | None = None
    """The strongest bot of this game, if it is not the default one."""

    judge: "Callable[[Game[S]], Judge] | None" = None
    """The judge of moves for hints and reviews, if it is not the default one."""

    opponent: "Callable[[], Opponent] | None" = None
    """The usual opponent: a name, a line of character, five levels."""

    filters: "Callable[[], tuple[Filter, ...]]" = tuple
    """The programs of its document that are filters, for `ludex grade --as NAME`."""
