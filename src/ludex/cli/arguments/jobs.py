"""Options of commands that are jobs: who works, and where the results are kept."""

import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.terminal.progress_bar import Bar

if TYPE_CHECKING:
    from ludex.jobs.job import Job, Rows

Workers = Annotated[
    int,
    typer.Option(
        "--workers",
        "--jobs",
        min=1,
        max=1000,
        help="How many work at once on this machine; the results do not depend on it.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Work on this Dask cluster, such as tcp://10.0.0.5:8786.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE.parquet|FOLDER",
        help="Keep what comes of each deal or game, for `ludex report`; the same command "
        "goes on where it was stopped.",
    ),
]


def job_seed(seed: int | None, out: Path | None) -> int:
    """The seed given, that of the results which are to go on, or a new one."""
    from ludex.cli.arguments.options import given_or_fresh
    from ludex.jobs.stored import kept_asked

    kept = kept_asked(out).get("seed") if seed is None else seed
    return given_or_fresh(kept if isinstance(kept, int) else None)


def rules_of(game: Any) -> str:  # noqa: ANN401 - of any kind of state
    """Where the rules are written: of a file, its path and what is in it."""
    return str(game.events[0].__module__)


def done(
    job: "Job[Any]",
    unit: str,
    *,
    workers: int = 1,
    cluster: str | None = None,
    out: Path | None = None,
    note: str = "",
) -> "Generator[Rows, None, None]":
    """The rows of a job's chunks, in order, with a bar for whoever waits, and a note on it."""
    from ludex.cli.parallel import demand_one
    from ludex.jobs.run import runner, worked
    from ludex.jobs.stored import Kept

    demand_one(workers, cluster)
    run = runner(workers, threads=job.threads, cluster=cluster)
    kept = None if out is None else Kept(job, out)
    try:
        with Bar(job.total, unit, note) as bar:
            yield from worked(job, run, kept, bar.advance)
    except KeyboardInterrupt:
        if kept is not None:
            print(f"ludex: {kept.progress}", file=sys.stderr)
        raise
