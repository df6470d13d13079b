"""Random games on several processes: the same report, whatever their number.

The games are cut into parts by their number alone, each game has the dice that it would
have in a single process, and the parts' reports are added up in their order. A process
gets an `Opening`, which makes the game and its first state there.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from ludex.check.coverage import Coverage
from ludex.check.crew import Opening, Worker, crew
from ludex.check.simulate import Report, play_each
from ludex.kernel import Dice, Game

S = TypeVar("S")

PARTS = 100
"""About so many parts, so that no process is idle for long at the end."""


def simulate_on(
    jobs: int,
    game: Game[S],
    start: S,
    opening: Opening[S],
    games: int,
    *,
    dice: Dice,
    max_events: int = 10_000,
    progress: Callable[[int], None] = lambda _: None,
) -> Report[S]:
    """Play `games` random games on `jobs` processes; one job is this process itself.

    The others are told by `opening` what `game` and `start` are.
    """
    seeds = [dice.split().seed for _ in range(games)]
    size = max(1, games // PARTS)
    parts = [seeds[i : i + size] for i in range(0, games, size)]
    total = Report(Coverage(game), never=set(game.sometimes))
    if jobs == 1:
        for part in parts:
            done = total.games
            total.add(
                play_each(
                    game,
                    start,
                    map(Dice, part),
                    max_events,
                    lambda n, done=done: progress(done + n),  # type: ignore[misc]  # bound now
                )
            )
        return total
    with crew(min(jobs, len(parts)), _work, opening, max_events) as workers:
        reports: Iterator[Report[S]] = _in_order(workers, parts, progress)
        for report in reports:
            total.add(report)
    return total


def _in_order(
    workers: list[Worker], parts: list[list[int]], progress: Callable[[int], None]
) -> Iterator[Report[S]]:
    """The reports of all parts in the parts' order, as they become known."""
    waiting = [*enumerate(parts)][::-1]
    playing: dict[int, int] = {}
    reports: dict[int, Report[S]] = {}
    done = told = 0
    idle = [*range(len(workers))]
    while told < len(parts):
        while idle and waiting:
            worker = idle.pop()
            playing[worker], part = waiting.pop()
            workers[worker].send(part)
        ready = wait([workers[worker].line for worker in playing])
        for worker in [w for w in playing if workers[w].line in ready]:
            report: Report[S] = workers[worker].receive()
            reports[playing.pop(worker)] = report
            idle.append(worker)
            done += report.games
            progress(done)
        while told in reports:
            yield reports.pop(told)
            told += 1


def _work(
    line: "Connection[Report[S], Sequence[int]]", opening: Opening[S], max_events: int
) -> None:
    """Play what we are sent until the other end hangs up."""
    game, start = opening()
    with suppress(EOFError, OSError):
        while True:
            line.send(play_each(game, start, map(Dice, line.recv()), max_events))
