"""The game record: a rulebook's table of contents, and everything that follows from it.

A game states its parts; the kernel derives, under the same names for every game, the legal
events of a seat, refusals, the next state, chance outcomes, texts both ways, positions and
views. Nothing here knows any game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, Generic, TypeAlias, TypeVar

from ludex.kernel import promises, usual
from ludex.kernel.dice import Dice
from ludex.kernel.event import Chance, Event, Query, Redo, Refusal, Undo
from ludex.kernel.fault import Fault, raised
from ludex.kernel.outcome import Outcome
from ludex.kernel.pickling import reduced
from ludex.kernel.promises import Properties, StepProperties
from ludex.kernel.seat import CHANCE, Seat
from ludex.kernel.speed import Refinement, Speed
from ludex.kernel.start import Notation, Start, Unreadable
from ludex.kernel.texts.reading import read_event
from ludex.kernel.texts.sentence import Catalogue, Sentence, Written, listed, say

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game: its start, its events, its end."""

    name: str
    title: str
    summary: str
    """A description of the game in one sentence."""

    about: str = ""
    """The prose of the rules page; the default is the docstring of the events' module."""

    start: Start[S]
    events: tuple[type[Event[S]], ...]
    outcome: Callable[[S], Outcome | None] = usual.endless
    """The outcome of the game, or None before its end. A system, such as a bank, has none."""

    goes_on: Callable[[S], bool] = usual.is_whole
    """Can another game of the same match follow this one? If so, hidden information stays hidden."""

    text: Callable[[S], str]
    """The state drawn for people; transcripts show it after every event."""

    wordings: Mapping[str, Catalogue] = field(default_factory=dict)
    """Other wordings, by dialect: `document` has the words of the source, for transcripts, `etf`
    those of a course's oracle. A sentence is looked up in `etf`, then `document`, then the
    rulebook."""

    consequences: Callable[[S, Event[S], S], tuple[str, ...]] = usual.no_consequences
    """Public sentences about the effects of a legal event, such as the source of points."""

    players: tuple[int, int] = (1, 1)
    """The minimum and maximum number of players."""

    seats: Callable[[S], int] | None = None
    """The number of players in this state; the default is the minimum."""

    turn: Callable[[S], Seat] = usual.solo
    """The seat on turn; CHANCE for a deal or a roll of dice."""

    view: Callable[[S, Seat], S] = usual.in_the_open
    """The knowledge of a seat: the state with unknowns in place of hidden values."""

    over: Callable[[Outcome], str] | None = usual.over
    """The kernel's refusal of moves after the end. None if the guards refuse such moves, in the
    words and order of the source; moves that they allow are refused too."""

    notation: Notation[S] | None = None
    """The game's own notation for a position on one line; the default is derived from the fields of
    the state (`ludex.language.position`)."""

    always: Properties[S] = field(default_factory=dict)
    """Properties of every reachable state, by name."""

    steps: StepProperties[S] = field(default_factory=dict)
    """Properties of every step (state, event, next state), by name."""

    sometimes: Properties[S] = field(default_factory=dict)
    """Conditions that some play must reach; they show that the rules are not empty."""

    eventually: Properties[S] = field(default_factory=dict)
    """Conditions that every play must reach."""

    symmetries: Mapping[str, Callable[[S], S]] = field(default_factory=dict)
    """Transformations of a state that preserve the game, such as a mirror image: later events and
    the outcome correspond. They are checked before use."""

    rare: tuple[str, ...] = ()
    """The conditions of `sometimes` that a hundred random games may not reach."""

    document: object = None
    """The source of the rules: a `ludex.language.document.Document`. The kernel does not use it."""

    looks: object = None
    """The table and its gestures: a `ludex.table.Looks`. The kernel does not use it."""

    thinking: object = None
    """The knowledge of bots and hints: a `ludex.bots.Thinking`. The kernel does not use it."""

    speed: Speed[S] = field(default_factory=Speed)
    """Parts that make the game faster without changing it."""

    def __post_init__(self) -> None:
        promises.demand_events(self.name, self.events)

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, self.name, self.events)

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
        """Return the events that are for `seat` to make, before guards are asked, which cost more."""
        if seat is None:
            return events(s)
        owned, is_on_turn = self._owned, seat == self.turn(s)
        if not owned:  # a seat that is not on turn can do nothing: not even list it
            return events(s) if is_on_turn else ()
        return [
            event
            for event in events(s)
            if (self.belongs_to(s, event, seat) if type(event) in owned else is_on_turn)
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
        """May `seat` make this event: its own, one of its turn, or one free to all players?"""
        if event.by_anyone:
            return 0 <= seat < self.seat_count(s)
        return self.seat_of(s, event) == seat

    def refusal(self, s: S, event: Event[S]) -> Refusal | None:
        """Return the reason why `event` may not happen now, or None."""
        if event.of_history:
            words = say("needs_history", "{event} needs a history", event=event.name)
            return Refusal(event, words, 0)
        by_chance = self.turn(s) == CHANCE
        if event.by_chance and not by_chance:
            return Refusal(event, say("no_chance", "Nothing is left to chance now"), 0)
        is_move = not event.aside and not isinstance(event, Query)
        if is_move and (outcome := self.outcome(s)) is not None:  # so no rulebook has to say it
            own = event.refusal(s) if self.over is None else None
            return own or Refusal(event, self.refusal_after(outcome), 0)
        if is_move and by_chance and not event.by_chance:
            names = listed((Written(cls.name) for cls in self._chances), "or")
            waiting = say("chance_first", "Waiting for chance: {events}", events=names)
            return Refusal(event, waiting, 0)
        return event.refusal(s)

    def refusal_after(self, outcome: Outcome) -> str:
        """Return the refusal of a move after this end, if the kernel refuses it."""
        return (self.over or usual.over)(outcome)

    def apply(self, s: S, event: Event[S]) -> S | Refusal:
        """Return the state after `event`, or the refusal; `s` itself never changes."""
        return self.refusal(s, event) or self.after(s, event)

    def after(self, s: S, event: Event[S]) -> S:
        """Return the state after an event that is known to be legal."""
        checked = self.speed.checked
        if checked:
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
        """Check once for each class of states that a state is an immutable value."""
        if type(s) not in self._values:
            promises.demand_value(s, event)
            self._values.add(type(s))

    @cached_property
    def _values(self) -> set[type]:
        return set()

    def unchecked(self) -> "Game[S]":
        """Return the same game without property checks, for fast loops."""
        return replace(self, speed=replace(self.speed, checked=False))

    def refined(self, refinement: Refinement[S]) -> "Game[S]":
        """Return the same game with a faster list of moves, for bots and simulations."""
        speed = replace(self.speed, refinement=refinement)
        return replace(self, speed=speed, outcome=refinement.outcome or self.outcome)

    @cached_property
    def is_decided(self) -> bool:
        """Do players make decisions? A game of chance, queries and asides alone has no players; it
        can be run, printed and simulated."""
        return not all(cls.by_chance or cls.aside or issubclass(cls, Query) for cls in self.events)

    def brute(self, _: S) -> Iterator[Event[S]]:
        """Every event that the domains give, without queries."""
        for cls in self.events:
            if not issubclass(cls, Query):
                domains = [field.domain.values() for field in cls.fields()]
                yield from (cls(*values) for values in product(*domains))

    # -- chance ---------------------------------------------------------------------

    def chance(self, s: S) -> tuple[tuple[Event[S], Fraction], ...] | None:
        """Return every outcome with its exact probability; None if there are too many to list."""
        if any(cls.ways(s) is not None for cls in self._chances):
            return None
        weighed, total = self._weighed(s)
        return tuple((event, Fraction(weight, total)) for event, weight in weighed)

    def _weighed(self, s: S) -> tuple[Sequence[tuple[Event[S], int]], int]:
        weighed = [(event, event.weight(s)) for event in self.moves(s) if isinstance(event, Chance)]
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

    # -- texts --------------------------------------------------------------------------

    @cached_property
    def calls(self) -> Mapping[str, type[Event[S]]]:
        """Event classes by name; undo and redo come with every game."""
        everything: tuple[type[Event[S]], ...] = (*self.events, Undo, Redo)
        return {cls.name: cls for cls in everything}

    def read(self, text: str) -> Event[S] | Unreadable:
        """The event written as `name(a,b)`."""
        return read_event(self.calls, text)

    @property
    def is_open(self) -> bool:
        """Do all players see the whole state?"""
        return self.view is usual.in_the_open

    # -- seats --------------------------------------------------------------------------

    def seat_count(self, s: S) -> int:
        return self.seats(s) if self.seats else self.players[0]

    @property
    def can_end(self) -> bool:
        """Does it have an end? A rulebook without `outcome` describes a system, such as a bank."""
        return self.outcome is not usual.endless

    def is_finished(self, s: S) -> bool:
        """Is the whole match over, not only one of its games?"""
        return self.outcome(s) is not None and not self.goes_on(s)

    def status(self, s: S) -> Sentence:
        """Return the state of the game, in a sentence."""
        outcome = self.outcome(s)
        return outcome.text if outcome else usual.to_move(self.turn(s))


AnyState: TypeAlias = Any
AnyGame: TypeAlias = Game[Any]
AnyEvent: TypeAlias = Event[Any]
"""Types for tools that serve every game and do not look at its state."""
