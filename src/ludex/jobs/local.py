"""Workers of this machine: threads, or processes that may be lost.

A process that is killed loses nothing: another one does its chunk again. Only where that
goes on (a chunk that eats all memory kills whoever takes it) we give up.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as hangs_up
from multiprocessing.process import BaseProcess
from threading import Thread, local
from typing import Any, TypeVar

from ludex.jobs.errors import JobError
from ludex.jobs.job import Task
from ludex.jobs.runner import Numbered, Results

C = TypeVar("C")
R = TypeVar("R")

_Pieces = tuple[deque[tuple[int, C]], Iterator[tuple[int, C]], dict[Future[R], tuple[int, C]]]
"""The pieces to be done next, those that are left, and those being done."""

AHEAD = 2
"""So many chunks for each worker are under way, so that none is idle."""

LOSSES = 3
"""So many processes may be lost before one finishes a chunk."""

LOOK = 0.5
"""So many seconds apart we look whether all processes are still there."""


def in_threads(task: Task[C, R], work: Numbered[C], workers: int) -> Results[R]:
    """Side by side in this process, for work that is compiled."""
    mine = local()

    def do(chunk: C) -> R:
        if not hasattr(mine, "do"):
            mine.do = task.ready()
        done: R = mine.do(chunk)
        return done

    executor = ThreadPoolExecutor(workers)
    try:
        yield from _drained(executor, do, (deque(), iter(work), {}), AHEAD * workers)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def in_processes(task: Task[C, R], work: Numbered[C], workers: int) -> Results[R]:
    """Run chunks in several processes; chunks of one that was lost are done again."""
    waiting, left, losses = deque[tuple[int, C]](), iter(work), 0
    while True:
        others = active_children()
        executor = ProcessPoolExecutor(workers, get_context("spawn"), _prepared, (task,))
        doing: dict[Future[R], tuple[int, C]] = {}
        pieces = waiting, left, doing
        try:
            for found in _drained(executor, _do, pieces, AHEAD * workers, _roll(others)):
                losses = 0
                yield found
        except BrokenProcessPool:
            losses += 1
            if losses == LOSSES:
                raise JobError(f"worker processes were lost {LOSSES} times; no result") from None
            waiting.extendleft(reversed(doing.values()))
        else:
            return
        finally:  # whatever they are doing
            executor.shutdown(wait=False, cancel_futures=True)
            mine = [each for each in active_children() if each not in others]
            for process in mine:
                process.terminate()
            for process in mine:
                process.join()


def _drained(
    executor: Executor,
    do: Callable[[C], R],
    pieces: "_Pieces[C, R]",
    most: int,
    look: Callable[[], None] = lambda: None,
) -> Iterator[tuple[int, R]]:
    """Results as they come; what is not finished stays among the pieces."""
    waiting, left, doing = pieces
    while True:
        while len(doing) < most:
            if not waiting and (piece := next(left, None)) is not None:
                waiting.append(piece)
            if not waiting:
                break
            doing[executor.submit(do, waiting[0][1])] = waiting[0]
            waiting.popleft()
        if not doing:
            return
        look()
        for each in wait(doing, LOOK, FIRST_COMPLETED).done:
            found = each.result()
            yield doing.pop(each)[0], found


def _roll(others: list[BaseProcess]) -> Callable[[], None]:
    """Calls the roll of our processes, and complains when one has gone.

    The pool watches the processes that it had when it last woke; it does not wake for one that
    it starts then, and would wait for ever for what such a process, killed, was doing.
    """
    seen = set[BaseProcess]()

    def look() -> None:
        there = set(active_children()).difference(others)
        if not seen <= there:
            raise BrokenProcessPool
        seen.update(there)

    return look


def _prepared(task: Task[Any, Any]) -> None:
    """Begin a process: Ctrl-C is for its parent, which then ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    _TASK.append(task)


def _end_with_parent() -> None:
    """A parent that is killed cannot end us: we see that it has gone."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        hangs_up([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


_TASK: list[Task[Any, Any]] = []


@cache  # not while the process begins: what goes wrong here is told
def _ready() -> Callable[[Any], Any]:
    return _TASK[0].ready()


def _do(chunk: object) -> Any:  # noqa: ANN401 - whatever the task makes
    return _ready()(chunk)
