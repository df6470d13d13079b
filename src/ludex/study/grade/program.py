"""Running a program on a script.

A command is a line of words. `{in}` stands for the script's file, `{out}` for the file that the
program is to write, `{submission}` for the folder or file that somebody has handed in. Without
`{in}` the script comes on standard input; without `{out}` what is printed counts.
"""

import os
import shlex
import shutil
import stat
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ludex.sandbox import (
    Isolation,
    Limits,
    ProcessEnd,
    RunResult,
    SandboxedProcess,
    Site,
    run_sandboxed,
    scratch_folder,
)
from ludex.sandbox.copies import copies_of
from ludex.sandbox.namespaces import OWN, belongings, own_folders
from ludex.study.grade.comparison import is_alike
from ludex.study.grade.exam import Test

IN = "in.txt"
OUT = "out.txt"

SILENCE = 0.3
"""Seconds after which an answer that is wrong already is taken to be whole."""


@dataclass(frozen=True, slots=True)
class GradedProgram:
    """A program, and the rules of running it."""

    command: str
    limits: Limits = field(default_factory=Limits)
    interactive: bool = False
    """Is it told one event at a time, and asked for its answer?"""

    prompt: str = ""
    """The text that it prints when it waits for an event."""

    any_status: bool = False
    """May it end with any exit status?"""

    home: str = ""
    """The folder in which the command was typed: relative words are meant there."""

    submission: str = ""
    hidden: tuple[str, ...] = ()
    """Files and folders that it must not see."""

    sources: tuple[str, ...] = ()
    """Those of the oracle, which only Ludex itself may see."""

    shown: tuple[str, ...] = ()
    """Files and folders that it needs besides its own."""

    env: Mapping[str, str] = field(default_factory=dict)

    def words(self, scratch: Path) -> list[str]:
        """The command, its holes filled; files that it names relative to its home are found."""
        words = [self._word(word, scratch) for word in shlex.split(self.command)]
        if words and words[0] == "ludex" and shutil.which("ludex") is None:
            words[0] = str(Path(sys.executable).with_name("ludex"))  # of an environment not active
        return words

    def _word(self, word: str, scratch: Path) -> str:
        filled = (
            word.replace("{in}", str(scratch / IN))
            .replace("{out}", str(scratch / OUT))
            .replace("{submission}", self.submission)
        )
        if filled == word and not word.startswith(("/", "-")):
            named = Path(self.home, word)
            if "/" in word or "." in word:
                return str(named) if named.exists() else filled
        return filled

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that the command names."""
        words = self.words(Path("/nowhere"))
        return tuple(Path(word) for word in words if word.startswith("/") and Path(word).is_file())

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the program: what is handed in, and folders of files that it names."""
        found = [Path(self.submission)] if self.submission else []
        found += [
            belongings(path)
            for path in self.files
            if not self.submission or not path.is_relative_to(self.submission)
        ]
        found += map(Path, self.shown)
        return tuple(dict.fromkeys(one for one in found if len(one.parts) > 1))

    @property
    def is_ludex(self) -> bool:
        """Is it Ludex that is graded, as a program?"""
        own = ("ludex", str(Path(sys.executable).with_name("ludex")))
        return any(word in own for word in shlex.split(self.command))

    @property
    def unseen(self) -> tuple[Path, ...]:
        """All that it must not see: the oracle and Ludex too, unless it is Ludex."""
        of_oracle = () if self.is_ludex else (OWN, *map(Path, self.sources))
        return (*map(Path, self.hidden), *of_oracle)

    @property
    def missing(self) -> str | None:
        """The problem of the command, if it can be seen before it is run."""
        try:
            words = self.words(Path("/nowhere"))
        except ValueError as problem:
            return f"{self.command!r} is not a command: {problem}"
        if not words:
            return "the command is empty"
        if shutil.which(words[0]) is None:
            there = "cannot be run" if Path(words[0]).exists() else "is not there"
            return f"the program {words[0]} {there}"
        return None


def run_test(program: GradedProgram, test: Test, isolation: Isolation) -> tuple[RunResult, bytes]:
    """Run a program on a test: how it ended, and what it has to say."""
    with scratch_folder() as scratch, scratch_folder() as aside:
        (scratch / IN).write_text(test.script, encoding="utf-8", newline="")
        (scratch / IN).chmod(0o644)
        scratch.chmod(0o755)
        folders = program.folders
        own = [Path(program.submission)] if program.submission else []
        copies = copies_of(folders, aside, deep=False) | copies_of(own, aside, deep=True)
        visible = (*folders, *own_folders()) if program.is_ludex else folders
        files = (OUT,) if "{out}" in program.command else ()
        site = Site(scratch, visible, program.unseen, copies, files)
        argv = program.words(scratch.resolve())
        if program.interactive:
            with SandboxedProcess(argv, site, program.limits, isolation, program.env) as process:
                return _conversation(process, program, test)
        reads = "{in}" in program.command
        given = b"" if reads else test.script.encode()
        run = run_sandboxed(argv, site, program.limits, isolation, given=given, env=program.env)
        if "{out}" not in program.command:
            return run, run.out
        return run, _read_output(scratch / OUT, program.limits.output)


def _read_output(path: Path, most: int) -> bytes:
    """Return what the program wrote to its file, and nothing that it may have put in its place."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return b""
    with os.fdopen(fd, "rb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            return b""
        return file.read(most)


# -- event by event -------------------------------------------------------------------------


def _conversation(
    process: SandboxedProcess, program: GradedProgram, test: Test
) -> tuple[RunResult, bytes]:
    """Tell the events one by one; each answer has its own time.

    What is given back is as a transcript would be: the echoes are ours, the rest is the program's.
    """
    transcript = bytearray()
    prompt = program.prompt.encode()
    ended: ProcessEnd | None = None
    for step in test.steps:
        if step.event is not None:
            transcript += f"->{step.event}\n".encode()
            process.write(f"{step.event}\n".encode())
        begun = len(process.out)
        wanted = step.text.encode() + prompt
        ended = _listen(process, program, wanted, begun)
        answer = bytes(process.out[begun:])
        transcript += answer.removesuffix(prompt) if prompt else answer
        if ended is not None or not process.is_open or not is_alike(answer, wanted):
            break
    # Who says more than was asked is heard to the end.
    begun = len(process.out)
    process.end_input()
    late = time.monotonic() + program.limits.seconds
    while ended is None and process.step(late) and not process.is_flooding:
        pass
    if ended is None and process.is_flooding:
        ended = ProcessEnd.OUTPUT
    elif ended is None and time.monotonic() >= late:
        ended = ProcessEnd.TIME
    transcript += process.out[begun : program.limits.output]
    run = process.end()
    return (run if ended is None else RunResult(ended, run.out, run.err)), bytes(transcript)


def _listen(
    process: SandboxedProcess, program: GradedProgram, wanted: bytes, begun: int
) -> ProcessEnd | None:
    """Listen until the answer is whole, or is known to be another; or say why not."""
    late = time.monotonic() + program.limits.seconds
    while process.is_open:
        answer = bytes(process.out[begun:])
        if answer == wanted:
            return None
        is_right = wanted.startswith(answer)
        until = late if is_right else min(late, time.monotonic() + SILENCE)
        if not process.step(until):
            if not is_right:
                return None
            return ProcessEnd.TIME if process.is_open else None
        if process.is_flooding:
            return ProcessEnd.OUTPUT
    return None
