"""Workers of a Dask cluster, which is there already: its scheduler has an address.

Dask gives a chunk of a worker that is lost to another one. What it cannot mend is told in one
line: a scheduler that does not answer or goes away, workers that all are lost, and workers
that have another version of Ludex, whose results could be others.
"""

import logging
import pickle
import re
from collections.abc import Iterator
from importlib.metadata import version
from secrets import token_hex
from socket import create_connection
from threading import local
from time import monotonic
from typing import Any, TypeVar

from ludex.jobs.errors import JobError
from ludex.jobs.job import Task
from ludex.jobs.runner import Numbered, Results, Runner

C = TypeVar("C")
R = TypeVar("R")

ADDRESS = re.compile(r"(tcp|tls)://(?P<host>[^/:]+|\[[0-9a-fA-F:]+\]):(?P<port>\d{1,5})")

TIMEOUT = 5
"""Seconds in which a scheduler has to answer."""

ALONE = 60
"""Seconds that we wait for workers to come back when all are lost."""

AHEAD = 3
"""So many chunks for each thread of the cluster are under way."""


def on_cluster(address: str) -> Runner:
    """Work there; whatever is wrong with the cluster is said before anything is done."""
    with _connected(address) as client:
        _demand_workers(client, address)
    return lambda task, work: _worked(address, task, work)


def _connected(address: str) -> Any:  # noqa: ANN401 - Dask's client
    try:
        from distributed import Client
    except ImportError:
        problem = '--cluster needs Dask: pip install "ludex[cluster]"'
        raise JobError(problem) from None
    found = ADDRESS.fullmatch(address)
    if found is None or int(found["port"]) > 65_535:
        raise JobError(f"--cluster {address}: expected an address such as tcp://10.0.0.5:8786")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say it ourselves
    try:  # a door that is closed is noticed here, without Dask's long patience
        create_connection((found["host"].strip("[]"), int(found["port"])), TIMEOUT).close()
        return Client(address, timeout=TIMEOUT)  # type: ignore[no-untyped-call]  # Dask's
    except OSError:
        raise JobError(f"no cluster at {address}: it does not answer") from None


def _demand_workers(client: Any, address: str) -> None:  # noqa: ANN401 - Dask's client
    """There are some, and all have our version."""
    # A function of the standard library, so that workers without Ludex can answer, too.
    ours = version("ludex")
    found = client.run(version, "ludex", on_error="return")
    if not found:
        raise JobError(f"the cluster at {address} has no workers")
    for worker, theirs in sorted(found.items()):
        if theirs != ours:
            has = f"Ludex {theirs}" if isinstance(theirs, str) else "no Ludex"
            raise JobError(f"the worker at {worker} has {has}, and this is Ludex {ours}")


def _worked(address: str, task: Task[C, R], work: Numbered[C]) -> Results[R]:
    from distributed import CancelledError, KilledWorker

    with _connected(address) as client:
        try:
            yield from _drained(client, pickle.dumps(task), work)
        except KilledWorker:
            raise JobError("a chunk crashed every worker that ran it; no result") from None
        except (CancelledError, OSError) as problem:
            if isinstance(problem, ChildProcessError):
                raise
            raise JobError(f"the cluster at {address} was lost") from None


def _drained(client: Any, task: bytes, work: Numbered[C]) -> Iterator[tuple[int, Any]]:  # noqa: ANN401
    """Results as they come, and no more under way than the cluster has threads for."""
    job, left, doing = token_hex(8), iter(work), dict[Any, int]()
    most = AHEAD * max(1, sum(client.nthreads().values()))
    while True:
        while len(doing) < most and (piece := next(left, None)) is not None:
            number, chunk = piece
            key = f"ludex-{job}-{number}"
            doing[client.submit(_do, task, chunk, key=key, pure=False)] = number
        if not doing:
            return
        for each in _finished(client, [*doing]):
            found = each.result()
            number = doing.pop(each)
            each.release()
            yield number, found


def _finished(client: Any, doing: list[Any]) -> list[Any]:  # noqa: ANN401
    """Wait for chunks that are finished: at least one, unless there is nobody left to finish it."""
    from distributed import wait

    alone_since = None
    while True:
        try:
            found = wait(doing, timeout=TIMEOUT, return_when="FIRST_COMPLETED")  # type: ignore[no-untyped-call]  # Dask's
            return [*found.done]  # noqa: TRY300
        except TimeoutError:
            if client.status not in ("running", "connecting"):
                raise ConnectionError from None
            if client.nthreads():
                alone_since = None
            elif alone_since is None:
                alone_since = monotonic()
            elif monotonic() - alone_since > ALONE:
                raise JobError("the cluster has lost all its workers") from None


_HERE = local()


def _do(task: bytes, chunk: object) -> Any:  # noqa: ANN401 - whatever the task makes
    """Make a task ready once in each thread of a worker."""
    if getattr(_HERE, "task", None) != task:
        _HERE.do, _HERE.task = pickle.loads(task).ready(), task  # noqa: S301 - our client's
    return _HERE.do(chunk)
