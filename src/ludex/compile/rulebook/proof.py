"""The proof of a derived engine: in every state that is looked at it says what the rulebook says.

Compared are who acts, the legal events in order, the number of the guard that refuses (for all
arguments where they are few, otherwise for near misses), the state after each event, the weights of
chance, the scores at the end and what each seat sees. Words that mean nothing are filled with noise
first, so that nothing can lean on them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from time import monotonic
from typing import Any

import numpy as np

from ludex.compile.engine import CHANCE, OVER, Row
from ludex.compile.jit import alone
from ludex.compile.rulebook.derive import Derived
from ludex.compile.rulebook.events import HEAD, NOT_COMPILED, Plan
from ludex.compile.rulebook.fold import decoded, encoded
from ludex.compile.rulebook.shapes import words
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, Seat
from ludex.kernel.loop import random_event

ALL_REFUSALS = 300
"""Of an event with no more arguments every refusal is compared in every state."""

NEAR = 6
"""Of others so many, next to legal ones or at random."""

LONGEST = 400
"""Events of a random game."""


@dataclass(frozen=True, kw_only=True)
class DerivedProof:
    """The extent to which a derived engine was compared with its rulebook."""

    states: int
    refusals: int
    is_exhaustive: bool
    problem: str | None = None
    script: tuple[str, ...] = ()


class Compared:
    """A derived engine beside its rulebook."""

    def __init__(self, derived: Derived, seed: int = 1, *, is_compiled: bool = True) -> None:
        self.derived, self.engine = derived, derived.engine
        self.game = derived.engine.game.unchecked()
        self.dice = Dice(seed)
        self.refusals = 0
        self.was_sampled = False
        """Was there chance that cannot be listed?"""
        self._run: Mapping[str, Callable[..., Any]] = (
            _Compiled(derived.functions) if is_compiled else interpreted(derived)
        )
        self._found = np.zeros(self.engine.most, np.int64)
        self._size = HEAD + words(derived.shape)
        self._places = {
            plan.kind: [
                {each: i for i, each in reversed([*enumerate(values)])} for values in plan.hostile
            ]
            for plan in (*derived.plans, *derived.chances)
        }

    def noise(self) -> int:
        """A word that means nothing."""
        return self.dice.below(2_000_003) - 1_000_001

    def row(self, s: AnyState) -> Row:
        """A state as a row, with noise in every word that means nothing."""
        head = [0, self.noise(), *encoded(self.derived.shape, s, self.noise)]
        return np.array(
            head + [self.noise() for _ in range(self.engine.words - len(head))], np.int64
        )

    def problem(self, s: AnyState) -> str | None:
        """The difference in a state, or None."""
        try:
            row = self.row(s)
        except ValueError as error:
            return f"the state does not fit the row: {error}"
        try:
            return next(self._problems(s, row), None)
        except Exception as error:  # noqa: BLE001 - an engine that crashes disagrees
            return f"it raises {type(error).__name__}: {error}"

    def _problems(self, s: AnyState, row: Row) -> Iterator[str]:
        game = self.game
        ended = game.outcome(s)
        turn = OVER if ended is not None else int(game.turn(s))
        if self.engine.decode(row) != s:
            yield f"the state comes back as {self.engine.decode(row)!r}"
        actor = int(self._run["who"](row.copy()))
        if actor != turn:
            yield f"{actor} would act, by the rules {turn}"
        yield from self._views(s, row)
        yield from self._refused(s, row)
        if turn == OVER:
            yield from self._scores(s, row)
        elif turn == CHANCE:
            yield from self._chances(s, row)
        else:
            yield from self._moves(s, row)

    def _is_left(self, row: Row) -> bool:
        """Is the rulebook to go on, as it needs an event that could not be compiled?"""
        number = int(row[0])
        return number > 0 and self.derived.traps[number - 1][1].endswith(NOT_COMPILED)

    def _given_up(self, row: Row, reason: str) -> Iterator[str]:
        why = self.derived.why_given_up(row)
        if why is not None:
            yield f"{reason} is given up: {why}"

    def _moves(self, s: AnyState, row: Row) -> Iterator[str]:
        after = row.copy()
        count = int(self._run["legal"](after, self._found))
        if self._is_left(after):
            return
        yield from self._given_up(after, "the list of moves")
        listed = [self.engine.event(row, int(n)) for n in self._found[:count]]
        legal = sorted(self.game.moves(s), key=lambda event: self.engine.action(row, event))
        if listed != legal:
            odd = [e for e in listed if e not in legal] + [e for e in legal if e not in listed]
            yield f"the moves: {odd[0] if odd else 'their order'}, listed {[*map(str, listed)][:6]}, by the rules {[*map(str, legal)][:6]}"
        for event in legal:
            yield from self._step(s, row, "apply", self.engine.action(row, event), event)

    def _step(
        self, s: AnyState, row: Row, name: str, number: int, event: AnyEvent
    ) -> Iterator[str]:
        after = row.copy()
        after[1] = 0
        self._run[name](after, number)
        if self._is_left(after):
            return
        yield from self._given_up(after, str(event))
        expected = event.apply(s)
        found = self.engine.decode(after)
        if found != expected:
            yield f"{event} leads to {found!r}, by the rules to {expected!r}"

    def _chances(self, s: AnyState, row: Row) -> Iterator[str]:
        listed = self.game.chance(s)
        if listed is None:
            self.was_sampled = True
            return
        weights: dict[AnyEvent, int] = {}
        for plan in self.derived.chances:
            total = int(self._run[f"ways_{plan.name}"](row.copy()))
            for mark in range(min(total, 10_000)):
                event = plan.event(int(self._run[f"pick_{plan.name}"](row.copy(), mark)))
                weights[event] = weights.get(event, 0) + 1
        total = sum(weights.values())
        expected = {event: share * total for event, share in listed}
        if weights != expected:
            yield f"the weights of chance: {dict(map(_pair, weights.items()))}, by the rules {dict(map(_pair, expected.items()))}"
        for plan in self.derived.chances:
            for number in range(plan.size):
                event = plan.event(number)
                if event in expected:
                    yield from self._step(s, row, f"apply_{plan.name}", number, event)

    def _scores(self, s: AnyState, row: Row) -> Iterator[str]:
        outcome = self.game.outcome(s)
        assert outcome is not None
        for seat in range(self.engine.seats):
            won = float(Seat(seat) in outcome.winners) / max(1, len(outcome.winners))
            expected = float(outcome.scores[seat]) if outcome.scores else won
            found = float(self._run["score"](row.copy(), seat))
            if found != expected:
                yield f"player {seat + 1} gets {found}, by the rules {expected}"

    def _views(self, s: AnyState, row: Row) -> Iterator[str]:
        for seat in range(self.engine.seats):
            seen = np.full(self.engine.seen, self.noise(), np.int64)
            after = row.copy()
            self._run["observe"](after, seat, seen)
            yield from self._given_up(after, "a view")
            found, expected = (
                decoded(self.derived.view, iter(seen.tolist())),
                self.game.view(s, Seat(seat)),
            )
            if found != expected:
                yield f"player {seat + 1} sees {found!r}, by the rules {expected!r}"

    def _refused(self, s: AnyState, row: Row) -> Iterator[str]:
        """Is it the same guard that refuses? Asked as guards are: whoever's turn it is."""
        for plan in (*self.derived.plans, *self.derived.chances):
            for event in self._hostile_events(plan):
                try:
                    refusal = event.refusal(s)
                except (
                    AssertionError
                ):  # a bug of the rulebook, where such an event is never asked for
                    continue
                places = [
                    places[getattr(event, name)]
                    for name, places in zip(plan.names, self._places[plan.kind], strict=True)
                ]
                after = row.copy()
                found = int(self._run[f"refused_{plan.name}"](after, *places))
                if self._is_left(after):
                    continue
                self.refusals += 1
                yield from self._given_up(after, f"asking for {event}")
                expected = 0 if refusal is None else refusal.guard
                if found != expected:
                    yield f"{event} is refused by guard {found}, by the rules {expected}"

    def _hostile_events(self, plan: Plan) -> Iterator[AnyEvent]:
        size = 1
        for values in plan.hostile:
            size *= len(values)
        if size <= ALL_REFUSALS:
            yield from (made(plan, values) for values in product(*plan.hostile))
            return
        for _ in range(NEAR):
            yield made(plan, [self.dice.choice(values) for values in plan.hostile])
        if plan.size:
            near = plan.event(self.dice.below(plan.size))
            for i, values in enumerate(plan.hostile):
                fields = [getattr(near, name) for name in plan.names]
                fields[i] = self.dice.choice(values)
                yield made(plan, fields)


def made(plan: Plan, values: Sequence[object]) -> AnyEvent:
    """The event with these values of its fields."""
    return plan.kind(**dict(zip(plan.names, values, strict=True)))


class _Compiled(dict[str, Callable[..., Any]]):
    """The functions of an engine, compiled when they are first asked for."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        super().__init__()
        self._functions = functions

    def __missing__(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = alone(self._functions[name])
        self[name] = found
        return found


def interpreted(derived: Derived) -> Mapping[str, Callable[..., Any]]:
    """The generated functions as Python runs them: slow, and there at once."""
    names: dict[str, Any] = {}
    plain = derived.source.replace("@step\n", "").replace("@called\n", "")
    exec(compile(plain, "<derived>", "exec"), names)  # noqa: S102 - the compiler wrote it
    return names


def _pair(item: tuple[AnyEvent, object]) -> tuple[str, object]:
    return str(item[0]), item[1]


def prove_derived(
    derived: Derived,
    states: int = 2_000,
    seconds: float = 60.0,
    seed: int = 1,
    *,
    is_compiled: bool = True,
) -> DerivedProof:
    """Compare a derived engine with its rulebook: in every state, if they are few enough.

    Otherwise half of the time goes to the first states, the other half to random games.
    """
    both = Compared(derived, seed, is_compiled=is_compiled)
    game, start = both.game, decoded(derived.shape, iter(derived.engine.head[HEAD:]))
    began = monotonic()
    known: dict[AnyState, tuple[AnyState | None, str]] = {start: (None, "")}
    waiting = [start]
    count = 0

    def result(
        problem: str | None, script: Sequence[str] = (), *, is_exhaustive: bool = False
    ) -> DerivedProof:
        return DerivedProof(
            states=count,
            refusals=both.refusals,
            is_exhaustive=is_exhaustive,
            problem=problem,
            script=tuple(script),
        )

    for s in waiting:
        if count >= states or (count and monotonic() - began > seconds / 2):
            break
        count += 1
        problem = both.problem(s)
        if problem is not None:
            return result(problem, _script(known, s))
        for event in _next_events(game, s):
            if event.name in derived.refused:
                continue  # an event that is left to the rulebook leads to states of any shape
            t = event.apply(s)
            if t not in known:
                known[t] = (s, str(event))
                waiting.append(t)
    else:
        return result(None, is_exhaustive=not both.was_sampled and not derived.refused)
    while count < states and monotonic() - began < seconds:
        s, script = start, list[str]()
        for _ in range(LONGEST):
            count += 1
            problem = both.problem(s)
            if problem is not None:
                return result(problem, script)
            drawn = random_event(game, s, both.dice)
            if (
                drawn is None
                or drawn.name in derived.refused
                or count >= states
                or monotonic() - began >= seconds
            ):
                break
            script.append(str(drawn))
            s = drawn.apply(s)
    return result(None)


def _next_events(game: AnyGame, s: AnyState) -> Sequence[AnyEvent]:
    return () if game.outcome(s) is not None else game.moves(s)


def _script(known: dict[AnyState, tuple[AnyState | None, str]], s: AnyState) -> list[str]:
    found = []
    at: AnyState | None = s
    while at is not None:
        at, step = known[at]
        if step:
            found.append(step)
    return found[::-1]
