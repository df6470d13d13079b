"""Expansion of states one after the other: the outcome of each, and the events that may follow.

The same code looks at them in this process and in others. What it finds of a list of states
is an `Expansion`: flat arrays, which travel well, with the states that follow beside them.
"""

import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ludex.check.errors import describe_error
from ludex.check.explore.fingerprint import Writer, folded_digest
from ludex.check.explore.graph import STUCK, FindingKind
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Event,
    Fault,
    Outcome,
    Query,
    Seat,
    Violation,
)
from ludex.kernel.fault import raised
from ludex.kernel.promises import demand_contract, demand_properties

MANY = 20_000
"""Transitions after which no further state is looked at in one go."""

LOOK_UP = 4_095
"""A mask: so often in the midst of a state somebody may want it to stop."""

DEPTH = "depth"
"""Something may follow, and is not played."""

NOTHING: Mapping[str, Callable[[object], bool]] = {}


@dataclass
class Expansion:
    """The findings about some states; they count from 0 here."""

    turns: "array[int]" = field(default_factory=lambda: array("h"))
    outcomes: list[Outcome | None] = field(default_factory=list)
    degrees: "array[int]" = field(default_factory=lambda: array("I"))
    """The number of transitions of each."""

    to: "array[int]" = field(default_factory=lambda: array("I"))
    """Of each transition: the state it leads to, by its place among `digests`."""

    by: "array[int]" = field(default_factory=lambda: array("I"))
    """Of each transition: its event, by the number that the expander gave it."""

    digests: list[bytes] = field(default_factory=list)
    """The fingerprints of the states that follow, each once."""

    states: list[AnyState] = field(default_factory=list)
    """Those states."""

    parents: "array[int]" = field(default_factory=lambda: array("I"))
    via: "array[int]" = field(default_factory=lambda: array("I"))
    """Of each of them: the state and the event that first led to it."""

    events: list[AnyEvent] = field(default_factory=list)
    """The events that were met for the first time; their numbers follow one another."""

    findings: list[tuple[int, FindingKind, str, str, str | None]] = field(default_factory=list)
    """State, kind, what distinguishes the problem, the problem, the event tried."""

    sometimes: dict[str, int] = field(default_factory=dict)
    cuts: list[tuple[int, str]] = field(default_factory=list)


class Expander:
    """Looks at states of one game."""

    def __init__(self, game: AnyGame, *, symmetric: bool = False) -> None:
        self.game = game
        self.contracts = {cls for cls in game.events if cls.ensures is not Event.ensures}
        self.sampled = any(cls.sampled for cls in game.events)
        self.promised = game.speed.checked and bool(game.steps or self.contracts)
        """Is anything promised of steps? `always` is asked once for each state."""

        self.writer = Writer()
        self.digest: Callable[[AnyState], bytes] = (
            folded_digest(self.writer, images_under(game)) if symmetric else self.writer.digest
        )
        self.symmetric = symmetric
        self.unseen = {**game.sometimes}
        self.numbers: dict[AnyEvent, int] = {}
        self.met: dict[int, int] = {}
        """The same by the identity of the events that `numbers` holds: most rulebooks make an
        event once, and to hash one takes longer than to play it."""

        self.late: Callable[[], bool] = lambda: False
        """Is it time to stop in the midst of it?"""

        self.unlisted = unlisted_events(game)
        self.at = 0
        """The number of states that have been looked at: whoever watches sees that the game continues."""

        self.is_looking = False
        """Is one being looked at? Only then may it be left in the midst of it."""

    def expand(
        self,
        states: Sequence[AnyState],
        *,
        onward: bool = True,
        most: int | None = MANY,
    ) -> Expansion:
        """Look at `states`; without `onward` no event is played.

        When more than `most` transitions have been found, the rest of the states is left:
        as many have been looked at as there are `degrees`.
        """
        found, places = Expansion(), dict[bytes, int]()
        self.is_looking = True
        try:
            for i, s in enumerate(states):
                self.at += 1
                events = self._stand(found, i, s)
                before = len(found.to)
                if not onward and events:
                    found.cuts.append((i, DEPTH))
                elif onward and not self._play(found, places, i, s, events):
                    del found.to[before:], found.by[before:]
                    break  # somebody wants to see what there is so far
                found.degrees.append(len(found.to) - before)
                if most is not None and len(found.to) > most:
                    break
        finally:
            self.is_looking = False
        return found

    def is_late(self) -> bool:
        """Is there a state to be left, and is it time to?"""
        return self.is_looking and self.late()

    def _stand(self, found: Expansion, i: int, s: AnyState) -> Sequence[AnyEvent]:
        """Note how the game stands, and return the events that may happen next."""
        game, event = self.game, None
        events: Sequence[AnyEvent] = ()
        outcome, turn = None, Seat(0)
        try:
            self._promises(found, i, s)
            on_turn: object = game.turn(s)
            ended: object = game.outcome(s)  # whatever a faulty rulebook gives
            for label, problem in wrong_answers(game, s, on_turn, ended):
                found.findings.append((i, FindingKind.PROPERTY, label, problem, None))
            turn = Seat(on_turn) if isinstance(on_turn, int) else turn
            if isinstance(ended, Outcome):
                outcome = ended
            elif ended is None:
                events = self._moves(found, i, s, turn)
            if self.symmetric:
                self._compare(found, i, s, len(events))
        except Fault as fault:
            event = None if fault.event is None else str(fault.event)
            kind = FindingKind.VALUE if event is None else FindingKind.CRASH
            found.findings.append((i, kind, fault.problem, str(fault), event))
        except Exception as bug:  # noqa: BLE001  # whatever it is, it is the rulebook's
            label, problem = type(bug).__name__, describe_error(bug)
            found.findings.append((i, FindingKind.CRASH, label, problem, None))
        found.turns.append(turn)
        found.outcomes.append(outcome)
        return events

    def _promises(self, found: Expansion, i: int, s: AnyState) -> None:
        game = self.game
        if game.speed.checked:
            for name, holds in game.always.items():
                if not holds(s):
                    problem = f"{name!r} does not hold"
                    found.findings.append((i, FindingKind.PROPERTY, name, problem, None))
        if self.unseen:
            for name in [n for n, happens in self.unseen.items() if happens(s)]:
                del self.unseen[name]
                found.sometimes[name] = i

    def _compare(self, found: Expansion, i: int, s: AnyState, moves: int) -> None:
        """An image has ended as its state has, and as many events may follow."""
        game = self.game
        for name, image in game.symmetries.items():
            t = image(s)
            same = ends_alike(game.outcome(t), game.outcome(s))
            if not same or (moves and len(game.moves(t)) != moves):
                problem = f"{name!r} is not a symmetry: the next states differ"
                found.findings.append((i, FindingKind.SYMMETRY, name, problem, None))

    def _moves(self, found: Expansion, i: int, s: AnyState, turn: Seat) -> Sequence[AnyEvent]:
        game = self.game
        try:
            events = game.moves(s)
        except Fault:
            events = self._one_by_one(found, i, s)
        if turn == CHANCE:
            for cls in game.events:
                ways = getattr(cls, "ways", None)
                if ways is not None and ways(s) is not None:
                    cut = f"the outcomes of {cls.name} are too many to be listed"
                    found.cuts.append((i, cut))
        elif self.sampled:
            for name in {event.name for event in events if event.sampled}:
                found.cuts.append((i, f"not every {name} is listed"))
        for name in self.unlisted[turn == CHANCE]:
            found.cuts.append((i, f"not every {name} is listed"))
        if not events and not (found.cuts and found.cuts[-1][0] == i):
            found.findings.append((i, FindingKind.DEAD_END, "", STUCK, None))
        return events

    def _one_by_one(self, found: Expansion, i: int, s: AnyState) -> list[AnyEvent]:
        """The moves where a guard is undefined for some candidate: the others still count."""
        game, events = self.game, []
        by_chance = game.turn(s) == CHANCE
        for event in (game.speed.candidates or game.brute)(s):
            if event.aside or event.by_chance is not by_chance:
                continue
            try:
                if event.permitted(s):
                    events.append(event)
            except Fault as fault:
                label = f"{event.name}: {fault.problem}"
                found.findings.append((i, FindingKind.UNDEFINED, label, str(fault), str(event)))
        return events

    def _play(
        self,
        found: Expansion,
        places: dict[bytes, int],
        i: int,
        s: AnyState,
        events: Sequence[AnyEvent],
    ) -> bool:
        """Play every event; False if there was no time to finish."""
        digest, met, late = self.digest, self.met, self.late
        to, by, promised = found.to, found.by, self.promised
        steps, contracts = self.game.steps, self.contracts
        opaque = self.writer.opaque
        before = digest(s) if opaque else b""
        for event in events:
            try:
                t = event.apply(s)
                if t is None:
                    raise Fault("its effect returns None instead of a state", event, s)
                if promised:
                    if contracts and type(event) in contracts:
                        demand_contract(s, event, t)
                    demand_properties(NOTHING, steps, s, event, t)
                mark = digest(t)
            except Exception as error:  # noqa: BLE001  # whatever it is, it is the rulebook's
                found.findings.append(_of_step(i, event, error))
                continue
            if before and digest(s) != before:
                problem = "it changes the state it is applied to; a state is a value"
                text = f"{event}: {problem}"
                found.findings.append((i, FindingKind.VALUE, problem, text, str(event)))
                return True
            number = met.get(id(event))
            if number is None:
                number = self._number(found, event)
            place = places.get(mark)
            if place is None:
                place = places[mark] = len(places)
                found.digests.append(mark)
                found.states.append(t)
                found.parents.append(i)
                found.via.append(number)
            to.append(place)
            by.append(number)
            if not len(to) & LOOK_UP and late():
                return False
        return True

    def _number(self, found: Expansion, event: AnyEvent) -> int:
        """The number of an event, which it gets when it is met for the first time."""
        numbers = self.numbers
        number = numbers.get(event)
        if number is None:
            number = numbers[event] = self.met[id(event)] = len(numbers)
            found.events.append(event)
        return number


def wrong_answers(
    game: AnyGame, s: AnyState, turn: object, outcome: object
) -> Iterator[tuple[str, str]]:
    """Yield what a state says about itself and cannot be: the sort of answer, and the problem."""
    count, (fewest, most) = game.seat_count(s), game.players
    if not fewest <= count <= most:
        yield "seats", f"there are {count} players, and the game is for {fewest} to {most}"
    if not isinstance(game.text(s), str):  # what raises here would raise in every transcript
        yield "text", f"its text is {game.text(s)!r}, which is not a text"
    if outcome is None:
        if turn != CHANCE and turn not in range(count):
            yield "turn", f"the player on turn is seat {turn}, which does not exist"
    elif not isinstance(outcome, Outcome):
        yield "outcome", f"its outcome is {outcome!r}, which is not an Outcome"
    else:
        for seat in outcome.winners:
            if seat not in range(count):
                yield "winner", f"the winner is seat {seat}, which does not exist"
        if len({*outcome.winners}) < len(outcome.winners):
            yield "winners", "one winner is named twice"
        if outcome.scores and len(outcome.scores) != count:
            yield "scores", f"there are {len(outcome.scores)} scores for {count} players"


def unlisted_events(game: AnyGame) -> dict[bool, list[str]]:
    """Return the events of which the domains do not list all, by whether chance chooses them."""
    found: dict[bool, list[str]] = {False: [], True: []}
    for cls in game.events if game.speed.candidates is None else ():
        sizes = ((f.domain, f.domain.size) for f in cls.fields())
        is_listed = all(
            size <= FEW or sum(1 for _ in islice(domain.values(), min(size, sys.maxsize))) == size
            for domain, size in sizes
        )
        if not (is_listed or cls.aside or issubclass(cls, Query)):
            found[cls.by_chance].append(cls.name)
    return found


FEW = 1_000
"""A domain of no more values lists them all."""


def _of_step(
    i: int, event: AnyEvent, error: Exception
) -> tuple[int, FindingKind, str, str, str | None]:
    fault = error if isinstance(error, Fault) else raised("its effect", error, event, None)
    if isinstance(fault, Violation):
        return i, FindingKind.STEP, f"{event.name} {fault.prop}", str(fault), str(event)
    kind = FindingKind.VALUE if fault.event is None else FindingKind.STEP
    if fault.problem.startswith("its effect"):
        kind = FindingKind.EFFECT
    problem = str(fault) if fault.event else f"{event}: {fault}"
    return i, kind, f"{event.name}: {fault.problem}", problem, str(event)


def ends_alike(one: Outcome | None, other: Outcome | None) -> bool:
    """Compare two ends by winners and scores: a reason may name the places of a board."""
    if one is None or other is None:
        return one is other
    return one.result == other.result


def images_under(game: AnyGame) -> Callable[[AnyState], list[AnyState]]:
    """Everything that the symmetries of a game make of a state, the state included."""
    generators = tuple(game.symmetries.values())

    def images(s: AnyState) -> list[AnyState]:
        found, new = [s], [s]
        while new and len(found) <= MOST_IMAGES:
            made = [generator(t) for t in new for generator in generators]
            new = [t for t in dict.fromkeys(made) if t not in found]
            found += new
        return found

    return images


MOST_IMAGES = 128
"""A group of symmetries is no larger than this; one that is, is no symmetry of a board."""
