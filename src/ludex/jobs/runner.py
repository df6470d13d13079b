"""Runners do the chunks of a job; the one here does them one after the other, in this process."""

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

from ludex.jobs.job import Task

C = TypeVar("C")
R = TypeVar("R")

Results = Generator[tuple[int, R], None, None]
Numbered = Iterable[tuple[int, C]]
"""Chunks with their numbers; results carry the same, and come in any order."""


class Runner(Protocol):
    """Does chunks; results come with the chunks' numbers, in any order."""

    def __call__(self, task: Task[C, R], work: Numbered[C]) -> Results[R]: ...


def here(task: Task[C, R], work: Numbered[C]) -> Results[R]:
    """Run chunks one after the other, in this process."""
    do: Callable[[C], R] | None = None
    for number, chunk in work:
        do = do or task.ready()
        yield number, do(chunk)
