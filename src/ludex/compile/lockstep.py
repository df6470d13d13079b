"""An engine beside its rulebook, step by step: the differences, and the events that lead to them.

Compared are, in every state: who is to act, the legal moves, the state itself, how each seat
stands at the end, and that numbers and events stand for each other. The rulebook decides.

What a seat observes depends on the history alone: the same game on a row in which another was
played before looks the same.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ludex.compile.draws import below
from ludex.compile.engine import CHANCE, OVER, Engine, Row
from ludex.compile.loops import loops
from ludex.kernel import AnyEvent, AnyGame, AnyState, Refusal, Seat
from ludex.language.position import position_line


class EngineDifference(NamedTuple):
    """A difference between an engine and its rulebook."""

    problem: str
    script: tuple[str, ...]
    """The events that lead there, from the position."""
    position: str

    def __str__(self) -> str:
        events = "; ".join(self.script) or "at once"
        return f"{self.problem}\n  from {self.position}\n  after {events}"


class Lockstep:
    """An engine and its rulebook, or a faster reference, side by side for many games."""

    def __init__(self, engine: Engine, reference: AnyGame | None = None) -> None:
        self.engine = engine
        self.game = (reference or engine.game).unchecked()
        self._run = loops(engine).one
        self._found = np.zeros(engine.most, np.int64)
        self._used = np.ones(engine.words, np.int64)
        self._seen = np.zeros((2, engine.seen), np.int64)
        self._known: dict[int, AnyEvent] = {}
        """Numbers with their events, where they are the same in every state."""

    def followed(self, seed: int) -> tuple[int, EngineDifference | None]:
        """Follow one random game of the engine to its end: its steps, and the first difference."""
        row = np.zeros(self.engine.words, np.int64)
        drawn = self._run.begin(row, seed)
        self._run.begin(self._used, seed)  # as the last game has left it
        first = self.engine.decode(row)
        made: list[AnyEvent] = []
        problem = self._play(row, first, seed, drawn, made)
        if problem is None:
            return len(made), None
        script = tuple(map(str, made))
        return len(made), EngineDifference(problem, script, position_line(self.game, first))

    def _play(
        self, row: Row, s: AnyState, seed: int, drawn: int, made: list[AnyEvent]
    ) -> str | None:
        """Continue a game; what is different, and in `made` the events up to there."""
        engine, run, used = self.engine, self._run, self._used
        before = np.empty_like(row)
        while engine.full is None or not engine.full(row):
            actor_number = run.actor(row)
            numbers, problem = self.moves(row, s, actor_number)
            problem = problem or self._remembers(row)
            if problem is not None:
                return problem
            if actor_number == OVER:
                return self._scores(row, s)
            if len(made) >= engine.longest:
                return None
            if actor_number == CHANCE:
                assert engine.chanced is not None
                before[:] = row
                run.draw(used, seed, drawn)
                drawn = run.draw(row, seed, drawn)
                event = engine.chanced(before, row)
            else:
                number = numbers[below(seed, drawn, len(numbers))]
                event = self._events(row, [number])[0]
                drawn += 1
                run.apply(row, number)
                run.apply(used, number)
            after = self.game.apply(s, event)
            if isinstance(after, Refusal):
                return f"{event} happens; by the rules: {after}"
            made.append(event)
            s = after
            if not engine.is_row_of(row, s):
                return f"it gives {engine.decode(row)!r}; by the rules: {s!r}"
        return None

    def _remembers(self, row: Row) -> str | None:
        """Does a seat see something of the game before on the used row?"""
        for seat in range(self.engine.seats):
            for state, seen in zip((row, self._used), self._seen, strict=True):
                self._run.observe(state, seat, seen)
            if (self._seen[0] != self._seen[1]).any():
                return f"player {seat + 1} sees data of the previous game"
        return None

    def moves(self, row: Row, s: AnyState, actor_number: int) -> tuple[list[int], str | None]:
        """List the legal moves by number, and what is different about them or who makes them."""
        expected = OVER if self.game.outcome(s) is not None else int(self.game.turn(s))
        if actor_number != expected:
            problem = f"{_named(actor_number)} would act; by the rules it is {_named(expected)}"
            return [], problem
        if actor_number < 0:
            return [], None
        count = self._run.legal(row, self._found)
        numbers: list[int] = self._found[:count].tolist()
        if numbers != sorted({*numbers}):
            return [], f"the moves are not listed once each, in order: {numbers}"
        rules = self.game.moves(s, Seat(actor_number))
        return numbers, self._listed(row, numbers, rules)

    def _events(self, row: Row, numbers: list[int]) -> list[AnyEvent]:
        known = self._known if self.engine.constant else {}
        for number in numbers:
            if number not in known:
                known[number] = self.engine.event(row, number)
        return [known[number] for number in numbers]

    def _listed(self, row: Row, numbers: list[int], rules: list[AnyEvent]) -> str | None:
        """Are these the events of the rulebook, and are their numbers these?"""
        fresh = [number for number in numbers if number not in self._known]
        events = self._events(row, numbers)
        # Most rulebooks make an event once: the very same ones need no comparing.
        if {*map(id, events)} != {*map(id, rules)}:
            for event in {*events}.difference(rules):
                return f"{event} is legal; by the rules it is not"
            for event in {*rules}.difference(events):
                return f"{event} is not legal; by the rules it is"
        for number, event in zip(fresh, self._events(row, fresh), strict=True):
            action = self.engine.action(row, event)
            if action != number:
                return f"{event} has the number {action}, not {number}"
        return None

    def _scores(self, row: Row, s: AnyState) -> str | None:
        outcome = self.game.outcome(s)
        assert outcome is not None
        for seat in range(self.engine.seats):
            won = float(Seat(seat) in outcome.winners) / max(1, len(outcome.winners))
            expected = outcome.scores[seat] if outcome.scores else won
            found = self._run.score(row, seat)
            if found != expected:
                return f"player {seat + 1} gets {found}, by the rules {expected}"
        return None


def _named(actor_number: int) -> str:
    return {CHANCE: "chance", OVER: "nobody"}.get(actor_number, f"player {actor_number + 1}")


def compared(engine: Engine, s: AnyState, reference: AnyGame | None = None) -> str | None:
    """Say what is different in one state, or None; no step is made."""
    row = engine.rows([s])[0]
    if engine.decode(row) != s:
        return f"the state comes back as {engine.decode(row)!r}"
    return Lockstep(engine, reference).moves(row, s, loops(engine).one.actor(row))[1]


def stepped(
    engine: Engine, s: AnyState, reference: AnyGame | None = None
) -> Iterator[tuple[AnyEvent, str]]:
    """List every legal move of a state that leads elsewhere than by the rules."""
    game = reference or engine.game
    row = engine.rows([s])[0]
    found = np.zeros(engine.most, np.int64)
    for number in found[: loops(engine).one.legal(row, found)]:
        event = engine.event(row, int(number))
        after = row.copy()
        loops(engine).one.apply(after, int(number))
        if engine.decode(after) != game.after(s, event):
            yield event, f"{event} leads to {engine.decode(after)!r}"


def walked(
    engine: Engine,
    seeds: Sequence[int],
    steps: int,
    reference: AnyGame | None = None,
) -> tuple[int, EngineDifference | None]:
    """Follow random games of the engine on the rulebook: the steps made, and the first
    difference. Each game is played to its end, then the next, until `steps` are made."""
    both = Lockstep(engine, reference)
    made = 0
    while made < steps:
        for seed in seeds:
            counted, difference = both.followed(seed)
            made += counted
            if difference is not None or made >= steps:
                return made, difference
        seeds = [seed + len(seeds) for seed in seeds]
    return made, None
