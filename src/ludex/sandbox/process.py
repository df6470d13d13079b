"""A program under a supervisor, which ends it whole when we let go of it: lines go and come.

Whoever holds it may be killed: the system lets go of the supervisor then, and nothing is left.
"""

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Lock
from typing import IO, Any, Self

from ludex.sandbox.namespaces import SUPERVISOR

PIECE = 1 << 16
"""Bytes that are read or written at a time."""

ERRORS = 1 << 14
"""Bytes of standard error that are kept; the rest is read and forgotten."""

GRACE = 5.0
"""Seconds in which the supervisor must have ended everything."""


ENDING = 0.5
"""Seconds that a program has to end by itself."""


def printable(text: str) -> str:
    """Return a text on one line, without control characters."""
    return "".join(
        c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in text
    )


class Failed(ChildProcessError):
    """A failure of a program; the text describes it in one line."""

    def __init__(self, text: str) -> None:
        super().__init__(printable(text))


class TimedOut(Failed):
    """A program took too long."""


class OutputTooLarge(Failed):
    """A program exceeded the limit of its output."""


class ProcessEnd(StrEnum):
    """The end of a program."""

    BY_ITSELF = "by itself"
    BY_SIGNAL = "by a signal"
    TIME = "out of time"
    OUTPUT = "too much output"
    MEMORY = "out of memory"
    NOT_STARTED = "not started"


LIMITS = {
    None: ProcessEnd.MEMORY,
    signal.SIGXCPU: ProcessEnd.TIME,
    signal.SIGXFSZ: ProcessEnd.OUTPUT,
}
"""The limits that end a program, by signal."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of a run."""

    ended: ProcessEnd
    out: bytes
    err: bytes
    code: int = 0
    """The exit status, or the number of the signal."""

    problem: str = ""
    """The reason why it was not started."""

    lacking: tuple[str, ...] = ()
    """The requested protections that are not available."""

    @property
    def description(self) -> str:
        """The end in words; empty after success."""
        match self.ended:
            case ProcessEnd.BY_ITSELF:
                return f"exit status {self.code}" if self.code else ""
            case ProcessEnd.BY_SIGNAL:
                with suppress(ValueError):
                    return f"ended by {signal.Signals(self.code).name}"
                return f"ended by signal {self.code}"
            case ProcessEnd.NOT_STARTED:
                return f"it could not be started: {self.problem}"
            case _:
                return str(self.ended)

    @property
    def sentence(self) -> str:
        """The end as the rest of a sentence about the program."""
        match self.ended:
            case ProcessEnd.BY_ITSELF:
                return f"has ended with status {self.code}"
            case ProcessEnd.BY_SIGNAL:
                return f"was {self.description}"
            case ProcessEnd.NOT_STARTED:
                return f"cannot be started: {self.problem}"
            case _:
                return f"has ended {self.ended}"


def _file(text: str) -> "IO[str]":
    """Return a file with a text in it, read from the beginning, which has no name."""
    file = tempfile.TemporaryFile("w+", errors="surrogateescape")  # noqa: SIM115  # it is returned
    file.write(text)
    file.seek(0)
    return file


class SupervisedProcess:
    """A running program; at the end of the block all its processes are ended."""

    keeps_last = False
    """Are the last bytes of a long error output stored, instead of the first?"""

    def __init__(
        self,
        spec: Mapping[str, Any],
        env: Mapping[str, str] | None = None,
        *,
        python: str = sys.executable,
        bubblewrap: Sequence[str] = (),
        given: Path | None = None,
    ) -> None:
        """Start it: `spec` says what the supervisor is to do, `walls` what bubblewrap is.

        In `given` are the files that are handed over. What the two are told is in files, and not
        in their words: every program can read those.
        """
        self.out = bytearray()
        self.err = bytearray()
        self.is_open = True
        """May there be more output?"""

        self._report = b""
        self._letting_go = Lock()
        self._is_buried = False
        lifeline, self._lifeline = os.pipe()
        self._status, status = os.pipe()
        try:
            with ExitStack() as opened:
                folders = [] if given is None else [os.open(given, os.O_RDONLY)]
                for folder in folders:
                    opened.callback(os.close, folder)
                fds = {"lifeline": lifeline, "status": status, "given": folders}
                spec_file = opened.enter_context(_file(json.dumps({**spec, **fds})))
                words = [python, "-I", "-S", str(SUPERVISOR), str(spec_file.fileno())]
                passed = [lifeline, status, *folders, spec_file.fileno()]
                if bubblewrap:
                    more = opened.enter_context(_file("\0".join(bubblewrap)))
                    words = ["bwrap", "--args", str(more.fileno()), "--", *words]
                    passed.append(more.fileno())
                self._process = subprocess.Popen(  # noqa: S603  # to run it is our business
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    pass_fds=passed,
                    start_new_session=True,
                    cwd="/",
                    env=env,
                )
        except OSError:
            os.close(self._lifeline)
            os.close(self._status)
            raise
        finally:
            os.close(lifeline)
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
        """Send text to the program as soon as it reads."""
        if data and not self._stdin.closed:
            if not self._waiting:
                self._selector.register(self._stdin, selectors.EVENT_WRITE, "in")
            self._waiting += data

    def end_input(self) -> None:
        """Close the input after everything is sent."""
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
        """Wait for an event; return False after the time limit, or if no event is possible."""
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
        except OSError:  # it no longer reads its input, and need not
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
            self.err += piece
            del self.err[slice(-ERRORS) if self.keeps_last else slice(ERRORS, None)]
        else:
            self._report += piece

    def say(self, text: str, until: float) -> None:
        """Send lines to the program; give up at `until` if it does not read."""
        self.write(text.encode())
        while self._waiting:
            self._wait(until)
        if self._stdin.closed:
            raise Failed(self._how_it_ended("no longer reads its input"))

    def hear(self, until: float, longest: int) -> str:
        """Return the next line of its output, up to a maximum length in bytes."""
        while (end := self.out.find(b"\n")) < 0 or end > longest:
            if len(self.out) > longest:
                raise OutputTooLarge(f"sent a line of more than {longest:,} bytes")
            if not self.is_open:
                raise Failed(self._how_it_ended("has closed its output"))
            self._wait(until)
        line = bytes(self.out[:end])
        del self.out[: end + 1]
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def _wait(self, until: float) -> None:
        if not self.step(until) and time.monotonic() >= until:
            raise TimedOut("took too long")

    def _how_it_ended(self, otherwise: str) -> str:
        """Return how it ended, where it does so in a moment; or what else it did."""
        late = time.monotonic() + ENDING
        while not self.has_ended and time.monotonic() < late and self.step(late):
            pass
        how = self.end().sentence if self.has_ended else otherwise
        return how + self.last_words()

    def last_words(self) -> str:
        """Return the last line of its error output, for an error message."""
        lines = self.err.decode("utf-8", errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" ({last[:200]})" if last else ""

    @property
    def has_ended(self) -> bool:
        """Has its supervisor reported its end?"""
        return bool(self._report)

    def let_go(self) -> None:
        """End all its processes without waiting; any thread may call this."""
        with self._letting_go:
            lifeline, self._lifeline = self._lifeline, -1
        if lifeline >= 0:
            os.close(lifeline)

    def end(self) -> RunResult:
        """End all its processes, and return the end of the program itself, if it has ended."""
        self.let_go()
        if not self._is_buried:
            self._is_buried = True
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
                self._report += piece
        os.close(self._status)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _judged(self) -> RunResult:
        out, err = bytes(self.out), bytes(self.err)
        report = json.loads(self._report.splitlines()[0]) if self._report else {}
        lacking = tuple(report.get("lacking", ()))
        match report:
            case {"exit": int(code)}:
                return RunResult(ProcessEnd.BY_ITSELF, out, err, code, lacking=lacking)
            case {"memory": True} | {"signal": signal.SIGXCPU | signal.SIGXFSZ}:
                return RunResult(LIMITS[report.get("signal")], out, err)
            case {"signal": int(code)}:
                return RunResult(ProcessEnd.BY_SIGNAL, out, err, code)
            case {"error": problem} | {"wall": problem}:
                return RunResult(ProcessEnd.NOT_STARTED, out, err, problem=str(problem))
            case _:
                message = " ".join(err.decode(errors="replace").split()) or "it printed nothing"
                return RunResult(ProcessEnd.NOT_STARTED, out, err, problem=message[:200])
