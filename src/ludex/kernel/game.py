"""The game record: a rulebook's table of contents, and everything that follows from it.

A game states its parts; the kernel derives, under the same names for every game, the legal
events of a seat, refusals, the next state, chance outcomes, texts both ways, positions and
views. Nothing here knows any game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from ludex.kernel import promises, usual
from ludex.kernel.aids import Refinement, Speed, Thinking
from ludex.kernel.dice import Dice
from ludex.kernel.event import Chance, Event, Query, Redo, Refusal, Undo, every_event, strange_event
from ludex.kernel.fault import Fault, raised
from ludex.kernel.outcome import Outcome
from ludex.kernel.pickling import reduced
from ludex.kernel.seat import CHANCE, Seat
from ludex.kernel.start import Start, Unreadable
from ludex.kernel.texts.position import Notation, derived
from ludex.kernel.texts.reading import read_event
from ludex.kernel.texts.sentence import Catalogue, Sentence, Written, listed, say

S = TypeVar("S")

Properties = Mapping[str, Callable[[S], bool]]
"""Properties of states, by name."""

StepProperties = Mapping[str, Callable[[S, Event[S], S], bool]]
"""Properties of steps (state, event, next state), by name."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game: what it is, how it begins, what can happen, how it ends."""

    name: str
    title: str
    summary: str
    """One sentence that tells a player what the game is."""

    about: str = ""
    """The rules page's prose; by default the docstring of the module of the events."""

    start: Start[S]
    events: tuple[type[Event[S]], ...]
    outcome: Callable[[S], Outcome | None]
    """The outcome of the game, or None while it goes on."""

    goes_on: Callable[[S], bool] = usual.is_whole
    """A test, at the end of a game, whether another of the same match can follow. Until none can,
    the match keeps hidden what it hides."""

    text: Callable[[S], str]
    """The state drawn for people; transcripts show it after every event."""

    wordings: Mapping[str, Catalogue] = field(default_factory=dict)
    """Other wordings, by dialect: `document` is the source's own, which transcripts speak, `etf`
    that of a course's oracle. The first that has a sentence is heard: etf, then document, then the
    rulebook."""

    consequences: Callable[[S, Event[S], S], tuple[str, ...]] = usual.no_consequences
    """The consequences of a legal event besides the next state, which is given too, in sentences
    for everybody: where points come from."""

    players: tuple[int, int] = (1, 1)
    """The fewest and the most."""

    seats: Callable[[S], int] | None = None
    """The number of players in this state; by default the fewest."""

    turn: Callable[[S], Seat] = usual.solo
    """The seat on turn; CHANCE when a card is to be dealt or a die thrown."""

    view: Callable[[S, Seat], S] = usual.in_the_open
    """The knowledge of a seat: the state with everything hidden replaced by unknowns."""

    over: Callable[[Outcome], str] | None = usual.over
    """The kernel's refusal of every move after the end. None where the guards say it themselves, in
    the source's own words and order; what they let pass is refused too."""

    notation: Notation[S] | None = None
    """The field's own way to write a position on one line."""

    always: Properties[S] = field(default_factory=dict)
    """Properties of every reachable state, by name."""

    steps: StepProperties[S] = field(default_factory=dict)
    """Properties of every step (state, event, next state), by name."""

    sometimes: Properties[S] = field(default_factory=dict)
    """Things that must happen in some game: the proof that the rules are not empty."""

    eventually: Properties[S] = field(default_factory=dict)
    """The goals of every play, whatever is done: none goes on for ever without them."""

    symmetries: Mapping[str, Callable[[S], S]] = field(default_factory=dict)
    """Changes of a state that change nothing that matters, such as a mirror: what may
    happen afterwards and how it ends is the same. Checked before they are used."""

    rare: tuple[str, ...] = ()
    """Those of `sometimes` that a hundred random games cannot be counted on to show."""

    document: object = None
    """The source of the rules: a `ludex.language.document.Document`. The kernel never asks."""

    looks: object = None
    """The drawing of the table and its gestures: a `ludex.table.Looks`. The kernel never asks."""

    thinking: Thinking[S] = field(default_factory=Thinking)
    """The knowledge that bots and hints ask for."""

    speed: Speed[S] = field(default_factory=Speed)
    """The parts that make it faster and leave it the same."""

    def __post_init__(self) -> None:
        promises.demand_events(self.name, self.events)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return reduced(self)

    # -- events ---------------------------------------------------------------------

    def legal(self, s: S, seat: Seat | None = None) -> list[Event[S]]:
        """Every event that may happen now, or those of one seat."""
        found = self._permitted(s, seat, asides=True)
        if self.speed.asides:
            asides = self._of_seat(s, self.speed.asides, seat)
            found += (event for event in asides if event.permitted(s))
        return found

    def moves(self, s: S, seat: Seat | None = None) -> list[Event[S]]:
        """The legal events that are moves of the game: no reset, no resignation."""
        refinement = self.speed.refinement
        if refinement is not None and seat is None:
            return [*refinement.moves(s)]
        return self._permitted(s, seat, asides=False)

    def _permitted(self, s: S, seat: Seat | None, *, asides: bool) -> list[Event[S]]:
        """The candidates that every guard lets pass: moves, and asides if they are wanted."""
        speed = self.speed
        if speed.refinement is not None:
            return [*self._of_seat(s, speed.refinement.moves, seat)]
        by_chance = self.turn(s) == CHANCE
        found = [
            event
            for event in self._of_seat(s, speed.candidates or self.brute, seat)
            if (asides if event.aside else event.by_chance is by_chance) and event.permitted(s)
        ]
        if found and self.outcome(s) is not None:  # whatever the guards say
            found = [event for event in found if event.aside]
        return found

    def _of_seat(
        self, s: S, events: Callable[[S], Iterable[Event[S]]], seat: Seat | None
    ) -> Iterable[Event[S]]:
        """Those that are for `seat` to make; guards cost more, and are asked after this."""
        if seat is None:
            return events(s)
        owned = self._owned
        if seat == self.turn(s):
            if not owned:
                return events(s)
            return [
                event
                for event in events(s)
                if type(event) not in owned or self.belongs_to(s, event, seat)
            ]
        if not owned:  # whoever is not on turn can do nothing: not even list it
            return ()
        return [
            event for event in events(s) if type(event) in owned and self.belongs_to(s, event, seat)
        ]

    @cached_property
    def _owned(self) -> frozenset[type[Event[S]]]:
        """The events that may belong to another seat than the one on turn."""
        return frozenset(cls for cls in self.events if cls.by_anyone or cls.seat is not Event.seat)

    def seat_of(self, s: S, event: Event[S]) -> Seat:
        """Return the owner of this event."""
        own = event.seat(s)
        return self.turn(s) if own is None else own

    def belongs_to(self, s: S, event: Event[S], seat: Seat) -> bool:
        """May `seat` make this event: its own, of its turn, or free to every player?"""
        if event.by_anyone:
            return 0 <= seat < self.seat_count(s)
        return self.seat_of(s, event) == seat

    def refusal(self, s: S, event: Event[S]) -> Refusal | None:
        """Return the reason why `event` may not happen now, or None."""
        if event.of_history:
            return Refusal(
                event,
                say("needs_history", "{event} needs a history", event=event.name),
                0,
            )
        by_chance = self.turn(s) == CHANCE
        if event.by_chance and not by_chance:
            return Refusal(event, say("no_chance", "Nothing is left to chance now"), 0)
        ended = self._after_the_end(s, event)
        if ended is not None:
            return ended
        if not event.by_chance and by_chance and not event.aside and not isinstance(event, Query):
            names = listed((Written(cls.name) for cls in self._chances), "or")
            waiting = say("chance_first", "Waiting for chance: {events}", events=names)
            return Refusal(event, waiting, 0)
        return event.refusal(s)

    def _after_the_end(self, s: S, event: Event[S]) -> Refusal | None:
        """No move is made when the game is over, so no rulebook has to say so."""
        if event.aside or isinstance(event, Query):
            return None
        outcome = self.outcome(s)
        if outcome is None:
            return None
        own = event.refusal(s) if self.over is None else None
        return own or Refusal(event, self.refusal_after(outcome), 0)

    def refusal_after(self, outcome: Outcome) -> str:
        """Return the refusal of a move after this end, where the guards leave it to the kernel."""
        return (self.over or usual.over)(outcome)

    def apply(self, s: S, event: Event[S]) -> S | Refusal:
        """The state after `event`, or why it is refused; `s` itself never changes."""
        return self.refusal(s, event) or self.after(s, event)

    def after(self, s: S, event: Event[S]) -> S:
        """The state after an event that is known to be legal."""
        checked = self.speed.checked
        if checked and type(s) not in self._values:
            self.demand_value(s, event)
        try:
            state = event.apply(s)
        except Fault:
            raise
        except Exception as error:
            raise raised("its effect", error, event, s) from error
        if checked:
            promises.demand_contract(s, event, state)
            promises.demand_properties(self.always, self.steps, s, event, state)
        return state

    def demand_value(self, s: S, event: Event[S] | None = None) -> None:
        """A state is a value that never changes; looked at once for each class of states."""
        if type(s) not in self._values:
            promises.demand_value(s, event)
            self._values.add(type(s))

    @cached_property
    def _values(self) -> set[type]:
        return set()

    def unchecked(self) -> "Game[S]":
        """The same game without property checks, for engines and tight loops."""
        return replace(self, speed=replace(self.speed, checked=False))

    def refined(self, refinement: Refinement[S]) -> "Game[S]":
        """The same game with a faster way to list its moves: for bots and many games."""
        speed = replace(self.speed, refinement=refinement)
        return replace(self, speed=speed, outcome=refinement.outcome or self.outcome)

    @cached_property
    def is_decided(self) -> bool:
        """Does anybody decide anything here? Where chance does it all, or events are only
        queries and asides, nobody sits down; it can be run, printed and simulated."""
        return any(
            not (cls.by_chance or cls.aside or issubclass(cls, Query)) for cls in self.events
        )

    # -- chance ---------------------------------------------------------------------

    def chance(self, s: S) -> tuple[tuple[Event[S], Fraction], ...] | None:
        """Every outcome with its exact probability; None when they are too many to list."""
        if any(cls.ways(s) is not None for cls in self._chances):
            return None
        weighed, total = self._weighed(s)
        return tuple((event, Fraction(weight, total)) for event, weight in weighed)

    def _weighed(self, s: S) -> tuple[list[tuple[Event[S], int]], int]:
        weighed: list[tuple[Event[S], int]] = [
            (event, event.weight(s)) for event in self.moves(s) if isinstance(event, Chance)
        ]
        total = sum(weight for _, weight in weighed)
        assert total > 0, f"{self.name}: chance has the turn and no outcome"
        return weighed, total

    def draw(self, s: S, dice: Dice) -> Event[S]:
        """Draw the next event of chance."""
        for cls in self._chances:
            if cls.ways(s) is not None:
                drawn = cls.draw(s, dice)
                assert drawn is not None
                return drawn
        weighed, total = self._weighed(s)
        return dice.by_weight(weighed, total)

    @cached_property
    def _chances(self) -> tuple[type[Chance[S]], ...]:
        return tuple(cls for cls in self.events if issubclass(cls, Chance))

    # -- enumeration ------------------------------------------------------------------

    def brute(self, _: S) -> Iterator[Event[S]]:
        """Every event that the domains can make, queries left out."""
        return every_event(self.events)

    def strange(self, dice: Dice, near: Event[S] | None = None) -> Event[S]:
        """A random event, legal or not, some arguments hostile: for testing guards."""
        return strange_event(self.events, dice, near)

    # -- texts --------------------------------------------------------------------------

    @cached_property
    def calls(self) -> Mapping[str, type[Event[S]]]:
        """Event classes by name; undo and redo come with every game."""
        everything: tuple[type[Event[S]], ...] = (*self.events, Undo, Redo)
        return {cls.name: cls for cls in everything}

    @cached_property
    def declared(self) -> Mapping[str, type[Event[S]]]:
        """Those of them that the source of the rules knows."""
        return {n: cls for n, cls in self.calls.items() if not cls.beyond_source}

    def read(self, text: str) -> Event[S] | Unreadable:
        """The event written as `name(a,b)`."""
        return read_event(self.calls, text)

    @cached_property
    def _notation(self) -> Notation[S]:
        return self.notation or derived(type(self.start()))

    def position(self, s: S) -> str:
        """The position on one line."""
        return self._notation.write(s)

    def read_position(self, line: str) -> S | Unreadable:
        """The state written as a position line, or everything wrong with it."""
        return self._notation.read(line)

    @property
    def is_open(self) -> bool:
        """Does everybody see everything?"""
        return self.view is usual.in_the_open

    # -- seats --------------------------------------------------------------------------

    def seat_count(self, s: S) -> int:
        """Return the number of players."""
        return self.seats(s) if self.seats else self.players[0]

    def is_finished(self, s: S) -> bool:
        """Is the whole match over, and not only one game of it?"""
        return self.outcome(s) is not None and not self.goes_on(s)

    def status(self, s: S) -> Sentence:
        """Return the state of the game, in a sentence."""
        outcome = self.outcome(s)
        return outcome.text if outcome else usual.to_move(self.turn(s))


AnyState: TypeAlias = Any
AnyGame: TypeAlias = Game[Any]
AnyEvent: TypeAlias = Event[Any]
"""The types of tools that serve every game: whatever its state is, they only pass it on."""
