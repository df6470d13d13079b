"""The game record: a rulebook's table of contents, and everything that follows from it.

A game states its parts; the kernel derives, under the same names for every game, the legal
events of a seat, refusals, the next state, chance outcomes, texts both ways, positions,
views and scenes. Nothing here knows any game.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Generic, NamedTuple, TypeVar

from ludex.kernel.call import Call
from ludex.kernel.dice import Dice
from ludex.kernel.event import Chance, Event, Query, Redo, Refusal, Undo
from ludex.kernel.fault import Fault, Violation, raised
from ludex.kernel.outcome import Outcome
from ludex.kernel.position import Notation, derived
from ludex.kernel.scene import Gesture, Scene, Zone, button, put_aside
from ludex.kernel.seat import CHANCE, SOLO, Seat, seat_name
from ludex.kernel.sentence import Catalogue, say
from ludex.kernel.start import Start, Unreadable
from ludex.kernel.value import changeable

S = TypeVar("S")


class Erratum(NamedTuple):
    """Where the source is wrong, unclear or peculiar, and what this rulebook does."""

    code: str
    """By which code and tests name it: `E-CA-2`."""

    source: str
    here: str


def _is_whole(_: object) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Refinement(Generic[S]):
    """The moves of a game found without asking the guards, and perhaps its end.

    It is no rule: `ludex.check.refinement` compares it with the guards, and a test runs
    that comparison over thousands of positions.
    """

    moves: Callable[[S], Sequence[Event[S]]]
    """Every legal move, in the order of the candidates; no asides."""

    outcome: Callable[[S], Outcome | None] | None = None


def _over(_: Outcome) -> str:
    return say("game_over", "the game is over")


def _solo(_: object) -> Seat:
    return SOLO


def _open(state: S, _: Seat) -> S:
    return state


def _refused(_: object, reason: str) -> str:
    return f"Error: {reason}"


def _nothing_told(_: object, _event: Call) -> tuple[str, ...]:
    return ()


def _nothing_to_imagine(shown: S, _seat: Seat, _dice: Dice) -> S:
    return shown


def _no_zones(_: object, _seat: Seat) -> tuple[Zone, ...]:
    return ()


def _no_highlights(_: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ()


def _nothing_meant(_: object, _pick: str, _drop: str) -> None:
    return None


def _button(_: object, event: Call) -> Gesture:
    return button(event)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game: what it is, how it begins, what can happen, how it ends."""

    name: str
    title: str
    summary: str
    """One sentence that tells a player what the game is."""

    source: str = ""
    """The document that the rules come from."""

    emblem: tuple[str, ...] = ()
    """The looks of two or three pieces that stand for the game where it is offered."""

    about: str = ""
    """The rules page's prose; by default the docstring of the module of the events."""

    errata: tuple[Erratum, ...] = ()
    """Every deliberate departure from the source, for the rules page."""

    start: Start[S]
    events: tuple[type[Event[S]], ...]
    outcome: Callable[[S], Outcome | None]
    """How the game ended, or None while it goes on."""

    goes_on: Callable[[S], bool] = _is_whole
    """Where a game has ended: can another of the same match follow? What the match hides
    stays hidden until it cannot."""

    mucks: bool = False
    """Do cards that were given up unseen stay unseen for good, as in poker? Then not even
    the end opens what would tell them."""

    text: Callable[[S], str]
    """The state drawn for people; transcripts show it after every event."""

    wordings: Mapping[str, Catalogue] = field(default_factory=dict)
    """What is said in other words, by dialect: `document` is the source's own, which
    transcripts speak, `etf` that of a course's oracle. The first that has a sentence is
    heard: etf, then document, then the rulebook."""

    refused: Callable[[S, str], str] = _refused
    """What a transcript shows after a refusal: by default the reason alone."""

    told: Callable[[S, Event[S]], tuple[str, ...]] = _nothing_told
    """What a legal event brings about besides the next state, in sentences for everybody:
    where points come from."""

    players: tuple[int, int] = (1, 1)
    """The fewest and the most."""

    seats: Callable[[S], int] | None = None
    """How many play in this state; by default the fewest."""

    turn: Callable[[S], Seat] = _solo
    """Who is to act; CHANCE when a card is to be dealt or a die thrown."""

    view: Callable[[S, Seat], S] = _open
    """What a seat may know: the state with everything hidden replaced by unknowns."""

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

    candidates: Callable[[S], Iterable[Event[S]]] | None = None
    """Events among which all legal ones are; without it every argument is tried. They
    narrow the search and decide nothing: the guards are asked about each of them."""

    asides: Callable[[S], Iterable[Event[S]]] | None = None
    """Events among which all legal asides are, where `candidates` leaves them out: who
    only wants moves does not wait for them. A game that is refined has them all here."""

    over: Callable[[Outcome], str] | None = _over
    """How the kernel refuses every move after the end. None where the guards say it
    themselves, in the source's own words and order; what they let pass is refused too."""

    refinement: Refinement[S] | None = None
    """A faster way to the same answers, attached with `refined`; never a rulebook's."""

    notation: Notation[S] | None = None
    """The field's own way to write a position on one line."""

    zones: Callable[[S, Seat], tuple[Zone, ...]] = _no_zones
    """The table as a seat sees it, its own things nearest to it: below the others."""

    gesture: Callable[[S, Event[S]], Gesture] = _button
    meant: Callable[[S, str, str], Event[S] | None] = _nothing_meant
    """What a player means by picking a piece or zone of the scene and dropping it on a zone:
    legal or not, so that a drop that is not allowed can be answered with the reason."""

    highlights: Callable[[S], tuple[tuple[str, tuple[str, ...]], ...]] = _no_highlights
    """Named sets of zones to show together, such as a city and its tiles."""

    always: Mapping[str, Callable[[S], bool]] = field(default_factory=dict)
    """Properties of every reachable state, by name."""

    steps: Mapping[str, Callable[[S, Event[S], S], bool]] = field(default_factory=dict)
    """Properties of every step (state, event, next state), by name."""

    sometimes: Mapping[str, Callable[[S], bool]] = field(default_factory=dict)
    """Things that must happen in some game: the proof that the rules are not empty."""

    rare: tuple[str, ...] = ()
    """Those of `sometimes` that a hundred random games cannot be counted on to show."""

    checked: bool = True
    """Are `always` and `steps` checked after every event?"""

    def __post_init__(self) -> None:
        names = [cls.name for cls in self.events] + [Undo.name, Redo.name]
        for cls in self.events:
            cls.fields()  # a field without a domain is told now, not in some game
            if getattr(cls.apply, "__isabstractmethod__", False):
                problem = f"{self.name}: {cls.name} has no effect: it needs `apply`"
                raise TypeError(problem)
            if names.count(cls.name) > 1:
                problem = f"{self.name}: two events are called {cls.name}"
                raise TypeError(problem)
            if not cls.has_rule:
                problem = (
                    f"{self.name}: {cls.__name__} has no docstring to say its rule"
                )
                raise TypeError(problem)

    # -- events ---------------------------------------------------------------------

    def legal(self, s: S, seat: Seat | None = None) -> list[Event[S]]:
        """Every event that may happen now, or those of one seat."""
        found = self._permitted(s, seat, asides=True)
        if self.asides:
            asides = self._of_seat(s, self.asides, seat)
            found += (event for event in asides if event.permitted(s))
        return found

    def moves(self, s: S, seat: Seat | None = None) -> list[Event[S]]:
        """The legal events that are moves of the game: no reset, no resignation."""
        return self._permitted(s, seat, asides=False)

    def _permitted(self, s: S, seat: Seat | None, *, asides: bool) -> list[Event[S]]:
        """The candidates that every guard lets pass: moves, and asides if they are wanted."""
        if self.refinement is not None:
            return [*self._of_seat(s, self.refinement.moves, seat)]
        by_chance = self.turn(s) == CHANCE
        found = [
            event
            for event in self._of_seat(s, self.candidates or self.brute, seat)
            if (asides if event.aside else event.by_chance is by_chance)
            and event.permitted(s)
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
            event
            for event in events(s)
            if type(event) in owned and self.belongs_to(s, event, seat)
        ]

    @cached_property
    def _owned(self) -> frozenset[type[Event[S]]]:
        """The events that may belong to another seat than the one on turn."""
        return frozenset(
            cls for cls in self.events if cls.by_anyone or cls.seat is not Event.seat
        )

    def seat_of(self, s: S, event: Event[S]) -> Seat:
        """Whose event this is."""
        own = event.seat(s)
        return self.turn(s) if own is None else own

    def belongs_to(self, s: S, event: Event[S], seat: Seat) -> bool:
        """May `seat` make this event: its own, of its turn, or free to every player?"""
        if event.by_anyone:
            return 0 <= seat < self.seat_count(s)
        return self.seat_of(s, event) == seat

    def refusal(self, s: S, event: Event[S]) -> Refusal | None:
        """Why `event` may not happen now, or None."""
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
        if (
            not event.by_chance
            and by_chance
            and not event.aside
            and not isinstance(event, Query)
        ):
            names = " or ".join(cls.name for cls in self._chances)
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
        return own or Refusal(event, (self.over or _over)(outcome), 0)

    def apply(self, s: S, event: Event[S]) -> S | Refusal:
        """The state after `event`, or why it is refused; `s` itself never changes."""
        return self.refusal(s, event) or self.after(s, event)

    def after(self, s: S, event: Event[S]) -> S:
        """The state after an event that is known to be legal."""
        if self.checked:
            self.demand_value(s, event)
        try:
            state = event.apply(s)
        except Fault:
            raise
        except Exception as error:
            raise raised("its effect", error, event, s) from error
        if self.checked:
            self._demand_promises(s, event, state)
        return state

    def _demand_promises(self, s: S, event: Event[S], state: S) -> None:
        self._demand_contract(s, event, state)
        name, broken = "", None
        try:
            for name, holds in self.always.items():
                if not holds(state):
                    broken = name
                    break
            else:
                for name, keeps in self.steps.items():
                    if not keeps(s, event, state):
                        broken = name
                        break
        except Exception as error:
            raise raised(f"the property {name!r}", error, event, state) from error
        if broken is not None:
            raise Violation(broken, event, state)

    def _demand_contract(self, s: S, event: Event[S], state: S) -> None:
        """What the event itself promises for after it."""
        try:
            promises = [held for held in event.ensures(s, state) if held is not True]
        except Exception as error:
            raise raised("its contract", error, event, s) from error
        if promises:
            raise Violation(str(promises[0]), event, state)

    def demand_value(self, s: S, event: Event[S] | None = None) -> None:
        """A state is a value that never changes; looked at once for each class of states."""
        if type(s) in self._values:
            return
        problem = changeable(s)
        if problem is not None:
            text = f"a state must be a value that never changes, but {problem}"
            raise Fault(text, event, s)
        self._values.add(type(s))

    @cached_property
    def _values(self) -> set[type]:
        return set()

    def unchecked(self) -> "Game[S]":
        """The same game without property checks, for engines and tight loops."""
        return replace(self, checked=False)

    def refined(self, refinement: Refinement[S]) -> "Game[S]":
        """The same game with a faster way to list its moves: for bots and many games."""
        outcome = refinement.outcome or self.outcome
        return replace(self, refinement=refinement, outcome=outcome)

    @cached_property
    def is_decided(self) -> bool:
        """Does anybody decide anything here? Where chance does it all, or events are only
        queries and asides, nobody sits down; it can be run, printed and simulated."""
        return any(
            not (cls.by_chance or cls.aside or issubclass(cls, Query))
            for cls in self.events
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
            (event, event.weight(s))
            for event in self.moves(s)
            if isinstance(event, Chance)
        ]
        total = sum(weight for _, weight in weighed)
        assert total > 0, f"{self.name}: chance has the turn and no outcome"
        return weighed, total

    def draw(self, s: S, dice: Dice) -> Event[S]:
        """What chance does now."""
        for cls in self._chances:
            if cls.ways(s) is not None:
                drawn = cls.draw(s, dice)
                assert drawn is not None
                return drawn
        weighed, total = self._weighed(s)
        mark = dice.below(total)
        i = 0
        while mark >= weighed[i][1]:
            mark -= weighed[i][1]
            i += 1
        return weighed[i][0]

    @cached_property
    def _chances(self) -> tuple[type[Chance[S]], ...]:
        return tuple(cls for cls in self.events if issubclass(cls, Chance))

    # -- enumeration ------------------------------------------------------------------

    def brute(self, _: S) -> Iterator[Event[S]]:
        """Every event that the domains can make, queries left out."""
        for cls in self.events:
            if not issubclass(cls, Query):
                domains = [f.domain.values() for f in cls.fields()]
                yield from (cls(*values) for values in product(*domains))

    def strange(self, dice: Dice, near: Event[S] | None = None) -> Event[S]:
        """A random event, legal or not, some arguments hostile: for testing guards.

        Given a legal event it is, half of the time, that one with one argument changed:
        a near miss gets past the first guards.
        """
        if near is not None and near.fields() and dice.below(2) == 0:
            changed = dice.choice(near.fields())
            return replace(near, **{changed.name: changed.domain.strange(dice)})
        cls = dice.choice(self.events)
        return cls(*(f.domain.strange(dice) for f in cls.fields()))

    # -- texts --------------------------------------------------------------------------

    @cached_property
    def calls(self) -> Mapping[str, type[Event[S]]]:
        """Event classes by name; undo and redo come with every game."""
        everything: tuple[type[Event[S]], ...] = (*self.events, Undo, Redo)
        return {cls.name: cls for cls in everything}

    def read(self, text: str) -> Event[S] | Unreadable:
        """The event written as `name(a,b)`."""
        written = re.fullmatch(r"\s*(\w+)\s*(?:\(([^()]+)\))?\s*", text)
        if written is None:
            return Unreadable((f"{shortened(text)!r} is not written like an event",))
        cls = self.calls.get(written[1])
        if cls is None:
            return Unreadable((f"no event {shortened(written[1])!r}",))
        words = tuple(w.strip() for w in written[2].split(",")) if written[2] else ()
        event = cls.from_words(words)
        if event is None:
            problem = f"{shortened(text)} does not conform to {declaration(cls)}"
            return Unreadable((problem,))
        return event

    @cached_property
    def _notation(self) -> Notation[S]:
        return self.notation or derived(type(self.start()))

    def position(self, s: S) -> str:
        """The position on one line."""
        return self._notation.write(s)

    def read_position(self, line: str) -> S | Unreadable:
        """The state written as a position line, or everything wrong with it."""
        return self._notation.read(line)

    # -- seats --------------------------------------------------------------------------

    def seat_count(self, s: S) -> int:
        """How many play."""
        return self.seats(s) if self.seats else self.players[0]

    def is_finished(self, s: S) -> bool:
        """Is the whole match over, and not only one game of it?"""
        return self.outcome(s) is not None and not self.goes_on(s)

    def scene(self, s: S, seat: Seat) -> Scene:
        """What `seat` sees and can do, as data."""
        shown = self.view(s, seat)
        gestures = tuple(self._gesture(shown, e) for e in self.legal(shown, seat))
        zones, highlights = self.zones(shown, seat), self.highlights(shown)
        return Scene(zones, gestures, self.status(shown), highlights)

    def _gesture(self, s: S, event: Event[S]) -> Gesture:
        made = self.gesture(s, event)
        is_aside = event.aside and not made.prominent and not made.aside
        return put_aside(made) if is_aside else made

    def status(self, s: S) -> str:
        """Where the game stands, in a sentence."""
        outcome = self.outcome(s)
        return outcome.text if outcome else f"{seat_name(self.turn(s))} to move"


def shortened(text: str) -> str:
    """A text short enough for a message."""
    text = text.strip()
    return text if len(text) <= 60 else f"{text[:59]}…"


def declaration(cls: type[Call]) -> str:
    """`moves(row: INTEGER; col: INTEGER)`: an event as an interface declares it."""
    parameters = "; ".join(f"{p.name}: {p.atom.name}" for p in cls.parameters())
    return f"{cls.name}({parameters})" if parameters else cls.name
