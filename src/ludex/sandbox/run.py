"""Running a program in the sandbox: its input, its output, its end."""

import math
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ludex.sandbox.limits import Limits
from ludex.sandbox.namespaces import (
    BARE,
    PROTECTIONS,
    Isolation,
    Site,
    interpreter,
    is_root,
    specify,
    stranger,
)
from ludex.sandbox.process import ProcessEnd, RunResult, SupervisedProcess

OVERHEAD = 4
"""Processes of the sandbox itself, where they count as the program's."""


class SandboxedProcess(SupervisedProcess):
    """A running program in the sandbox; at the end of the block all its processes are ended."""

    def __init__(
        self,
        argv: Sequence[str],
        site: Site,
        limits: Limits,
        isolation: Isolation,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.limits = limits
        uid = stranger()
        if uid is not None and not isolation.contains:
            os.chown(site.scratch, uid, uid)
        spec, bubblewrap = specify(
            argv,
            site,
            isolation,
            env={**_environment(site), **(env or {})},
            limits=_rlimits(limits, isolation),
            memory=limits.memory,
            disk=limits.disk,
            umask=0o077,
            uid=uid,
            filter=True,
        )
        super().__init__(
            spec,
            python=interpreter(),
            bubblewrap=bubblewrap,
            given=site.scratch.resolve() if isolation.contains else None,
        )

    @property
    def is_flooding(self) -> bool:
        """Has it exceeded the limit of its output?"""
        return len(self.out) > self.limits.output


def run_sandboxed(
    argv: Sequence[str],
    site: Site,
    limits: Limits,
    isolation: Isolation,
    *,
    given: bytes = b"",
    env: Mapping[str, str] | None = None,
) -> RunResult:
    """Run a program to its end, with `given` on its standard input."""
    with SandboxedProcess(argv, site, limits, isolation, env) as process:
        late = time.monotonic() + limits.seconds
        process.write(given)
        process.end_input()
        while process.step(late) and not process.is_flooding:
            pass
        ended = None
        if process.is_flooding:
            ended = ProcessEnd.OUTPUT
        elif time.monotonic() >= late:
            ended = ProcessEnd.TIME
        found = process.end()
        if ended is None:
            return found
        return RunResult(ended, found.out[: limits.output], found.err)


def tried(isolation: Isolation) -> str | Isolation:
    """Return the walls as they stand when a program is run behind them, or what goes wrong."""
    with tempfile.TemporaryDirectory(prefix="ludex-") as folder:
        site = Site(Path(folder))
        try:
            found = run_sandboxed(["/bin/echo", "here"], site, Limits(), isolation)
        except OSError as error:
            return f"{isolation.sort}: {error.strerror}"
    if found.out == b"here\n":
        absent = {*found.lacking, *(() if isolation.contains else BARE)}
        return replace(isolation, missing=tuple(name for name in PROTECTIONS if name in absent))
    return f"{isolation.sort}: {found.problem or found.description or 'nothing was printed'}"


def _environment(site: Site) -> dict[str, str]:
    """Little: what a program needs to run, and none of the grader's secrets."""
    scratch = str(site.scratch.resolve())
    variables = {name: os.environ[name] for name in ("JAVA_HOME",) if name in os.environ}
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        **variables,
    }


def _rlimits(limits: Limits, isolation: Isolation) -> dict[str, int]:
    processes = limits.processes
    if not is_root():
        # Counted with those of the sandbox; without walls, with all that we run ourselves.
        processes += OVERHEAD if isolation.contains else own_processes()
    return {
        "RLIMIT_CPU": max(1, math.ceil(limits.cpu)),
        "RLIMIT_DATA": limits.memory,
        "RLIMIT_NPROC": processes,
        "RLIMIT_NOFILE": limits.files,
        "RLIMIT_FSIZE": limits.output,
        "RLIMIT_CORE": 0,
    }


def own_processes() -> int:
    """Return the number of processes and threads that we run."""
    count = 0
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if entry.stat().st_uid == os.getuid():
                count += len([*(entry / "task").iterdir()])
    return count
