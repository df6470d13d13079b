"""Work that several workers do, and that no file keeps: results in the order of the work."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from ludex.cli.errors import BadInput
from ludex.jobs.job import Task
from ludex.jobs.run import in_order, runner

W = TypeVar("W")
R = TypeVar("R")


def done(
    task: Task[W, R], work: Iterable[W], workers: int, cluster: str | None = None
) -> Iterator[R]:
    """The results in the order of the work; what a lost worker was at is done again."""
    return in_order(runner(workers, cluster=cluster)(task, enumerate(work)))


def demand_one(workers: int, cluster: str | None) -> None:
    """Workers are of this machine or of a cluster."""
    if cluster is not None and workers > 1:
        raise BadInput(
            "--workers or --cluster, not both: a cluster has its own workers"
        )
