"""A program at the other end of two pipes: lines go and come, nothing waits for ever.

It runs behind the walls of `ludex.sandbox`, unless LUDEX_PLAYER_WALLS=bare says that it is trusted.
What it says is bounded; of what it writes to its error output the last line is kept, for people.
"""

import os
import resource
import shlex
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from ludex.sandbox import (
    Failed,
    Limits,
    OutputTooLarge,
    ProcessEnd,
    RunResult,
    Site,
    SupervisedProcess,
    TimedOut,
    choose_isolation,
    scratch_folder,
)
from ludex.sandbox.copies import copies_of
from ludex.sandbox.namespaces import (
    belongings,
    interpreter,
    is_root,
    own_folders,
    specify,
    stranger,
)
from ludex.sandbox.process import ENDING
from ludex.sandbox.run import OVERHEAD, own_processes

SANDBOX_VARIABLE = "LUDEX_PLAYER_WALLS"
"""The variable that names the walls: `auto`, or `bare` for programs that are trusted."""

PROCESSES = 256
"""Processes and threads of one program, where the system counts them."""


@dataclass(frozen=True, slots=True)
class PipeLimits:
    """The limits of a player's program on this machine."""

    memory: int = 2 << 30
    """Bytes, for each of its processes and for all of them together."""

    processes: int = PROCESSES
    hidden: tuple[Path, ...] = ()
    """The variables that it must not see, such as the seeds of a league."""


USUAL = PipeLimits()


def words_of(command: str) -> list[str]:
    """The words of a command, as a shell takes them apart; ValueError says why not."""
    try:
        words = shlex.split(command)
    except ValueError as trouble:
        raise ValueError(f"{command!r} is not a command: {trouble}") from trouble
    if not words:
        raise ValueError("a command is missing: write it after the colon")
    return words


def outside() -> dict[str, str]:
    """The environment of a program: nothing of ours that it could use against us.

    Python keeps what it prints to a pipe to itself, unless it is told not to.
    """
    hidden = ("LUDEX_", "PG")
    allowed = {k: v for k, v in os.environ.items() if not k.startswith(hidden)}
    return {**allowed, "PYTHONUNBUFFERED": "1"}


class Pipe(SupervisedProcess):
    """A running program."""

    keeps_last = True

    def __init__(self, command: str, bounds: PipeLimits = USUAL) -> None:
        self.command = command
        self._folders = ExitStack()
        try:
            self._start(words_of(command), bounds)
        except (OSError, ValueError) as trouble:
            self._folders.close()
            reason = getattr(trouble, "strerror", None) or str(trouble)
            raise Failed(f"cannot be started: {reason}") from trouble

    def _start(self, words: list[str], bounds: PipeLimits) -> None:
        isolation = choose_isolation(os.environ.get(SANDBOX_VARIABLE, "auto"))
        scratch, aside = (self._folders.enter_context(scratch_folder()) for _ in range(2))
        own = [*_own(words)]
        copies = copies_of(own, aside, deep=False)
        site = Site(scratch, (*own, *own_folders()), bounds.hidden, copies)
        here = Path.cwd()
        is_seen = not isolation.contains or here in own
        spec, bubblewrap = specify(
            words,
            site,
            isolation,
            cwd=str(here if is_seen else scratch.resolve()),
            env=None,
            limits=_limits(bounds, is_alone=isolation.contains),
            memory=bounds.memory,
            disk=Limits().disk,
            uid=stranger() if isolation.contains else None,
            filter=isolation.contains,
            conversation=True,
        )
        super().__init__(spec, outside(), python=interpreter(), bubblewrap=bubblewrap)

    def end(self) -> RunResult:
        """End everything, and say how the program itself has ended, if it has."""
        ended = super().end()
        self._folders.close()
        return ended

    def unheard(self) -> list[str]:
        """Return whole lines that it has said already, unasked."""
        while self.step(0.0) and len(self.out) <= MOST_UNASKED:
            pass
        whole, newline, rest = bytes(self.out).rpartition(b"\n")
        self.out[:] = rest
        return whole.decode("utf-8", errors="replace").split("\n") if newline else []

    def all_said(self, until: float, most: int) -> str:
        """Return everything that it says to its end."""
        while self.is_open or not self.has_ended:
            if len(self.out) > most:
                raise OutputTooLarge(f"sent more than {most:,} bytes")
            if not self.step(until):
                if monotonic() < until:  # nobody is left who could say how it ended
                    break
                late = "took too long" if self.is_open else "does not end"
                raise TimedOut(late)
        ran = self.end()
        if ran.ended is not ProcessEnd.BY_ITSELF or ran.code:
            raise Failed(ran.sentence + self.last_words())
        return self.out.decode("utf-8", errors="replace")

    def close(self) -> None:
        """End it: by itself if it will, else by force; and all that it started."""
        self.end_input()
        late = monotonic() + ENDING
        while not self.has_ended and self.step(late):
            self.out.clear()
        self.end()


MOST_UNASKED = 1_000_000
"""Bytes that are looked at of what it says unasked."""


def _own(words: list[str]) -> Iterator[Path]:
    """Yield what belongs to a program: the folder that it is started in, and of files it names."""
    here = belongings(Path.cwd() / "it")
    if here == Path.cwd():  # and not somebody's home, or more
        yield here
    for word in words:
        path = Path(word.partition(":")[0]).absolute()  # a function is named FILE:NAME
        if path.is_file():
            yield belongings(path)


def _limits(bounds: PipeLimits, *, is_alone: bool) -> dict[str, int]:
    limits = {"RLIMIT_CORE": 0, "RLIMIT_DATA": bounds.memory}
    if is_alone and is_root():
        limits["RLIMIT_NPROC"] = bounds.processes
    elif not is_root():  # it is counted with the walls', or with all that we run ourselves
        most = resource.getrlimit(resource.RLIMIT_NPROC)[0]
        wanted = bounds.processes + (OVERHEAD if is_alone else own_processes())
        limits["RLIMIT_NPROC"] = wanted if most < 0 else min(most, wanted)
    return limits


def why_not_there(command: str) -> str | None:
    """Say why the command's program cannot be started; None if it can."""
    from shutil import which  # noqa: PLC0415 - only where somebody asks

    word = words_of(command)[0]
    if which(word) is not None:
        return None
    path = Path(word)
    if os.sep not in word or not path.exists():
        return f"there is no program {word!r}"
    if path.is_dir():
        return f"{word!r} is a folder, not a program"
    by = "python3 " if word.endswith(".py") else ""
    return f"{word!r} cannot be run: chmod +x it" + (f", or write {by}{word}" if by else "")


__all__ = ["USUAL", "Failed", "Pipe", "PipeLimits", "TimedOut", "why_not_there", "words_of"]
