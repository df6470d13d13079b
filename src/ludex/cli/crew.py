"""Many independent pieces of work, here or in several processes."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Protocol, TypeVar

W = TypeVar("W")
R = TypeVar("R")
W_contra = TypeVar("W_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


class Task(Protocol[W_contra, R_co]):
    """What a process has to know, sent to it once."""

    def ready(self) -> Callable[[W_contra], R_co]:
        """Make everything ready in this process; a function that does a piece of work."""
        ...


def done(task: Task[W, R], work: Iterable[W], processes: int) -> Iterator[R]:
    """The results in the order of the work."""
    if processes == 1:
        yield from map(task.ready(), work)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    crew = ProcessPoolExecutor(processes, get_context("spawn"), _prepared, (task,))
    left = iter(work)
    try:
        begun = islice(left, processes)
        doing = deque(crew.submit(_do, piece) for piece in begun)
        for piece in left:
            doing.append(crew.submit(_do, piece))
            yield doing.popleft().result()
        for each in doing:
            yield each.result()
    except BrokenProcessPool:
        problem = "a process that played games was lost; no result"
        raise ChildProcessError(problem) from None
    finally:  # whatever they are doing
        crew.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.terminate()


def _prepared(task: Task[Any, Any]) -> None:
    """Begin a process: Ctrl-C is for its parent, which then ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    _READY.append(task.ready())


def _end_with_parent() -> None:
    """A parent that is killed cannot end us: we see that it has gone."""
    import os
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


_READY: list[Callable[[Any], Any]] = []


def _do(piece: object) -> Any:  # noqa: ANN401 - whatever the task makes
    return _READY[0](piece)
