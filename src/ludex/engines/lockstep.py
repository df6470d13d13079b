"""An engine beside its rulebook, step by step: where they differ, and after which events.

Compared are, in every state: who is to act, the legal moves, the state itself, how each seat
stands at the end, and that numbers and events stand for each other. The rulebook decides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ludex.engines.engine import CHANCE, OVER, Engine, Row
from ludex.engines.loops import loops
from ludex.kernel import CHANCE as NATURE
from ludex.kernel import Event, Game, Seat

S = TypeVar("S")


@dataclass(frozen=True)
class Difference:
    """Where an engine does not do what the rulebook says."""

    what: str
    script: tuple[str, ...]
    """The events that lead there, from the position."""
    position: str

    def __str__(self) -> str:
        events = "; ".join(self.script) or "at once"
        return f"{self.what}\n  from {self.position}\n  after {events}"


def compared(engine: Engine[S], s: S, reference: Game[S] | None = None) -> str | None:
    """What is different in one state, or None; no step is made."""
    game = reference or engine.game
    row = engine.rows([s])[0]
    if engine.decode(row) != s:
        return f"the state comes back as {engine.decode(row)!r}"
    return _moves(engine, game, row, s)


def _actor(game: Game[S], s: S) -> int:
    if game.outcome(s) is not None:
        return OVER
    turn = game.turn(s)
    return CHANCE if turn == NATURE else int(turn)


def _moves(engine: Engine[S], game: Game[S], row: Row, s: S) -> str | None:
    who, expected = loops(engine).one.actor(row), _actor(game, s)
    if who != expected:
        return f"{_named(who)} would act; by the rules it is {_named(expected)}"
    if who < 0:
        return None
    found = np.zeros(engine.most, np.int64)
    count = loops(engine).one.legal(row, found)
    numbers: list[int] = found[:count].tolist()
    if numbers != sorted({*numbers}):
        return f"the moves are not listed once each, in order: {numbers}"
    return _events(engine, row, numbers, game.moves(s, Seat(who)))


def _events(
    engine: Engine[S], row: Row, numbers: list[int], rules: list[Event[S]]
) -> str | None:
    events = [engine.event(row, number) for number in numbers]
    for event in {*events}.difference(rules):
        return f"{event} is legal; by the rules it is not"
    for event in {*rules}.difference(events):
        return f"{event} is not legal; by the rules it is"
    for number, event in zip(numbers, events, strict=True):
        if engine.action(row, event) != number:
            return f"{event} has the number {engine.action(row, event)}, not {number}"
    return None


def _named(who: int) -> str:
    return {CHANCE: "chance", OVER: "nobody"}.get(who, f"player {who + 1}")


def stepped(
    engine: Engine[S], s: S, reference: Game[S] | None = None
) -> Iterator[tuple[Event[S], str]]:
    """Every legal move of a state that leads elsewhere than by the rules."""
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
    engine: Engine[S],
    seeds: Sequence[int],
    steps: int,
    reference: Game[S] | None = None,
) -> tuple[int, Difference | None]:
    """Random games of the engine, followed on the rulebook: the steps made, and the first
    difference. Each game is played to its end, then the next, until `steps` are made."""
    made = 0
    while made < steps:
        for seed in seeds:
            counted, difference = followed(engine, seed, reference)
            made += counted
            if difference is not None or made >= steps:
                return made, difference
        seeds = [seed + len(seeds) for seed in seeds]
    return made, None


def followed(
    engine: Engine[S], seed: int, reference: Game[S] | None = None
) -> tuple[int, Difference | None]:
    """One random game of the engine, followed on the rulebook."""
    game = (reference or engine.game).unchecked()
    run = loops(engine).one
    row = np.zeros(engine.words, np.int64)
    found = np.zeros(engine.most, np.int64)
    drawn = run.begin(row, seed)
    s = engine.decode(row)
    position, script = game.position(s), list[str]()

    def differs(what: str) -> tuple[int, Difference]:
        return len(script), Difference(what, tuple(script), position)

    while True:
        if engine.full is not None and engine.full(row):
            return len(script), None
        what = _moves(engine, game, row, s)
        if what is not None:
            return differs(what)
        who = run.actor(row)
        if len(script) >= engine.longest:
            return len(script), None
        if who == OVER:
            return len(script), _scores(engine, game, row, s, differs)
        before = row.copy()
        if who == CHANCE:
            drawn = run.draw(row, seed, drawn)
            assert engine.chanced is not None
            event = engine.chanced(before, row)
        else:
            count = run.legal(row, found)
            number = int(found[_pick(seed, drawn, count)])
            drawn += 1
            event = engine.event(row, number)
            run.apply(row, number)
        after = game.apply(s, event)
        if not isinstance(after, type(s)):
            return differs(f"{event} happens; by the rules: {after}")
        script.append(str(event))
        s = after
        if not engine.is_row_of(row, s):
            return differs(f"it gives {engine.decode(row)!r}; by the rules: {s!r}")


def _pick(seed: int, drawn: int, count: int) -> int:
    from ludex.engines.draws import below  # noqa: PLC0415 - needs Numba

    return int(below(seed, drawn, count))


def _scores(
    engine: Engine[S],
    game: Game[S],
    row: Row,
    s: S,
    differs: Any,  # noqa: ANN401
) -> Difference | None:
    outcome = game.outcome(s)
    assert outcome is not None
    for seat in range(engine.seats):
        won = float(Seat(seat) in outcome.winners) / max(1, len(outcome.winners))
        expected = outcome.scores[seat] if outcome.scores else won
        if loops(engine).one.score(row, seat) != expected:
            _, difference = differs(
                f"player {seat + 1} gets {loops(engine).one.score(row, seat)}, by the rules"
                f" {expected}"
            )
            return difference  # type: ignore[no-any-return]
    return None
