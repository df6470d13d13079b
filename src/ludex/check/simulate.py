"""Random legal play of any game, with every promised property checked.

Errors of a rulebook are reported, never raised: a broken property, a guard or an effect that raises
an exception, a state that changes, games that cannot end, and conditions of `sometimes` that are
never reached.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import mean, median
from time import process_time
from typing import NamedTuple, TypeVar

from ludex.check.coverage import Coverage
from ludex.check.errors import attempt, describe_error
from ludex.check.explore.graph import STUCK
from ludex.check.shrink import shrink_problem
from ludex.check.strange_events import strange_event
from ludex.check.trials import try_out
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Call,
    Dice,
    Fault,
    Unreadable,
    Violation,
)
from ludex.kernel.loop import random_event
from ludex.kernel.promises import changeable
from ludex.language.position import position_line

FIRST_LOOK = 64
"""After this many events, and twice and four times as many, a game is tested for cycles, among an
eighth as many positions, so that the test costs little."""

WATCHED = 16
"""The first events of a game, and then every sixteenth, are tested for changes of the state."""

FEW = 20_000
"""The most positions in which an end is sought, to shorten the script to a cycle."""

ENOUGH = 100
"""The number of games in which every condition of `sometimes` is expected."""


class BrokenPromise(NamedTuple):
    """A broken promise and the events that lead to it."""

    problem: str
    script: tuple[str, ...]
    position: str | None = None
    """The position of the error, if it can be written."""

    minimal: str = ""
    """`shortest`: no script is shorter. `local`: no event of it can be removed. Otherwise the
    script is as played."""


class Livelock(NamedTuple):
    """A script to a cycle without an end, and the number of its positions."""

    positions: int
    script: tuple[str, ...]


Scripted = TypeVar("Scripted", BrokenPromise, Livelock)


def shorter(one: Scripted | None, other: Scripted | None) -> Scripted | None:
    """Return the one with the shorter script; the first of equal ones."""
    both = [each for each in (one, other) if each is not None]
    return min(both, key=lambda each: len(each.script), default=None)


@dataclass
class Report:
    """The results of many random games."""

    coverage: Coverage
    games: int = 0
    ended: int = 0
    events: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    violations: int = 0
    breach: BrokenPromise | None = None
    """The shortest script that was played; `lessened` shortens it further."""

    never: set[str] = field(default_factory=set)
    """The conditions of `sometimes` that were never reached."""

    circling: int = 0
    """Games that were stopped because they could only repeat positions."""

    circle: Livelock | None = None
    """The shortest script to such a cycle."""

    def add(self, later: "Report") -> None:
        """Add the report on later games."""
        self.coverage.add(later.coverage)
        self.games += later.games
        self.ended += later.ended
        self.events += later.events
        self.seconds += later.seconds
        self.outcomes += later.outcomes
        self.lengths += later.lengths
        self.violations += later.violations
        self.never &= later.never
        self.circling += later.circling
        self.breach = shorter(self.breach, later.breach)
        self.circle = shorter(self.circle, later.circle)

    def failures(self, *, usual: bool = True) -> list[str]:
        """Return the failures of the rules besides violations: guards that are too strong.

        With other rules than the `usual` ones, and in few games, conditions of `sometimes` may be
        missing.
        """
        found = []
        if not self.ended and not self.violations and self.coverage.game.can_end:
            found.append("none of the games ended")
        if usual and self.games >= ENOUGH:
            missing = sorted(self.never - set(self.coverage.game.rare))
            found += [f"never, though it should sometimes: {name}" for name in missing]
        return found

    @property
    def summary(self) -> dict[str, object]:
        """Return the report as JSON."""
        cover = self.coverage
        return {
            "games": self.games,
            "ended": self.ended,
            "violations": self.violations,
            "events": self.events,
            "seconds": round(self.seconds, 6),
            "outcomes": dict(self.outcomes.most_common()),
            "length": {
                "mean": round(mean(self.lengths), 2) if self.lengths else 0,
                "median": median(self.lengths) if self.lengths else 0,
                "longest": max(self.lengths, default=0),
            },
            "events_reached": dict(cover.events.most_common()),
            "events_tried": dict(cover.tries.most_common()),
            "events_unreached": cover.unreached_events(),
            "never_happened": sorted(self.never),
            "guards": len(cover.guards()),
            "guards_unreached": cover.unreached_guards(),
            "circling": self.circling,
            "circle": self.circle and self.circle._asdict(),
            "breach": self.breach and self.breach._asdict(),
        }


def simulate(
    game: AnyGame,
    start: AnyState,
    games: int,
    *,
    dice: Dice,
    max_events: int = 10_000,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Play `games` random games from `start`; a broken promise ends its game."""
    each = (dice.split() for _ in range(games))
    return play_each(game, start, each, max_events, progress)


def shrink_breach(report: Report, start: AnyState) -> None:
    """Shorten the script of a breach, and note whether it is a shortest one."""
    game, breach = report.coverage.game, report.breach
    if breach is None:
        return
    script = [game.read(text) for text in breach.script]
    events = [event for event in script if not isinstance(event, Unreadable)]
    small = shrink_problem(game, start, events) if len(events) == len(script) else None
    if small is None or len(small.script) > len(breach.script):
        return
    s = start
    for event in small.script[:-1]:
        s = attempt(event.apply, s)
    before, minimal = attempt(position_line, game, s), "shortest" if small.is_shortest else "local"
    report.breach = BrokenPromise(small.problem, tuple(map(str, small.script)), before, minimal)


def shorten_circle(report: Report, start: AnyState) -> None:
    """Cut the script to a cycle at the first position from which no end can be reached."""
    if report.circle is None:
        return
    game, script = report.coverage.game.unchecked(), report.circle.script
    states = [start]
    for text in script:
        states.append(game.after(states[-1], game.read(text)))  # type: ignore[arg-type]  # it was played
    first = bisect_left(states, 1, key=lambda s: find_circle(game, s, FEW) is not None)
    if first < len(states):
        count = find_circle(game, states[first], FEW)
        assert count is not None
        report.circle = Livelock(count, script[:first])


def play_each(
    game: AnyGame,
    start: AnyState,
    each: Iterable[Dice],
    max_events: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Play one random game with each of the dice."""
    report = Report(Coverage(game), never=set(game.sometimes))
    begun = process_time()
    for dice in each:
        _Playout(report, start, dice).play(max_events)
        report.seconds = process_time() - begun
        progress(report.games)
    return report


class _Playout:
    """A random game; the dice of tries are not those of the play."""

    def __init__(self, report: Report, start: AnyState, dice: Dice) -> None:
        self.report = report
        self.game = report.coverage.game
        self.state = start
        self.dice, self.tries = dice, dice.split()
        self.script: list[AnyEvent] = []
        """The events so far, and last the one being tried."""

    def play(self, max_events: int) -> None:
        """Play to the end, the limit or a broken promise."""
        outcome = None
        played = 0
        look = FIRST_LOOK
        try:
            self._see()
            while played < max_events and self._step():
                played += 1
                if played == look and self.game.can_end:
                    look *= 2
                    few = find_circle(self.game.unchecked(), self.state, played // 8)
                    if few is not None:
                        circle = Livelock(few, tuple(map(str, self.script)))
                        self.report.circling += 1
                        self.report.circle = shorter(self.report.circle, circle)
                        break
            for _ in range(3):
                self._try_something(None)
            outcome = self.game.outcome(self.state)
        except Violation as violation:
            self._breach(violation.broken)
        except Exception as error:  # noqa: BLE001  # a crash in a rulebook is a finding too
            self._breach(describe_error(error), getattr(error, "event", None))
        report = self.report
        report.games += 1
        report.events += played
        report.lengths.append(played)
        if outcome is not None:
            report.ended += 1
            report.outcomes[outcome.reason] += 1

    def _step(self) -> bool:
        """Play one event; False at the end."""
        game = self.game
        # Is it seen to now that the state does not change? Hashing costs time.
        events = len(self.script)
        is_watched = game.speed.checked and (events < WATCHED or events % WATCHED == 0)
        mark = self._marked() if is_watched else None
        event = random_event(game, self.state, self.dice)
        if event is None:
            if game.outcome(self.state) is None:
                raise RuntimeError(STUCK)
            return False
        self._try_something(event)
        self.script.append(event)
        after = game.after(self.state, event)
        if mark is not None and hash(self.state) != mark:
            problem = "it changes the state it is applied to; a state is a value"
            raise Fault(problem, event, self.state)
        self.state = after
        self.report.coverage.events[event.name] += 1
        self._see()
        return True

    def _marked(self) -> int:
        """The hash of the state, which must stay the same whatever is done."""
        try:
            return hash(self.state)
        except TypeError:
            problem = changeable(self.state) or "the state cannot be hashed"
            text = f"a state must be a value that never changes, but {problem}"
            raise Fault(text, None, self.state) from None

    def _see(self) -> None:
        """Note what was to happen sometimes; the first state keeps promises too."""
        if not self.script and self.game.speed.checked:
            self.game.demand_value(self.state)
            for name, holds in self.game.always.items():
                if not holds(self.state):
                    raise Violation(name, None, self.state)
        unseen = self.report.never
        if unseen:
            unseen -= {name for name in unseen if self.game.sometimes[name](self.state)}

    def _try_something(self, near: AnyEvent | None) -> None:
        """An event out of the blue, often absurd: guards must refuse it, never crash."""
        if not self.game.speed.checked:
            return
        cover = self.report.coverage
        event = strange_event(self.game, self.tries, near)
        self.script.append(event)
        refusal = self.game.refusal(self.state, event)
        if refusal is not None:
            cover.refused(refusal)
        elif try_out(self.game, self.state, event):
            cover.tries[event.name] += 1
        self.script.pop()

    def _breach(self, problem: str, event: Call | None = None) -> None:
        if event is not None and (not self.script or self.script[-1] is not event):
            self.script.append(event)  # type: ignore[arg-type]  # of this game
        script = tuple(str(event) for event in self.script)
        report = self.report
        report.violations += 1
        problem = problem.removeprefix("RuntimeError: ")
        position = attempt(position_line, self.game, self.state)
        report.breach = shorter(report.breach, BrokenPromise(problem, script, position))


def find_circle(game: AnyGame, start: AnyState, most: int) -> int | None:
    """Return the number of positions that moves can reach, if none of them is an end.

    Return None if one of them is an end, if there are more than `most`, or if not all moves or
    draws are listed.
    """
    seen, unseen = {start}, [start]
    while unseen:
        s = unseen.pop()
        if game.outcome(s) is not None:
            return None
        if game.turn(s) == CHANCE:
            events = [event for event, _ in game.chance(s) or ()]
        else:
            events = game.moves(s)
        if not events or any(event.sampled for event in events):
            return None
        for event in events:
            after = game.after(s, event)
            if after not in seen:
                if len(seen) == most:
                    return None
                seen.add(after)
                unseen.append(after)
    return len(seen)
