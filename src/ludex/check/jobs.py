"""Random games on several processes: the same report, whatever their number.

The games are cut into parts by their number alone, each game has the dice that it would
have in a single process, and the parts' reports are added up in their order. A process
gets an `Opening`, which makes the game and its first state there.
"""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Generic, NamedTuple, TypeVar

from ludex.check.coverage import Coverage
from ludex.check.simulate import Report, play_each
from ludex.kernel import Dice, Game

S = TypeVar("S")

Opening = Callable[[], tuple[Game[S], S]]
"""The game and its first state; a function that another process can import."""

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
    with _crew(min(jobs, len(parts)), opening, max_events) as crew:
        for report in _in_order(crew, parts, progress):
            total.add(report)
    return total


class _Worker(NamedTuple, Generic[S]):
    """A process that plays the parts it is sent and sends their reports."""

    process: SpawnProcess
    line: "Connection[Sequence[int], Report[S]]"


def _in_order(
    crew: list[_Worker[S]], parts: list[list[int]], progress: Callable[[int], None]
) -> Iterator[Report[S]]:
    """The reports of all parts in the parts' order, as they become known."""
    waiting = [*enumerate(parts)][::-1]
    playing: dict[int, int] = {}
    reports: dict[int, Report[S]] = {}
    done = told = 0
    idle = [*range(len(crew))]
    while told < len(parts):
        while idle and waiting:
            worker = idle.pop()
            playing[worker], part = waiting.pop()
            _asked(crew[worker], part)
        ready = wait([crew[worker].line for worker in playing])
        for worker in [w for w in playing if crew[w].line in ready]:
            report = _answer(crew[worker])
            reports[playing.pop(worker)] = report
            idle.append(worker)
            done += report.games
            progress(done)
        while told in reports:
            yield reports.pop(told)
            told += 1


def _asked(worker: _Worker[S], part: Sequence[int]) -> None:
    try:
        worker.line.send(part)
    except OSError:
        raise _lost(worker) from None


def _answer(worker: _Worker[S]) -> Report[S]:
    try:
        return worker.line.recv()
    except (EOFError, OSError):
        raise _lost(worker) from None


def _lost(worker: _Worker[S]) -> ChildProcessError:
    """What became of a process that hung up."""
    worker.process.join()
    code = worker.process.exitcode or 0
    how = f"killed by signal {-code}" if code < 0 else f"gone with exit status {code}"
    return ChildProcessError(f"a process that played games was {how}; no report")


@contextmanager
def _crew(
    size: int, opening: Opening[S], max_events: int
) -> Iterator[list[_Worker[S]]]:
    """So many processes, all ended when it is over, however that comes about."""
    crew: list[_Worker[S]] = []
    try:
        with _interrupts_ignored():
            for _ in range(size):
                crew.append(_hired(opening, max_events))  # noqa: PERF401  # all or some
        yield crew
    finally:
        for worker in crew:
            worker.process.terminate()
        for worker in crew:
            worker.process.join()
            worker.process.close()
            worker.line.close()


def _hired(opening: Opening[S], max_events: int) -> _Worker[S]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_work, args=(theirs, opening, max_events), daemon=True
    )
    process.start()
    theirs.close()  # or else we would not notice that the other end is closed
    return _Worker(process, ours)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes begun now leave Ctrl-C to us: an ignored signal is inherited."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(
    line: "Connection[Report[S], Sequence[int]]", opening: Opening[S], max_events: int
) -> None:
    """Play what we are sent until the other end hangs up."""
    game, start = opening()
    with suppress(EOFError, OSError):
        while True:
            line.send(play_each(game, start, map(Dice, line.recv()), max_events))
