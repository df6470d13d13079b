"""Random legal play of any game, with every promised property checked."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import mean, median
from time import process_time
from typing import Generic, TypeVar

from ludex.check.coverage import Coverage
from ludex.kernel import CHANCE, Dice, Event, Game, Query, Undo, Violation

S = TypeVar("S")


STUCK = "the game goes on, and nobody can move"


@dataclass(frozen=True, slots=True)
class Breach:
    """A broken promise and the events that lead to it."""

    problem: str
    script: tuple[str, ...]


@dataclass
class Report(Generic[S]):
    """What many random games have shown."""

    coverage: Coverage[S]
    games: int = 0
    ended: int = 0
    events: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    violations: int = 0
    breach: Breach | None = None
    """The shortest one."""

    never: set[str] = field(default_factory=set)
    """What should have happened sometimes, and has not."""

    def add(self, later: "Report[S]") -> None:
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
        if later.breach is not None:
            self.found(later.breach)

    def found(self, breach: Breach) -> None:
        """Keep the shortest one, of several the first."""
        if self.breach is None or len(breach.script) < len(self.breach.script):
            self.breach = breach

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
            "breach": self.breach
            and {"problem": self.breach.problem, "script": list(self.breach.script)},
        }


def simulate(
    game: Game[S],
    start: S,
    games: int,
    *,
    dice: Dice,
    max_events: int = 10_000,
    progress: Callable[[int], None] = lambda _: None,
) -> Report[S]:
    """Play `games` random games from `start`; a broken promise ends its game."""
    each = (dice.split() for _ in range(games))
    return play_each(game, start, each, max_events, progress)


def play_each(
    game: Game[S],
    start: S,
    each: Iterable[Dice],
    max_events: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Report[S]:
    """Play one random game with each of the dice."""
    report = Report(Coverage(game), never=set(game.sometimes))
    begun = process_time()
    for dice in each:
        _Playout(report, start, dice).play(max_events)
        report.seconds = process_time() - begun
        progress(report.games)
    return report


class _Playout(Generic[S]):
    """One random game; the dice of tries are not those of the play."""

    def __init__(self, report: Report[S], start: S, dice: Dice) -> None:
        self.report = report
        self.game = report.coverage.game
        self.state = start
        self.dice, self.tries = dice, dice.split()
        self.script: list[Event[S]] = []
        """What has happened, and last what is being tried."""

    def play(self, max_events: int) -> None:
        """To the end, the limit or a broken promise."""
        outcome = None
        played = 0
        try:
            self._see()
            while (
                played < max_events
                and (outcome := self.game.outcome(self.state)) is None
            ):
                self._step()
                played += 1
            for _ in range(3):
                self._try_something(None)
            outcome = self.game.outcome(self.state)
        except Violation as violation:
            self._breach(f"{violation.prop!r} does not hold")
        except Exception as bug:  # noqa: BLE001  # a crash in a rulebook is a finding too
            self._breach(f"{type(bug).__name__}: {bug}")
        report = self.report
        report.games += 1
        report.events += played
        report.lengths.append(played)
        if outcome is not None:
            report.ended += 1
            report.outcomes[outcome.reason] += 1

    def _step(self) -> None:
        game = self.game
        if game.turn(self.state) == CHANCE:
            event = game.draw(self.state, self.dice)
        else:
            moves = game.moves(self.state)
            if not moves:
                raise RuntimeError(STUCK)
            event = self.dice.choice(moves)
        self._try_something(event)
        self.script.append(event)
        self.state = game.after(self.state, event)
        self.report.coverage.happened(event)
        self._see()

    def _see(self) -> None:
        """Note what was to happen sometimes; the first state keeps promises too."""
        if not self.script and self.game.checked:
            for name, holds in self.game.always.items():
                if not holds(self.state):
                    raise Violation(name, Undo(), self.state)
        unseen = self.report.never
        if unseen:
            unseen -= {name for name in unseen if self.game.sometimes[name](self.state)}

    def _try_something(self, near: Event[S] | None) -> None:
        """An event out of the blue, often absurd: guards must refuse it, never crash."""
        if not self.game.checked:
            return
        cover = self.report.coverage
        event = self.game.strange(self.tries, near)
        self.script.append(event)
        refusal = self.game.refusal(self.state, event)
        if refusal is not None:
            cover.refused(refusal)
        elif isinstance(event, Query):
            event.answer(self.state)
            cover.tried(event)
        elif event.aside and not event.by_chance:
            self.game.after(self.state, event)
            cover.tried(event)
        self.script.pop()

    def _breach(self, problem: str) -> None:
        script = tuple(str(event) for event in self.script)
        self.report.violations += 1
        self.report.found(Breach(problem.removeprefix("RuntimeError: "), script))
