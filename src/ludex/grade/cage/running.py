"""Running a program in the cage: what it is given, what it prints, how it ends."""

import json
import math
import os
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, Self

from ludex.grade.cage.limits import Limits
from ludex.grade.cage.walls import Site, Walls, is_root, steps, stranger

PIECE: Final = 1 << 16
"""Bytes that are read or written at a time."""

ERRORS: Final = 1 << 14
"""Bytes of standard error that are kept; the rest is read and forgotten."""

GRACE: Final = 5.0
"""Seconds in which the keeper must have ended everything."""

OVERHEAD: Final = 4
"""Processes of the cage itself, where they count as the program's."""


class Ended(StrEnum):
    """How a program ended."""

    BY_ITSELF = "by itself"
    BY_SIGNAL = "by a signal"
    TIME = "out of time"
    OUTPUT = "too much output"
    NOT_STARTED = "not started"


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a run."""

    ended: Ended
    out: bytes
    err: bytes
    code: int = 0
    """The exit status, or the number of the signal."""

    problem: str = ""
    """Why it could not be started."""

    @property
    def told(self) -> str:
        """How it ended, in words; nothing where all is well."""
        match self.ended:
            case Ended.BY_ITSELF:
                return f"exit status {self.code}" if self.code else ""
            case Ended.BY_SIGNAL:
                with suppress(ValueError):
                    return f"ended by {signal.Signals(self.code).name}"
                return f"ended by signal {self.code}"
            case Ended.NOT_STARTED:
                return f"it could not be started: {self.problem}"
            case _:
                return str(self.ended)


class Caged:
    """A program at work in the cage; with the block everything of it ends."""

    def __init__(
        self,
        argv: Sequence[str],
        site: Site,
        limits: Limits,
        walls: Walls,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.limits = limits
        self.out = bytearray()
        self.err = bytearray()
        self.is_open = True
        """May there be more output?"""

        self._said = b""
        uid = stranger()
        if uid is not None:
            os.chown(site.scratch, uid, uid)
        way = steps(site, argv[0])
        leash, self._leash = os.pipe()
        self._status, status = os.pipe()
        spec = {
            "wall": walls.sort,
            "argv": [*argv],
            "cwd": str(site.scratch.resolve()),
            "env": {**_environment(site), **(env or {})},
            "limits": _rlimits(limits, walls),
            "uid": uid,
            "steps": way if walls.sort == "namespaces" else [],
            "leash": leash,
            "status": status,
        }
        try:
            self._process = subprocess.Popen(  # noqa: S603  # to run it is our business
                [*walls.command(way), json.dumps(spec)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(leash, status),
                start_new_session=True,
                cwd="/",
            )
        except OSError:
            os.close(self._leash)
            os.close(self._status)
            raise
        finally:
            os.close(leash)
            os.close(status)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin = self._process.stdin
        self._waiting = bytearray()
        self._selector = selectors.DefaultSelector()
        for fd in (self._process.stdout, self._process.stderr, self._stdin):
            os.set_blocking(fd.fileno(), False)
        self._selector.register(self._process.stdout, selectors.EVENT_READ, "out")
        self._selector.register(self._process.stderr, selectors.EVENT_READ, "err")
        self._selector.register(self._status, selectors.EVENT_READ, "status")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def write(self, data: bytes) -> None:
        """Say something to the program, as soon as it listens."""
        if data and not self._stdin.closed:
            if not self._waiting:
                self._selector.register(self._stdin, selectors.EVENT_WRITE, "in")
            self._waiting += data

    def close(self) -> None:
        """Say no more, once everything is said."""
        self._closing = True
        if not self._waiting:
            self._hang_up()

    _closing = False

    def _hang_up(self) -> None:
        if self._waiting:
            self._waiting.clear()
            self._selector.unregister(self._stdin)
        with suppress(OSError):
            self._stdin.close()

    def step(self, late: float) -> bool:
        """Wait for something to happen; False when it is late, or nothing more can."""
        if not self._selector.get_map():
            return False
        ready = self._selector.select(max(0.0, late - time.monotonic()))
        for key, _ in ready:
            if key.data == "in":
                self._feed()
            else:
                self._hear(key)
        return bool(ready)

    def _feed(self) -> None:
        try:
            sent = os.write(self._stdin.fileno(), self._waiting[:PIECE])
        except OSError:  # it does not listen any more, and need not
            self._hang_up()
            return
        del self._waiting[:sent]
        if not self._waiting:
            self._selector.unregister(self._stdin)
            if self._closing:
                self._hang_up()

    def _hear(self, key: selectors.SelectorKey) -> None:
        try:
            piece = os.read(key.fd, PIECE)
        except OSError:
            piece = b""
        if not piece:
            self._selector.unregister(key.fileobj)
            self.is_open = self.is_open and key.data != "out"
        elif key.data == "out":
            self.out += piece
        elif key.data == "err":
            self.err += piece[: max(0, ERRORS - len(self.err))]
        else:
            self._said += piece

    @property
    def is_flooding(self) -> bool:
        """Has it printed more than it may?"""
        return len(self.out) > self.limits.output

    def end(self) -> Ran:
        """End everything, and say how the program itself has ended, if it has."""
        if self._leash >= 0:
            os.close(self._leash)
            self._leash = -1
            self._hang_up()
            self._selector.close()
            self._bury()
        return self._judged()

    def _bury(self) -> None:
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        os.set_blocking(self._status, False)
        with suppress(OSError):
            while piece := os.read(self._status, PIECE):
                self._said += piece
        os.close(self._status)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _judged(self) -> Ran:
        out, err = bytes(self.out), bytes(self.err)
        said = json.loads(self._said.splitlines()[0]) if self._said else {}
        match said:
            case {"exit": int(code)}:
                return Ran(Ended.BY_ITSELF, out, err, code)
            case {"signal": signal.SIGXCPU}:
                return Ran(Ended.TIME, out, err)
            case {"signal": signal.SIGXFSZ}:
                return Ran(Ended.OUTPUT, out, err)
            case {"signal": int(code)}:
                return Ran(Ended.BY_SIGNAL, out, err, code)
            case {"error": problem} | {"wall": problem}:
                return Ran(Ended.NOT_STARTED, out, err, problem=str(problem))
            case _:
                told = (
                    " ".join(err.decode(errors="replace").split()) or "it said nothing"
                )
                return Ran(Ended.NOT_STARTED, out, err, problem=told[:200])


def ran(
    argv: Sequence[str],
    site: Site,
    limits: Limits,
    walls: Walls,
    *,
    given: bytes = b"",
    env: Mapping[str, str] | None = None,
) -> Ran:
    """Run a program to its end, with `given` on its standard input."""
    with Caged(argv, site, limits, walls, env) as caged:
        late = time.monotonic() + limits.seconds
        caged.write(given)
        caged.close()
        while caged.step(late) and not caged.is_flooding:
            pass
        ended = None
        if caged.is_flooding:
            ended = Ended.OUTPUT
        elif time.monotonic() >= late:
            ended = Ended.TIME
        found = caged.end()
        if ended is None:
            return found
        return Ran(ended, found.out[: limits.output], found.err)


def tried(walls: Walls) -> str | None:
    """What goes wrong when a program is run behind these walls; None if all is well."""
    with tempfile.TemporaryDirectory(prefix="ludex-") as folder:
        site = Site(Path(folder))
        try:
            found = ran(["/bin/echo", "here"], site, Limits(), walls)
        except OSError as error:
            return f"{walls.sort}: {error.strerror}"
    if found.out == b"here\n":
        return None
    return f"{walls.sort}: {found.problem or found.told or 'nothing was printed'}"


def _environment(site: Site) -> dict[str, str]:
    """Little: what a program needs to run, and none of the grader's secrets."""
    scratch = str(site.scratch.resolve())
    kept = {name: os.environ[name] for name in ("JAVA_HOME",) if name in os.environ}
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        **kept,
    }


def _rlimits(limits: Limits, walls: Walls) -> dict[str, int]:
    processes = limits.processes
    if not is_root():
        # Counted with those of the cage; without walls, with all that we run ourselves.
        processes += OVERHEAD if walls.contains else _own_processes()
    return {
        "RLIMIT_CPU": max(1, math.ceil(limits.cpu)),
        "RLIMIT_DATA": limits.memory,
        "RLIMIT_NPROC": processes,
        "RLIMIT_NOFILE": limits.files,
        "RLIMIT_FSIZE": limits.output,
        "RLIMIT_CORE": 0,
    }


def _own_processes() -> int:
    """How many processes and threads we run."""
    count = 0
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if entry.stat().st_uid == os.getuid():
                count += len([*(entry / "task").iterdir()])
    return count
