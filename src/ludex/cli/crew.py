"""Games that several processes play, and that nobody keeps: results in the order of the work."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from ludex.jobs.job import Task
from ludex.jobs.working import in_order, runner

W = TypeVar("W")
R = TypeVar("R")


def done(task: Task[W, R], work: Iterable[W], processes: int) -> Iterator[R]:
    """The results in the order of the work; what a lost process was at is done again."""
    return in_order(runner(processes)(task, enumerate(work)))
