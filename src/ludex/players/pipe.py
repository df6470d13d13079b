"""A program at the other end of two pipes: lines go and come, nothing waits for ever.

It gets a group of processes of its own and is killed with all of it. What it says is bounded,
what it writes to its error output is kept to the last few lines, for people.
"""

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import IO, Final

from ludex.players.speaking import LONGEST_LINE

ENDING: Final = 0.5
"""Seconds that a program has to end by itself."""

REMEMBERED: Final = 2_000
"""Bytes of its last words."""


class Failed(ChildProcessError):
    """A program did not do its part; the text says what, in a line."""


class TooLate(Failed):
    """It took too long."""


def words_of(command: str) -> list[str]:
    """The words of a command, as a shell takes them apart; ValueError says why not."""
    try:
        words = shlex.split(command)
    except ValueError as trouble:
        raise ValueError(f"{command!r} is not a command: {trouble}") from trouble
    if not words:
        raise ValueError("a command is missing: write it after the colon")
    return words


def outside(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a program: nothing of ours that it could use against us."""
    hidden = ("LUDEX_", "PG")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(hidden)}
    return {**kept, **(extra or {})}


class Pipe:
    """A running program."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._waiting = b""
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `close`
        try:
            self._process = subprocess.Popen(  # noqa: S603 - somebody here has typed it
                words_of(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=outside(),
                start_new_session=True,
            )
        except (OSError, ValueError) as trouble:
            self._errors.close()
            reason = getattr(trouble, "strerror", None) or str(trouble)
            raise Failed(f"cannot be started: {reason}") from trouble
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)

    def say(self, text: str, until: float) -> None:
        """Lines for the program; a program that does not listen is given up at `until`."""
        left = memoryview(text.encode())
        while left:
            self._await(self._in, selectors.EVENT_WRITE, until)
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                continue
            except OSError as trouble:
                raise Failed(
                    f"does not listen any more{self.last_words()}"
                ) from trouble

    def hear(self, until: float) -> str:
        """The next line that it says."""
        while (end := self._waiting.find(b"\n")) < 0 or end > LONGEST_LINE:
            if len(self._waiting) > LONGEST_LINE:
                raise Failed(f"says a line of more than {LONGEST_LINE:,} bytes")
            self._await(self._out, selectors.EVENT_READ, until)
            with contextlib.suppress(BlockingIOError):
                more = os.read(self._out, 65536)
                if not more:
                    raise Failed(self._how_it_ended())
                self._waiting += more
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def unheard(self) -> list[str]:
        """Whole lines that it has said already, unasked."""
        lines = []
        with contextlib.suppress(Failed):
            while True:
                lines.append(self.hear(0.0))
        return lines

    def end_of_input(self) -> None:
        """Nothing more will be said to it."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def all_said(self, until: float, most: int) -> str:
        """Everything that it says to its end."""
        said = self._waiting
        while True:
            if len(said) > most:
                raise Failed(f"says more than {most:,} bytes")
            self._await(self._out, selectors.EVENT_READ, until)
            with contextlib.suppress(BlockingIOError):
                more = os.read(self._out, 65536)
                if not more:
                    break
                said += more
        self._waiting = b""
        try:
            status = self._process.wait(max(0.01, until - monotonic()))
        except subprocess.TimeoutExpired as late:
            raise TooLate("does not end") from late
        if status:
            raise Failed(self._how_it_ended())
        return said.decode("utf-8", errors="replace")

    def _await(self, where: int, what: int, until: float) -> None:
        with selectors.DefaultSelector() as ready:
            ready.register(where, what)
            if not ready.select(max(0.0, until - monotonic())):
                raise TooLate("took too long")

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            return f"has closed its output{self.last_words()}"
        if status < 0:
            how = f"was ended by {signal.Signals(-status).name}"
        else:
            how = f"has ended with status {status}"
        return how + self.last_words()

    def last_words(self) -> str:
        """The last line of its error output, to add to a sentence."""
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - REMEMBERED))
        lines = self._errors.read().decode("utf-8", errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" ({last[:200]})" if last else ""

    def close(self) -> None:
        """End it: by itself if it will, else by force; and all that it started."""
        self.end_of_input()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()


def is_there(command: str) -> bool:
    """Could the command's program be started?"""
    from shutil import which  # noqa: PLC0415 - only where somebody asks

    word = words_of(command)[0]
    return which(word) is not None or (os.sep in word and Path(word).exists())
