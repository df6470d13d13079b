"""Options of commands that are jobs: the workers, and the place of the results."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ludex.cli.arguments import given_or_fresh
from ludex.cli.errors import BadInput, tell_user
from ludex.cli.terminal.progress import progress_bar
from ludex.jobs.job import Job, Rows, Task
from ludex.jobs.run import in_order, runner, worked
from ludex.jobs.stored import StoredChunks, stored_request

W = TypeVar("W")
R = TypeVar("R")


@dataclass(frozen=True, kw_only=True)
class Work:
    """The workers of a job, and the place of its results.

    Options:
      workers --workers --jobs (1..1000): Worker processes on this machine. The results do not
          depend on their number.
      cluster (ADDRESS): Use this Dask cluster, such as tcp://10.0.0.5:8786.
      out (FILE.parquet|FOLDER): Save the result of each deal or game, for `ludex report`. After
          an interrupt, the same command continues the job.
    """

    workers: int = 1
    cluster: str | None = None
    out: Path | None = None

    def seed(self, given: int | None) -> int:
        """Return the seed given, that of the results which are to go on, or a new one."""
        stored = stored_request(self.out).get("seed") if given is None else given
        return given_or_fresh(stored if isinstance(stored, int) else None)

    def rows(self, job: Job[Any], unit: str, note: str = "") -> Generator[Rows, None, None]:
        """Yield the rows of a job's chunks, in order, with a progress bar and a note on it."""
        demand_one(self.workers, self.cluster)
        run = runner(self.workers, threads=job.threads, cluster=self.cluster)
        stored = None if self.out is None else StoredChunks(job, self.out)
        try:
            with progress_bar(job.total, unit, note) as advance:
                yield from worked(job, run, stored, advance)
        except KeyboardInterrupt:
            if stored is not None:
                tell_user(f"ludex: {stored.progress}")
            raise

    def results(self, task: Task[W, R], work: Iterable[W]) -> Iterator[R]:
        """Yield results that no file keeps, in the order of the work."""
        run = runner(self.workers, cluster=self.cluster)
        return in_order(run(task, enumerate(work)))


def rules_of(game: Any) -> str:  # noqa: ANN401 - of any kind of state
    """Return where the rules are written: of a file, its path and what is in it."""
    return str(game.events[0].__module__)


def demand_one(workers: int, cluster: str | None) -> None:
    """Demand that workers are of this machine or of a cluster."""
    if cluster is not None and workers > 1:
        raise BadInput("--workers or --cluster, not both: a cluster has its own workers")
