"""A program on a leash: its keeper holds it, and ends it whole when the leash is let go.

Whoever holds the leash may be killed: the system lets go of it then, and nothing is left.
"""

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock
from typing import Any, Final, Self

PIECE: Final = 1 << 16
"""Bytes that are read or written at a time."""

ERRORS: Final = 1 << 14
"""Bytes of standard error that are kept; the rest is read and forgotten."""

GRACE: Final = 5.0
"""Seconds in which the keeper must have ended everything."""


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


class Leashed:
    """A program at work; with the block everything of it ends."""

    keeps_last = False
    """Are the last bytes of its error output kept, where there are many, or the first?"""

    def __init__(
        self,
        keeper: Sequence[str],
        spec: Mapping[str, Any],
        env: Mapping[str, str] | None = None,
    ) -> None:
        """`keeper` is how it is started, `spec` what it is told to do."""
        self.out = bytearray()
        self.err = bytearray()
        self.is_open = True
        """May there be more output?"""

        self._said = b""
        self._letting_go = Lock()
        self._is_buried = False
        leash, self._leash = os.pipe()
        self._status, status = os.pipe()
        told = json.dumps({**spec, "leash": leash, "status": status})
        try:
            self._process = subprocess.Popen(  # noqa: S603  # to run it is our business
                [*keeper, told],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(leash, status),
                start_new_session=True,
                cwd="/",
                env=env,
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
            self.err += piece
            del self.err[slice(-ERRORS) if self.keeps_last else slice(ERRORS, None)]
        else:
            self._said += piece

    @property
    def has_heard(self) -> bool:
        """Has it taken in everything that was said to it?"""
        return not self._waiting

    @property
    def listens(self) -> bool:
        """May it be told more?"""
        return not self._stdin.closed

    @property
    def has_ended(self) -> bool:
        """Has its keeper said how it ended?"""
        return bool(self._said)

    def let_go(self) -> None:
        """End everything, and wait for nothing; any thread may do so."""
        with self._letting_go:
            held, self._leash = self._leash, -1
        if held >= 0:
            os.close(held)

    def end(self) -> Ran:
        """End everything, and say how the program itself has ended, if it has."""
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
