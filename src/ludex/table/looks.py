"""The drawing of a game, its gestures, and the scene that follows from them.

A rulebook decides nothing here. A game without looks is shown by its text, and each event is a
button or a form.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from ludex.kernel import Event, Game, Seat, Sentence
from ludex.table.drawing import Drawing
from ludex.table.forms import forms
from ludex.table.lesson import Lesson, Shown
from ludex.table.question import OptionTexts
from ludex.table.scene import (
    NO_LAST_MOVE,
    NO_SIDE_PANEL,
    Gesture,
    LastMove,
    PlacedGesture,
    Scene,
    SidePanel,
    Zone,
    button,
    put_aside,
)

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Looks(Generic[S]):
    """The table as people see it and touch it; any interface draws it."""

    drawings: Mapping[str, Drawing] = field(default_factory=dict)
    """Pictures for looks of its own, such as `stone:red`, or for all with the part before the colon."""

    emblem: tuple[Shown, ...] = ()
    """The picture that stands for the game where it is offered: what is seen through a window
    three pieces tall and as wide as there is room, its middle at x = 0."""

    lessons: tuple[Lesson, ...] = ()
    """The lessons that show in a minute, with pictures, how to play, for whoever sees the game for
    the first time."""

    options: OptionTexts = field(default_factory=OptionTexts)
    """The questions for options, and the names of presets."""

    typing: str = ""
    """A note on the difference between typed and shown names, for those who type events by name."""

    zones: Callable[[S, Seat], tuple[Zone, ...]] = lambda _s, _seat: ()
    """The table as a seat sees it, its own things nearest to it: below the others."""

    gesture: Callable[[S, Event[S]], Gesture] = lambda _, event: button(event)
    """The gesture by which a player makes an event: by default a button."""

    gestures: Callable[[S, Sequence[Event[S]]], Iterable[Gesture | PlacedGesture]] | None = None
    """The gestures of many events at once, the same as `gesture` gives one by one: for games
    that offer so many that each of them counts. A gesture may be given by its kind and its place."""

    drops: Callable[[S, str], Iterable[Event[S]]] | None = None
    """The events, legal or not, that a piece dropped on a place can mean: for games whose events are
    too many to try. By default all events of the rules are asked for their gestures."""

    highlights: Callable[[S], tuple[tuple[str, tuple[str, ...]], ...]] = lambda _: ()
    """Named sets of zones to show together, such as a city and its tiles."""

    side_panel: Callable[[S, Seat], SidePanel] = lambda _s, _seat: NO_SIDE_PANEL
    """The panel beside the pieces, as a seat sees it."""

    last_move: Callable[[S, Event[S], S], LastMove] = lambda _s, _event, _after: NO_LAST_MOVE
    """The visible traces of a legal event, for everybody: where it was, and which places gave whom
    points."""

    narrate: Callable[[S, Event[S], S, Seat], Sentence | None] = lambda _s, _event, _after, _seat: (
        None
    )
    """The narration of a legal event that everybody may know, as a sentence about its seat or
    chance: "player 2 calls 20". Without one the log says it in the words of the gesture."""

    timeout_events: Callable[[S, Seat], Iterable[Event[S]]] = lambda _s, _seat: ()
    """The events for a seat that runs out of time: the first of these that is legal, such as a fold
    or a resignation; any move where none is."""

    keeps_mucked: bool = False
    """Do cards that were given up unseen stay unseen after the game, as in poker?"""

    is_set_up: Callable[[S], bool] = lambda _: False
    """Is the board being set up by hand here? The events that do it are the rulebook's; what
    an interface adds is to ask whether the board can be won, and a link to it."""

    progress: Callable[[S], int] | None = None
    """The progress of somebody who plays alone, for a line over the game that is looked at again.
    """

    progress_unit: str = "points"
    """The unit of `progress`, in words."""


PLAIN: Looks[object] = Looks()


def looks_of(game: Game[S]) -> Looks[S]:
    """The looks of a game; those of a text and buttons where it has none."""
    looks = PLAIN if game.looks is None else game.looks
    assert isinstance(looks, Looks)
    return looks


def scene_of(game: Game[S], s: S, seat: Seat) -> Scene:
    """Return the view and the choices of `seat`, as data."""
    scene, offered = brief_scene_of(game, s, seat)
    gestures = (
        one.kind.at(one.place) if isinstance(one, PlacedGesture) else one for one in offered
    )
    return replace(scene, gestures=tuple(gestures))


def brief_scene_of(
    game: Game[S], s: S, seat: Seat
) -> tuple[Scene, tuple[Gesture | PlacedGesture, ...]]:
    """Return the same without gestures, and these: by kind and place where the game gives them so."""
    known, looks = game.view(s, seat), looks_of(game)
    legal = game.legal(known, seat)
    gestures = tuple(_gestures(game, known, legal))
    zones, highlights = looks.zones(known, seat), looks.highlights(known)
    side_panel = looks.side_panel(known, seat)
    status = game.status(known)
    if zones:
        return Scene(zones, (), status, highlights, side_panel=side_panel), gestures
    text, blanks = game.text(known), forms(game.events, legal)
    scene = Scene(zones, (), status, highlights, text, side_panel=side_panel, forms=blanks)
    return scene, gestures


def _gestures(game: Game[S], s: S, events: Sequence[Event[S]]) -> Iterable[Gesture | PlacedGesture]:
    at_once = looks_of(game).gestures
    if at_once is not None and not any(cls.aside for cls in game.events):
        return at_once(s, events)
    return _one_by_one(game, s, events)


def _one_by_one(game: Game[S], s: S, events: Iterable[Event[S]]) -> Iterator[Gesture]:
    gesture = looks_of(game).gesture
    for event in events:
        made = gesture(s, event)
        is_aside = event.aside and not made.prominent and not made.aside
        yield put_aside(made) if is_aside else made
