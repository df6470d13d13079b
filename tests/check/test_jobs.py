"""Games on several processes: the same report, and a clear word when a process is lost."""

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from ludex.check.jobs import simulate_on
from ludex.check.simulate import Report, simulate
from ludex.games import load
from ludex.kernel import Dice, Event, Game, Guards, Start, lost


class Add(Event[int]):
    """Add one or two."""

    by_two: bool

    def guards(self, s: int) -> Guards:
        yield s < 20 or "that is enough"

    def apply(self, s: int) -> int:
        return s + 1 + self.by_two


def killed(_: int) -> bool:
    """A property that is the end of a process that is not the first one."""
    if os.getpid() != int(os.environ["LUDEX_TEST_FIRST"]):
        os.kill(os.getpid(), signal.SIGKILL)
    return True


def gone(_: int) -> bool:
    os._exit(7)


PROPERTIES: dict[str, Callable[[int], bool]] = {
    "never seventeen": lambda s: s != 17,
    "killed": killed,
    "gone": gone,
}


def counting(*properties: str) -> tuple[Game[int], int]:
    game: Game[int] = Game(
        name="counting",
        title="Counting",
        summary="Count.",
        start=Start.fixed(0),
        events=(Add,),
        outcome=lambda s: lost(f"at {s}") if s >= 20 else None,
        text=str,
        always={name: PROPERTIES[name] for name in properties},
        sometimes={"one": lambda s: s == 1, "never": lambda s: s == 99},
    )
    return game, 0


def named(name: str, preset: str | None = None) -> tuple[Game[Any], Any]:
    game = load(name)
    return game, game.start(preset)


def summary(report: Report[Any]) -> dict[str, object]:
    return {key: v for key, v in report.summary.items() if key != "seconds"}


OPENINGS = [
    (partial(named, "chess-solitaire"), 7),
    (partial(named, "russian-bank", "seed"), 5),
    (partial(counting, "never seventeen"), 230),
]


@pytest.mark.parametrize(("opening", "games"), OPENINGS)
def test_the_report_does_not_depend_on_the_number_of_processes(
    opening: Callable[[], tuple[Game[Any], Any]], games: int
) -> None:
    game, start = opening()
    alone = simulate(game, start, games, dice=Dice(8), max_events=150)
    one, two, three = (
        simulate_on(jobs, game, start, opening, games, dice=Dice(8), max_events=150)
        for jobs in (1, 2, 3)
    )
    assert summary(one) == summary(two) == summary(three) == summary(alone)
    assert one.lengths == two.lengths == three.lengths == alone.lengths
    assert [*one.outcomes] == [*two.outcomes] == [*alone.outcomes]
    assert one.coverage.refusals == two.coverage.refusals == alone.coverage.refusals
    assert two.seconds > 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_counts_up_to_all_games(jobs: int) -> None:
    opening = partial(counting, "never seventeen")
    told: list[int] = []
    simulate_on(jobs, *opening(), opening, 230, dice=Dice(1), progress=told.append)
    assert told == sorted(set(told))
    assert told[-1] == 230


def test_of_all_breaches_the_first_of_the_shortest_is_kept() -> None:
    opening = partial(counting, "never seventeen")
    game, start = opening()
    report = simulate_on(2, game, start, opening, 230, dice=Dice(8))
    assert 0 < report.violations < 230
    assert report.breach is not None
    broken = [length + 1 for length in broken_lengths(game)]
    assert len(report.breach.script) == min(broken)


def broken_lengths(game: Game[int]) -> list[int]:
    """How many events went before each broken promise, game by game."""
    dice, found = Dice(8), []
    for _ in range(230):
        report = simulate(replace(game), 0, 1, dice=dice)
        found += [] if report.breach is None else report.lengths
    return found


@pytest.mark.parametrize(
    ("end", "how"), [("killed", "killed by signal 9"), ("gone", "ended with status 7")]
)
def test_a_lost_process_is_told_and_waited_for_by_nobody(
    end: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_TEST_FIRST", str(os.getpid()))
    opening = partial(counting, end)
    with pytest.raises(ChildProcessError, match=how):
        simulate_on(2, *opening(), opening, 40, dice=Dice(1))
