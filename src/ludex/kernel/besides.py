"""What a game has besides its rules: where they come from, how it looks, what helps those who
think about it, and what makes it fast.

None of it decides what may happen. A rulebook can do without all of it, as the tutorial's
Nim does; the groups keep it apart in the record of a game, so that the rules stand alone.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from ludex.kernel.call import Call
from ludex.kernel.dice import Dice
from ludex.kernel.event import Event
from ludex.kernel.lesson import Lesson, Shown
from ludex.kernel.outcome import Outcome
from ludex.kernel.scene import (
    NOTHING_BESIDE,
    NOTHING_SEEN,
    Beside,
    Gesture,
    Sight,
    Zone,
    button,
)
from ludex.kernel.seat import Seat
from ludex.kernel.sentence import Sentence

S = TypeVar("S")


class Erratum(NamedTuple):
    """Where the source is wrong, unclear or peculiar, and what this rulebook does."""

    code: str
    """By which code and tests name it: `E-CA-2`."""

    says: str
    """What the source says, or leaves out."""

    here: str
    """What this rulebook does."""

    place: str = ""
    """Where in the source it stands: a module, a routine, a section."""

    means: str = ""
    """What the source must have meant."""

    found_by: str | None = None
    """The command that finds it by itself; None where only a reader does."""


class Requirement(NamedTuple):
    """Something that the source asks for, and what of the rulebook answers for it."""

    code: str
    """Its name in the source, or one after its place there: `R4`, `Board.WinGame`."""

    says: str
    """What is asked for, in our own words."""

    by: tuple[str, ...] = ()
    """What answers for it, by name. `move` is an event that happens, `move.blocked` a guard of it
    by its code (or its number), `move -> won` an event that ends the game with that outcome;
    `always: NAME`, `steps: NAME`, `sometimes: NAME` and `eventually: NAME` are properties,
    `option: NAME` is one of the rules, `package.module:name` anything else in Python."""

    place: str = ""
    """Where in the source it stands."""

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
    """What a transcript shows after a refusal: by default the reason alone."""


def _no_zones(_: object, _seat: Seat) -> tuple[Zone, ...]:
    return ()


def _button(_: object, event: Call) -> Gesture:
    return button(event)


def _nothing_meant(_: object, _pick: str, _drop: str) -> None:
    return None


def _is_played(_: object) -> bool:
    return False


def _no_highlights(_: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ()


def _nothing_beside(_: object, _seat: Seat) -> Beside:
    return NOTHING_BESIDE


def _nothing_seen(_: object, _event: object, _after: object) -> Sight:
    return NOTHING_SEEN


def _did_nothing(_: object, _event: object, _after: object, _seat: Seat) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class Looks(Generic[S]):
    """The table as people see it and touch it; any interface draws it."""

    emblem: tuple[Shown, ...] = ()
    """The picture that stands for the game where it is offered: what is seen through a window
    three pieces tall and as wide as there is room, its middle at x = 0."""

    lessons: tuple[Lesson, ...] = ()
    """How to play in a minute, with pictures, for who sees the game for the first time."""

    typing: str = ""
    """How what is typed differs from what is shown, for who types events by name."""

    zones: Callable[[S, Seat], tuple[Zone, ...]] = _no_zones
    """The table as a seat sees it, its own things nearest to it: below the others."""

    gesture: Callable[[S, Event[S]], Gesture] = _button
    """How a player makes an event: by default a button."""

    gestures: Callable[[S, Sequence[Event[S]]], Iterable[Gesture]] | None = None
    """The gestures of many events at once, the same as `gesture` gives one by one: for games
    that offer so many that each of them counts."""

    meant: Callable[[S, str, str], Event[S] | None] = _nothing_meant
    """What a player means by picking a piece or zone of the scene and dropping it on a zone:
    legal or not, so that a drop that is not allowed can be answered with the reason. On an open
    map whose places are named by two numbers, `3,-1`, the zone may be one that is not there."""

    highlights: Callable[[S], tuple[tuple[str, tuple[str, ...]], ...]] = _no_highlights
    """Named sets of zones to show together, such as a city and its tiles."""

    beside: Callable[[S, Seat], Beside] = _nothing_beside
    """What is told beside the pieces, as a seat sees it."""

    sight: Callable[[S, Event[S], S], Sight] = _nothing_seen
    """What there is to be seen of a legal event, for everybody: where it was, and which places
    gave whom points."""

    did: Callable[[S, Event[S], S, Seat], Sentence | None] = _did_nothing
    """What a seat or chance did by a legal event that everybody may know, as a sentence about it:
    "player 2 calls 20". Without one the log says it in the words of the gesture."""

    is_set_up: Callable[[S], bool] = _is_played
    """Is the board being set up by hand here? The events that do it are the rulebook's; what
    an interface adds is to ask whether the board can be won, and a link to it."""

    progress: Callable[[S], int] | None = None
    """How far who plays alone has come, for a line over the game that is looked at again."""

    progress_unit: str = "points"
    """What `progress` counts, in words."""


def _nothing_to_imagine(shown: S, _seat: Seat, _dice: Dice) -> S:
    return shown


@dataclass(frozen=True, kw_only=True)
class Thinking(Generic[S]):
    """What helps bots and hints to think about a state."""

    imagine: Callable[[S, Seat, Dice], S] = _nothing_to_imagine
    """A whole state that could lie behind what a seat is shown: its unknowns dealt anew."""

    worth: Callable[[S, Seat], float] | None = None
    """How well a seat stands, in any unit, more is better: what greedy bots look at.
    Without it they look at outcomes only."""

    unit: str = "points"
    """What `worth` counts, in words."""

    is_quiet: Callable[[S], bool] | None = None
    """Has something come to an end here, such as a hand, so that whoever looks ahead can
    stop looking? Without it bots look a round ahead."""


@dataclass(frozen=True, kw_only=True)
class Refinement(Generic[S]):
    """The moves of a game found without asking the guards, and perhaps its end.

    It is no rule: `ludex.check.refinement` compares it with the guards, and a test runs
    that comparison over thousands of positions.
    """

    moves: Callable[[S], Sequence[Event[S]]]
    """Every legal move, in the order of the candidates; no asides."""

    outcome: Callable[[S], Outcome | None] | None = None


@dataclass(frozen=True, kw_only=True)
class Speed(Generic[S]):
    """What makes a game faster and leaves it the same."""

    candidates: Callable[[S], Iterable[Event[S]]] | None = None
    """Events among which all legal ones are; without it every argument is tried. They
    narrow the search and decide nothing: the guards are asked about each of them."""

    asides: Callable[[S], Iterable[Event[S]]] | None = None
    """Events among which all legal asides are, where `candidates` leaves them out: who
    only wants moves does not wait for them. A game that is refined has them all here."""

    refinement: Refinement[S] | None = None
    """A faster way to the same answers, attached with `refined`; never a rulebook's."""

    checked: bool = True
    """Are `always` and `steps` checked after every event? Left out with `unchecked`."""
