"""Random legal play of any game, with every promised property checked."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean, median
from time import process_time
from typing import Generic, TypeVar

from ludex.check.coverage import Coverage
from ludex.kernel import CHANCE, Chance, Dice, Event, Game, Query, Violation

S = TypeVar("S")


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
            "events_unreached": cover.unreached_events(),
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
    report = Report(Coverage(game))
    begun = process_time()
    for _ in range(games):
        _one_game(report, start, dice.split(), max_events)
        report.seconds = process_time() - begun
        progress(report.games)
    return report


def _one_game(report: Report[S], start: S, dice: Dice, max_events: int) -> None:
    game, state = report.coverage.game, start
    played: list[Event[S]] = []
    try:
        while len(played) < max_events and game.outcome(state) is None:
            _try_something(report.coverage, state, dice)
            if game.turn(state) == CHANCE:
                event = game.draw(state, dice)
            else:
                moves = game.moves(state)
                if not moves:
                    problem = "the game goes on, and nobody can move"
                    _breach(report, problem, played)
                    break
                event = dice.choice(moves)
            played.append(event)
            state = game.after(state, event)
            report.coverage.happened(event)
        for _ in range(3):
            _try_something(report.coverage, state, dice)
    except Violation as violation:
        _breach(report, f"{violation.prop!r} does not hold", played)
    except Exception as bug:  # noqa: BLE001  # a crash in a rulebook is a finding too
        _breach(report, f"{type(bug).__name__}: {bug}", played)
    outcome = game.outcome(state)
    report.games += 1
    report.events += len(played)
    report.lengths.append(len(played))
    if outcome is not None:
        report.ended += 1
        report.outcomes[outcome.reason] += 1


def _try_something(cover: Coverage[S], state: S, dice: Dice) -> None:
    """An event out of the blue, often absurd: guards must refuse it, never crash."""
    if not cover.game.checked:
        return
    event = cover.game.strange(dice)
    refusal = cover.game.refusal(state, event)
    if refusal is not None:
        cover.refused(refusal)
    elif isinstance(event, Query):
        event.answer(state)
        cover.happened(event)
    elif not isinstance(event, Chance) and event.aside:
        cover.game.after(state, event)
        cover.happened(event)


def _breach(report: Report[S], problem: str, played: list[Event[S]]) -> None:
    report.violations += 1
    if report.breach is None or len(played) < len(report.breach.script):
        report.breach = Breach(problem, tuple(str(event) for event in played))
