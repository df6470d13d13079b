"""The programs to be graded, and the tests."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from typer import Argument

from ludex.cli.arguments import GameOpening, Wording
from ludex.cli.arguments.files import text_of
from ludex.cli.arguments.scripts import EXPECTED, named
from ludex.cli.errors import BadInput, as_bad_input
from ludex.language.script_check import Dialect
from ludex.sandbox import Limits
from ludex.study.grade.exam import InvalidScript, Oracle, Test
from ludex.study.grade.filters import as_test, find_filter, generate_inputs
from ludex.study.grade.generation import generate_scripts
from ludex.study.grade.scheme import Scheme
from ludex.study.grade.submissions import Submission

LONGEST = 10_000_000
"""Bytes of an input of a filter."""


@dataclass(frozen=True, slots=True)
class Exam:
    """The tests, and the files that programs must not see."""

    tests: "tuple[Test, ...]"
    files: tuple[Path, ...]


@dataclass(frozen=True, kw_only=True)
class TestOptions:
    """The tests that are named, and those that are made.

    Options:
      filter_name --as (NAME): A program of the game's document, such as draw, play or next.
      generate (N, 1..10000): Add N generated scripts: first the suite of the game, which tries
          every guard in every class of states, then random walks.
      seed: The seed of the scripts that --generate makes.
      undo: With --generate: also scripts with undo and redo.
      hidden (TEST): A hidden test: reports show only its rules, not its events (may be
          repeated).
    """

    tests: Annotated[
        list[str] | None,
        Argument(
            metavar="[TESTS]...",
            help="Scripts, or folders of them (*.txt; *.expected.txt are left out).",
        ),
    ] = None
    filter_name: str | None = None
    dialect: Wording = Dialect.DOCUMENT
    generate: int | None = None
    seed: int = 1
    undo: bool = False
    hidden: list[str] | None = None

    @property
    def are_named(self) -> bool:
        """Are there any, named or to be made?"""
        return bool(self.tests or self.hidden or self.generate)

    def exam(self, opening: GameOpening, scheme: Scheme, tell: Callable[[str], None]) -> Exam:
        """Return every test that is named, and those that are made."""
        if not self.are_named:
            raise BadInput("no TESTS: name scripts, or generate some with --generate 20")
        game, start = opening()
        oracle = Oracle(game, start, self.dialect)
        tests: list[Test] = []
        files: list[Path] = []
        with as_bad_input(InvalidScript):
            one = find_filter(game, self.filter_name) if self.filter_name else None
            suffix = one.suffix if one else ".txt"
            for given, is_hidden in ((self.tests, False), (self.hidden, True)):
                for path in named(given or [], suffix):
                    text = text_of(path, LONGEST)
                    label = Path(path).name
                    files += [Path(path), Path(path).with_suffix(EXPECTED)]
                    tests.append(
                        as_test(one, label, text, hidden=is_hidden)
                        if one
                        else oracle.test(label, text, hidden=is_hidden)
                    )
            if one is not None:
                inputs = generate_inputs(one, self.generate or 0, self.seed)
                tests += [
                    as_test(one, f"generated-{i:03}{suffix}", text)
                    for i, text in enumerate(inputs, start=1)
                ]
            elif self.generate is not None:
                made = generate_scripts(game, start, self.generate, self.seed, tell, undo=self.undo)
                tests += [
                    oracle.test_of(f"generated-{i:03}.txt", events)
                    for i, events in enumerate(made, start=1)
                ]
        _demand_names(tests)
        marked = (replace(t, hidden=True) if scheme.hides(t.name) else t for t in tests)
        return Exam(tuple(marked), tuple(files))


@dataclass(frozen=True, kw_only=True)
class ProgramLimits:
    """The limits of a program.

    Options:
      time (0.05..3600): Seconds for a run; with --interactive, for each answer.
      cpu (1..): Seconds of processor time for each process.
      memory (16..1048576): Megabytes for each process, and for all processes together.
      processes (1..10000): Processes and threads at the same time.
      files (8..100000): Open files at the same time.
      output (1..1024): Megabytes that a program may print or write.
      disk (1..1048576): Megabytes for all files of a program.
    """

    time: float = 10.0
    cpu: float | None = None
    memory: int = 512
    processes: int = 64
    files: int = 128
    output: int = 16
    disk: int = 64

    def limits(self) -> Limits:
        """Return them as the sandbox takes them."""
        return Limits(
            self.time,
            self.cpu or max(1.0, self.time),
            self.memory << 20,
            self.processes,
            self.files,
            self.output << 20,
            self.disk << 20,
        )


def _demand_names(tests: "list[Test]") -> None:
    seen: set[str] = set()
    for test in tests:
        if test.name in seen:
            raise BadInput(f"two tests are called {test.name}: rename one of them")
        seen.add(test.name)


def handed_in(folder: Path | None) -> "list[Submission]":
    """The submissions: every entry of a folder, or the one program."""
    if folder is None:
        return [Submission("program")]
    if not folder.is_dir():
        raise BadInput(f"{folder} is not a folder")
    inside = sorted(one for one in folder.iterdir() if not one.name.startswith("."))
    if not inside:
        raise BadInput(f"{folder}: the folder has no submissions")
    return [Submission(one.name, str(one.absolute())) for one in inside]
