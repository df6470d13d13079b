"""A Dask cluster on loopback: a scheduler and workers, each a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from playing import ROOT

QUIET = ["--no-dashboard", "--host", "127.0.0.1"]


@dataclass
class Cluster:
    address: str
    folder: Path
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def cluster(
    folder: Path, workers: int = 2, env: Mapping[str, str] | None = None
) -> Iterator[Cluster]:
    """So many workers of one thread; all are killed with the block."""
    with ExitStack() as stack:
        words = (*QUIET, "--port", "0", "--scheduler-file", "scheduler.json")
        scheduler = stack.enter_context(_started(folder, "scheduler", *words))
        address = _address(folder / "scheduler.json")
        found = [
            stack.enter_context(
                _started(
                    folder, "worker", *QUIET, "--no-nanny", "--nthreads", "1",
                    "--name", str(number), address, env=env,
                )
            )
            for number in range(workers)
        ]  # fmt: skip
        _wait(address, workers)
        yield Cluster(address, folder, scheduler, found)


@contextmanager
def _started(
    folder: Path, kind: str, *words: str, env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    path = [str(ROOT / "src"), str(ROOT / "tests")]
    given = {**os.environ, "PYTHONPATH": os.pathsep.join(path), **(env or {})}
    given["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = "10"
    with subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words],
        cwd=folder, env=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def _address(file: Path) -> str:
    until = monotonic() + 60
    while True:
        try:
            return str(json.loads(file.read_text())["address"])
        except (OSError, ValueError):
            assert monotonic() < until
            sleep(0.05)


def _wait(address: str, workers: int) -> None:
    from distributed import Client

    with Client(address, timeout=30) as client:  # type: ignore[no-untyped-call]  # Dask's
        client.wait_for_workers(workers, timeout=60)
