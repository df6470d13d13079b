"""Random legal play of any game, with every promised property checked.

What is wrong with a rulebook is found and told, never thrown: a promise that is broken, a
guard or an effect that raises, a state that changes, games that cannot come to an end, and
things that should happen sometimes and do not.
"""

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

FIRST_LOOK = 64
"""After so many events, and twice and four times as many, a game is asked whether it goes in
circles: among an eighth as many positions, so that asking costs little."""

WATCHED = 16
"""The first events of a game, and then every sixteenth, are watched for changing the state."""

ENOUGH = 100
"""In so many games everything that should happen sometimes is expected."""


class BrokenPromise(NamedTuple):
    """A broken promise and the events that lead to it."""

    problem: str
    script: tuple[str, ...]
    position: str | None = None
    """The position in which it shows, where that can be written."""

    minimal: str = ""
    """`shortest`: no script is shorter. `local`: no event of it can be left out. Else it is
    as it was played."""


class Circle(NamedTuple):
    """A way to where no end can be reached, and how many positions there are."""

    positions: int
    script: tuple[str, ...]


Scripted = TypeVar("Scripted", BrokenPromise, Circle)


def shorter(one: Scripted | None, other: Scripted | None) -> Scripted | None:
    """Return the one with the shorter script; of equals the first."""
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
    """The shortest of those that were played; `lessened` makes it smaller."""

    never: set[str] = field(default_factory=set)
    """The events that should have happened sometimes, and have not."""

    circling: int = 0
    """Games that were left because they could not end: they went in circles."""

    circle: Circle | None = None
    """The shortest way to one."""

    def add(self, later: "Report") -> None:
        """Count the games of another report, which were played after these."""
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

        Under other rules than the `usual` ones, and in few games, not everything that
        should happen sometimes can be expected to.
        """
        found = []
        if not self.ended and not self.violations:
            found.append("none of the games ended")
        if usual and self.games >= ENOUGH:
            missing = sorted(self.never - set(self.coverage.game.rare))
            found += [f"never, though it should sometimes: {name}" for name in missing]
        return found

    @property
    def summary(self) -> dict[str, object]:
        """The report for machines."""
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
    """Make the script of a breach as short as can be, and note whether it is a shortest."""
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
    before, minimal = attempt(game.position, s), "shortest" if small.is_shortest else "local"
    report.breach = BrokenPromise(small.problem, tuple(map(str, small.script)), before, minimal)


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
    """One random game; the dice of tries are not those of the play."""

    def __init__(self, report: Report, start: AnyState, dice: Dice) -> None:
        self.report = report
        self.game = report.coverage.game
        self.state = start
        self.dice, self.tries = dice, dice.split()
        self.script: list[AnyEvent] = []
        """The events so far, and last the one being tried."""

    def play(self, max_events: int) -> None:
        """To the end, the limit or a broken promise."""
        outcome = None
        played = 0
        look = FIRST_LOOK
        try:
            self._see()
            while played < max_events and self._step():
                played += 1
                if played == look:
                    look *= 2
                    few = find_circle(self.game.unchecked(), self.state, played // 8)
                    if few is not None:
                        circle = Circle(few, tuple(map(str, self.script)))
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
        """One event; False at the end."""
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
        event = self.game.strange(self.tries, near)
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
        position = attempt(self.game.position, self.state)
        report.breach = shorter(report.breach, BrokenPromise(problem, script, position))


def find_circle(game: AnyGame, start: AnyState, most: int) -> int | None:
    """Return how many positions can be reached by moves, if none of them is an end.

    None when there is an end among them, when they are more than `most`, or when it cannot
    be known because not all moves or draws are listed.
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
