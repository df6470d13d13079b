"""Scenes: a table as data, for any interface to draw without knowing the game.

A scene is zones that hold pieces, and gestures: what a player can do with them. Places
are in units of one piece, x to the right and y downwards, so that card tables (fanned
piles), grids (one square a zone) and open maps (zones at any integer place, also negative,
in a region that pans) are all the same thing.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ludex.kernel.call import Call
from ludex.kernel.texts.sentence import Sentence

if TYPE_CHECKING:
    from ludex.table.forms import Form


class Layout(Enum):
    """The arrangement of the pieces of a zone."""

    PILE = "pile"  # only the last is seen
    FAN_DOWN = "fan_down"  # each covers the one before, downwards
    FAN_RIGHT = "fan_right"
    ROW = "row"  # side by side
    SQUARE = "square"  # a field of a board: at most one piece


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing on the table."""

    key: str
    """The same piece keeps its key from scene to scene where the game can tell pieces apart
    (cards); elsewhere (two equal rooks) the gesture that was made says what moved where."""

    look: str
    """The picture, such as `card:QS`, `card:back`, `chess:N`, `tile:E`."""

    label: str
    """The name, such as `queen of spades`."""

    turned: int = 0
    """Quarter turns clockwise."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A place of the table; it stays the same while a game is played there."""

    key: str
    label: str
    x: float
    y: float
    layout: Layout = Layout.SQUARE
    look: str = "place"
    """The look of the empty place, such as `square:dark`, `foundation`; nothing is seen of `""`."""

    region: str = "table"
    """Places of one region pan and zoom together (an open map beside a fixed table)."""

    span: float = 1.0
    """The planned width of the place, in pieces; a row is centred in it."""

    seat: int | None = None
    """The owner of the place, counted from 1, where it belongs to somebody."""

    def __hash__(self) -> int:
        return hash(self.key)  # the table of a game has one place of each key

    def holding(
        self,
        pieces: tuple[Piece, ...] = (),
        *,
        label: str = "",
        look: str = "",
        caption: str = "",
        signs: tuple[str, ...] = (),
        notes: tuple[str, ...] = (),
    ) -> "Zone":
        """The place with these pieces on it; `label` and `look` where they are not its own."""
        return Zone(self, pieces, label or self.label, look or self.look, caption, signs, notes)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place, and what lies there now, the last piece on top."""

    place: TablePlace
    pieces: tuple[Piece, ...] = ()
    label: str = ""
    look: str = ""
    caption: str = ""
    """A few words to show beside the place, such as a player's stack or a pile's size."""

    signs: tuple[str, ...] = ()
    """Small things beside the pieces, each a letter or two: the dealer's button, a blind."""

    notes: tuple[str, ...] = ()
    """More to read below the caption, where there is room."""

    @property
    def key(self) -> str:
        """The key of its place."""
        return self.place.key

    @property
    def x(self) -> float:
        """Return the distance of its place to the right."""
        return self.place.x

    @property
    def y(self) -> float:
        """Return the distance of its place down."""
        return self.place.y

    @property
    def layout(self) -> Layout:
        """Return the arrangement of its pieces."""
        return self.place.layout

    @property
    def region(self) -> str:
        """The region of its place."""
        return self.place.region

    @property
    def span(self) -> float:
        """Return the width of its place, in pieces."""
        return self.place.span

    def message(self) -> dict[str, object]:
        """The zone as interfaces are sent it: the place and its pieces in one record."""
        return {name: getattr(self, name) for name in MESSAGE}


MESSAGE = (
    "key", "label", "x", "y", "layout", "pieces", "look", "region", "span", "caption", "signs", "notes"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
    """A number to be chosen, such as a bet."""

    low: int
    high: int
    step: int = 1
    marks: tuple[tuple[str, int], ...] = ()
    """Numbers that have a name, such as `pot`."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """The way to make an event: pick a piece or zone, drop it on a zone.

    Without `pick` the event is a button. Events that share pick and drop differ by their
    `choices` (a rotation, a follower). With `amount` the event's text has `{}` in it for
    the number that the player chooses.
    """

    event: str
    words: str
    pick: str | None = None
    drop: str | None = None
    choices: tuple[str, ...] = ()
    amount: Amount | None = None
    prominent: bool = False
    """Is it the thing to do, or urgent? A button that stands out."""

    aside: bool = False
    """Does it stand beside the game, as a resignation does? A quiet button."""

    note: str = ""
    """The meaning and cost, to be read beside the button."""

    along: str = ""
    """The look of what is put down along with what was picked: a follower on a tile."""

    harmless: bool = False
    """Can it never hurt? Then it may be done for the player, who need not press a button: safe
    cards go home, a beaten hand is mucked."""

    def __post_init__(self) -> None:
        if self.drop is not None and self.pick is None:
            problem = f"{self.event}: a gesture that drops on {self.drop} must pick something"
            raise TypeError(problem)


@dataclass(frozen=True, slots=True, eq=False)
class GestureKind:
    """The common part of gestures that differ only in the place where a piece is dropped.

    A page is sent each kind once, and then of each gesture only the numbers of its kind and of its
    place. So a game makes each kind once, and offers the gestures only at places of its scene.
    """

    event: str
    """The event's text, with `{}` for the key of the place."""

    words: Sentence
    """The words, in which the label of the place fills the hole `place`."""

    pick: str
    choices: tuple[str, ...] = ()
    along: str = ""

    def at(self, place: TablePlace) -> Gesture:
        """Return the gesture of this kind at a place."""
        event, words = self.event.replace("{}", place.key), self.words
        values = {**words.values, "place": place.label}
        there = Sentence(words.code, words.template, values)
        return Gesture(event, there, self.pick, place.key, self.choices, along=self.along)


class PlacedGesture(NamedTuple):
    """A gesture by its kind and its place."""

    kind: GestureKind
    place: TablePlace


@dataclass(frozen=True, slots=True)
class Ahead:
    """A choice that a player may make before the turn comes: the first of the events that is then
    possible is made."""

    words: str
    events: tuple[str, ...]
    lasting: bool = False
    """Does it hold turn after turn, until it is taken back? Else it is done once."""


@dataclass(frozen=True, slots=True)
class Plate:
    """The owner of a side of the table, where that is not told by seats."""

    zone: str
    """The place, by its key, beside which it stands."""

    name: str
    notes: tuple[str, ...] = ()
    """The state of the player: points, an offer."""

    is_on_turn: bool = False
    points: str = ""
    """The number that players look for first: it stands out beside the name."""

    look: str = ""
    """A piece of theirs, such as `meeple:1`, by whose colour the player is known."""


@dataclass(frozen=True, slots=True)
class SidePanel:
    """The text beside the pieces."""

    heading: str = ""
    """The stage of the table: which hand, at which stakes."""

    remark: str = ""
    """A remark for whoever looks: the value of one's hand, the winner of the pot."""

    lit: tuple[str, ...] = ()
    """The pieces, by their keys, that the remark is about."""

    ahead: tuple[Ahead, ...] = ()
    results: tuple[str, ...] = ()
    """At the end, how each has done, the best first."""

    plates: tuple[Plate, ...] = ()


NO_SIDE_PANEL = SidePanel()


@dataclass(frozen=True, slots=True)
class Gain:
    """Points that a seat has got by an event, and what for."""

    seat: int
    """Counted from 1."""

    amount: int
    source: str
    """The source of the points, in a word, such as `cities`; at the end they are added up by it."""

    places: tuple[str, ...] = ()
    """The zones that they come from, written as in the highlights of a scene."""

    to: str = ""
    """The zone that they go to: the player's own."""


@dataclass(frozen=True, slots=True)
class LastMove:
    """The visible traces of an event: its place, and its points."""

    places: tuple[str, ...] = ()
    gains: tuple[Gain, ...] = ()


NO_LAST_MOVE = LastMove()


@dataclass(frozen=True, slots=True)
class Scene:
    """The view and the choices of one seat."""

    zones: tuple[Zone, ...]
    gestures: tuple[Gesture, ...]
    status: str
    highlights: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Named sets of zones to show together, such as a city and its tiles.

    After the key of a zone may stand which part of the piece there is meant, `0,-1#c1`, as
    the piece's look has it.
    """

    text: str = ""
    """The text to show where there are no zones: the state as words."""

    side_panel: SidePanel = NO_SIDE_PANEL

    forms: "tuple[Form, ...]" = ()
    """Events to be filled in, where there are no zones and buttons would be too many."""


@lru_cache(maxsize=1 << 12)
def pressed(
    event: str,
    words: str,
    *,
    prominent: bool = False,
    note: str = "",
    harmless: bool = False,
) -> Gesture:
    """A button; the same in many scenes, so it is made once."""
    return Gesture(event, words, prominent=prominent, note=note, harmless=harmless)


@lru_cache(maxsize=1 << 12)
def put_aside(gesture: Gesture) -> Gesture:
    """The same as a quiet button."""
    return replace(gesture, aside=True)


def button(event: Call) -> Gesture:
    """The gesture of an event that needs no place: its name as words."""
    return pressed(str(event), event.spoken())
