"""A job done: by whom, what is kept already, and the rows in the order of the chunks."""

from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from ludex.jobs.job import Job, Rows
from ludex.jobs.runner import Results, Runner, here
from ludex.jobs.stored import StoredChunks

R = TypeVar("R")


def runner(workers: int, *, threads: bool = False, cluster: str | None = None) -> Runner:
    """Return who works: a cluster by its address, or so many workers of this machine."""
    if cluster is not None:
        from ludex.jobs.cluster import on_cluster

        return on_cluster(cluster)
    if workers == 1:
        return here
    from ludex.jobs import local  # processes and threads take long to import

    do = local.in_threads if threads else local.in_processes
    return lambda task, work: do(task, work, workers)


def worked(
    job: Job[Any],
    run: Runner,
    stored: StoredChunks | None = None,
    tell: Callable[[int], None] = lambda _: None,
) -> Generator[Rows, None, None]:
    """The rows of all chunks, in their order; `tell` hears of items as they are finished."""
    finished = frozenset(stored.finished) if stored is not None else frozenset[int]()
    tell(sum(len(job.chunks[i]) for i in finished))
    left = ((i, each) for i, each in enumerate(job.chunks) if i not in finished)
    # What is kept waits for its turn on disk, all else in memory.
    waiting: dict[int, Rows | None] = dict.fromkeys(finished)
    following = 0

    def due() -> Iterator[Rows]:
        nonlocal following
        while following in waiting:
            rows = waiting.pop(following)
            if rows is None:
                assert stored is not None
                rows = stored.read(following)
            following += 1
            yield rows

    results = run(job.task, left)
    try:
        yield from due()
        for number, rows in results:
            if stored is not None:
                stored.write(number, rows)
            is_far = stored is not None and number != following
            waiting[number] = None if is_far else rows
            tell(len(job.chunks[number]))
            yield from due()
        if stored is not None:
            stored.finish()
    finally:
        results.close()
        if stored is not None:
            stored.close()


def in_order(results: Results[R]) -> Generator[R, None, None]:
    """Results that are kept by nobody, in the order of the chunks."""
    waiting: dict[int, R] = {}
    following = 0
    try:
        for number, found in results:
            waiting[number] = found
            while following in waiting:
                yield waiting.pop(following)
                following += 1
    finally:
        results.close()
