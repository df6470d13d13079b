"""What is graded, and by which tests."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from ludex.cli.arguments.files import ScriptFile
from ludex.cli.arguments.openings import Opening, Wording
from ludex.cli.arguments.scripts import EXPECTED, named
from ludex.cli.errors import BadInput, as_bad_input
from ludex.kernel import Dice
from ludex.language.script_check import Dialect
from ludex.sandbox import Limits
from ludex.study.grade.exam import Oracle, Test, Unfit
from ludex.study.grade.filters import as_test, find_filter
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
    """The tests that are named, and those that are made."""

    tests: Annotated[
        list[str] | None,
        Argument(
            metavar="[TESTS]...",
            help="Scripts, or folders of them (*.txt; *.expected.txt are left out).",
        ),
    ] = None
    filter_name: Annotated[
        str | None,
        Option(
            "--as",
            metavar="NAME",
            help="A program of the game's document: draw, play, next …",
        ),
    ] = None
    dialect: Wording = Dialect.DOCUMENT
    generate: Annotated[
        int | None,
        Option(
            min=1,
            max=10_000,
            metavar="N",
            help="Add N new scripts, which reach every guard and every pair of guards, and more.",
        ),
    ] = None
    seed: Annotated[int, Option(help="The seed of the scripts of --generate.")] = 1
    hidden: Annotated[
        list[str] | None,
        Option(
            metavar="TEST",
            help="More tests, of which only the rules are shown (may be repeated).",
        ),
    ] = None

    @property
    def are_named(self) -> bool:
        """Are there any, named or to be made?"""
        return bool(self.tests or self.hidden or self.generate)

    def exam(self, opening: Opening, scheme: Scheme, tell: Callable[[str], None]) -> Exam:
        """Return every test that is named, and those that are made."""
        if not self.are_named:
            raise BadInput("no TESTS: name scripts, or let some be made: --generate 20")
        game, start = opening()
        oracle = Oracle(game, start, self.dialect)
        tests: list[Test] = []
        files: list[Path] = []
        with as_bad_input(Unfit):
            one = find_filter(game, self.filter_name) if self.filter_name else None
            suffix = one.suffix if one else ".txt"
            for given, is_hidden in ((self.tests, False), (self.hidden, True)):
                for path in _files(given or [], suffix):
                    text = _text(path)
                    label = Path(path).name
                    files += [Path(path), Path(path).with_suffix(EXPECTED)]
                    tests.append(
                        as_test(one, label, text, hidden=is_hidden)
                        if one
                        else oracle.test(label, text, hidden=is_hidden)
                    )
            numbers = range(1, (self.generate or 0) + 1)
            if one is not None:
                dice = Dice(self.seed)
                tests += [
                    as_test(one, f"generated-{i:03}{suffix}", one.generate(dice.split()))
                    for i in numbers
                ]
            elif self.generate is not None:
                made = generate_scripts(game, start, self.generate, self.seed, tell)
                tests += [
                    oracle.test_of(f"generated-{i:03}.txt", events)
                    for i, events in enumerate(made, start=1)
                ]
        _demand_names(tests)
        marked = (replace(t, hidden=True) if scheme.hides(t.name) else t for t in tests)
        return Exam(tuple(marked), tuple(files))


@dataclass(frozen=True, kw_only=True)
class ProgramLimits:
    """The limits of a program."""

    time: Annotated[
        float, Option(min=0.05, max=3600, help="Seconds for a run, or for an answer.")
    ] = 10.0
    cpu: Annotated[
        float | None,
        Option(min=1, help="Seconds of processor time for each process."),
    ] = None
    memory: Annotated[
        int, Option(min=16, max=1 << 20, help="Megabytes of data for each process.")
    ] = 512
    processes: Annotated[int, Option(min=1, max=10_000, help="Processes and threads at once.")] = 64
    files: Annotated[int, Option(min=8, max=100_000, help="Files open at once.")] = 128
    output: Annotated[
        int,
        Option(min=1, max=1024, help="Megabytes that may be printed or written."),
    ] = 16

    def limits(self) -> Limits:
        """Return them as the sandbox takes them."""
        return Limits(
            self.time,
            self.cpu or max(1.0, self.time),
            self.memory << 20,
            self.processes,
            self.files,
            self.output << 20,
        )


def _files(names: list[str], suffix: str) -> list[str]:
    if suffix == ".txt":
        return named(names)
    found: list[str] = []
    for name in names:
        if not Path(name).is_dir():
            found.append(name)
            continue
        inside = sorted(map(str, Path(name).glob(f"*{suffix}")))
        if not inside:
            raise BadInput(f"{name}: there is no input (*{suffix}) in this folder")
        found += inside
    return found


def _text(name: str) -> str:
    with ScriptFile(name) as source:
        return "".join(source.lines(LONGEST))


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
        raise BadInput(f"{folder} is no folder")
    inside = sorted(one for one in folder.iterdir() if not one.name.startswith("."))
    if not inside:
        raise BadInput(f"{folder}: there is no submission in this folder")
    return [Submission(one.name, str(one.absolute())) for one in inside]
