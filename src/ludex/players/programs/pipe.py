"""A program at the other end of two pipes: lines go and come, nothing waits for ever.

It runs on a leash (`ludex.sandbox.process`): with us, or when we let go, it ends with all that it
has started, wherever that has hidden itself. What it says is bounded; of what it writes to its
error output the last line is kept, for people.
"""

import os
import resource
import shlex
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from ludex.players.programs.protocol import LONGEST_LINE
from ludex.sandbox import Ended, Leashed, Ran, Walls
from ludex.sandbox.namespaces import is_root
from ludex.sandbox.run import own_processes

ENDING: Final = 0.5
"""Seconds that a program has to end by itself."""

PROCESSES: Final = 256
"""Processes and threads of one program, where the system counts them."""


class Failed(ChildProcessError):
    """A program did not do its part; the text says what, in a line."""


class TooLate(Failed):
    """It took too long."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a program may take of this machine."""

    memory: int | None = None
    """Bytes, for each of its processes; None: whatever there is."""

    processes: int = PROCESSES


FREE: Final = Bounds()


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
    """The environment of a program: nothing of ours that it could use against us.

    Python keeps what it prints to a pipe to itself, unless it is told not to.
    """
    hidden = ("LUDEX_", "PG")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(hidden)}
    return {**kept, "PYTHONUNBUFFERED": "1", **(extra or {})}


class _Leashed(Leashed):
    keeps_last = True


class Pipe:
    """A running program."""

    def __init__(self, command: str, bounds: Bounds = FREE) -> None:
        self.command = command
        try:
            spec = {
                "wall": "bare",
                "argv": words_of(command),
                "cwd": str(Path.cwd()),
                "env": None,
                "limits": _limits(bounds),
                "umask": None,
                "uid": None,
                "conversation": True,
            }
            self._held = _Leashed(Walls("bare").command(()), spec, outside())
        except (OSError, ValueError) as trouble:
            reason = getattr(trouble, "strerror", None) or str(trouble)
            raise Failed(f"cannot be started: {reason}") from trouble

    def say(self, text: str, until: float) -> None:
        """Lines for the program; a program that does not listen is given up at `until`."""
        held = self._held
        held.write(text.encode())
        while not held.has_heard:
            self._step(until)
        if not held.listens:
            raise Failed(self._how_it_ended("does not listen any more"))

    def hear(self, until: float) -> str:
        """The next line that it says."""
        said = self._held.out
        while (end := said.find(b"\n")) < 0 or end > LONGEST_LINE:
            if len(said) > LONGEST_LINE:
                raise Failed(f"says a line of more than {LONGEST_LINE:,} bytes")
            if not self._held.is_open:
                raise Failed(self._how_it_ended("has closed its output"))
            self._step(until)
        line = bytes(said[:end])
        del said[: end + 1]
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def unheard(self) -> list[str]:
        """Whole lines that it has said already, unasked."""
        while self._held.step(0.0) and len(self._held.out) <= MOST_UNASKED:
            pass
        whole, newline, rest = bytes(self._held.out).rpartition(b"\n")
        self._held.out[:] = rest
        return whole.decode("utf-8", errors="replace").split("\n") if newline else []

    def end_of_input(self) -> None:
        """Nothing more will be said to it."""
        self._held.close()

    def all_said(self, until: float, most: int) -> str:
        """Everything that it says to its end."""
        held = self._held
        while held.is_open or not held.has_ended:
            if len(held.out) > most:
                raise Failed(f"says more than {most:,} bytes")
            if not held.step(until):
                if monotonic() < until:  # nobody is left who could say how it ended
                    break
                late = "took too long" if held.is_open else "does not end"
                raise TooLate(late)
        if (how := self._how(held.end())) != ENDED_WELL:
            raise Failed(how + self.last_words())
        return held.out.decode("utf-8", errors="replace")

    def _step(self, until: float) -> None:
        if not self._held.step(until) and monotonic() >= until:
            raise TooLate("took too long")

    def _how_it_ended(self, otherwise: str) -> str:
        """How it ended, where it does so in a moment; what else it did."""
        late = monotonic() + ENDING
        while not self._held.has_ended and monotonic() < late:
            if not self._held.step(late):
                break
        how = self._how(self._held.end()) if self._held.has_ended else otherwise
        return how + self.last_words()

    @staticmethod
    def _how(ran: Ran) -> str:
        match ran.ended:
            case Ended.BY_ITSELF:
                return f"has ended with status {ran.code}"
            case Ended.BY_SIGNAL:
                return f"was ended by {signal.Signals(ran.code).name}"
            case Ended.NOT_STARTED:
                return f"cannot be started: {ran.problem}"
            case _:
                return f"has ended {ran.ended}"

    def last_words(self) -> str:
        """The last line of its error output, to add to a sentence."""
        lines = self._held.err.decode("utf-8", errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" ({last[:200]})" if last else ""

    def let_go(self) -> None:
        """End it at once, from any thread; whoever waits for it hears that it has ended."""
        self._held.let_go()

    def close(self) -> None:
        """End it: by itself if it will, else by force; and all that it started."""
        held = self._held
        held.close()
        late = monotonic() + ENDING
        while not held.has_ended and held.step(late):
            held.out.clear()
        held.end()


ENDED_WELL: Final = "has ended with status 0"

MOST_UNASKED: Final = 1_000_000
"""Bytes that are looked at of what it says unasked."""


def _limits(bounds: Bounds) -> dict[str, int]:
    limits = {"RLIMIT_CORE": 0}
    if bounds.memory is not None:
        limits["RLIMIT_DATA"] = bounds.memory
    if not is_root():  # it is counted with all that we run ourselves
        most = resource.getrlimit(resource.RLIMIT_NPROC)[0]
        wanted = bounds.processes + own_processes()
        limits["RLIMIT_NPROC"] = wanted if most < 0 else min(most, wanted)
    return limits


def why_not_there(command: str) -> str | None:
    """Why the command's program cannot be started, if it cannot."""
    from shutil import which  # noqa: PLC0415 - only where somebody asks

    word = words_of(command)[0]
    if which(word) is not None:
        return None
    path = Path(word)
    if os.sep not in word or not path.exists():
        return f"there is no program {word!r}"
    if path.is_dir():
        return f"{word!r} is a folder, and no program"
    by = "python3 " if word.endswith(".py") else ""
    return f"{word!r} cannot be run: chmod +x it" + (
        f", or write {by}{word}" if by else ""
    )
