"""What is graded, and by which tests."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.arguments.files import Script
from ludex.cli.arguments.scripts import EXPECTED, named
from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    from ludex.kernel import Game
    from ludex.language.script_check import Dialect
    from ludex.study.grade.exam import Test
    from ludex.study.grade.scheme import Scheme
    from ludex.study.grade.submissions import Submission

Opens = Callable[[], "tuple[Game[Any], Any]"]

Seconds = Annotated[
    float,
    typer.Option(min=0.05, max=3600, help="Seconds for a run, or for an answer."),
]
Megabytes = Annotated[
    int, typer.Option(min=16, max=1 << 20, help="Megabytes of data for each process.")
]
Programs = Annotated[
    int, typer.Option(min=1, max=10_000, help="Processes and threads at once.")
]
DiskFiles = Annotated[int, typer.Option(min=8, max=100_000, help="Files open at once.")]

LONGEST = 10_000_000
"""Bytes of an input of a filter."""


@dataclass(frozen=True, slots=True)
class Exam:
    """The tests, and the files that programs must not see."""

    tests: "tuple[Test, ...]"
    files: tuple[Path, ...]


def exam(  # noqa: PLR0917  # what tests are made of
    opens: Opens,
    dialect: "Dialect",
    names: list[str],
    hidden: list[str],
    generate: int | None,
    seed: int,
    filter_name: str | None,
    scheme: "Scheme",
    tell: Callable[[str], None],
) -> Exam:
    """Every test that is named, and those that are made."""
    from dataclasses import replace

    from ludex.kernel import Dice
    from ludex.study.grade.exam import Oracle, Unfit
    from ludex.study.grade.filters import as_test, filter_named
    from ludex.study.grade.generation import scripts

    if not names and not hidden and generate is None:
        raise BadInput("no TESTS: name scripts, or let some be made: --generate 20")
    game, start = opens()
    oracle = Oracle(game, start, dialect)
    tests: list[Test] = []
    files: list[Path] = []
    try:
        one = filter_named(game, filter_name) if filter_name else None
        suffix = one.suffix if one else ".txt"
        for given, is_hidden in ((names, False), (hidden, True)):
            for path in _files(given, suffix):
                text = _text(path)
                label = Path(path).name
                files += [Path(path), Path(path).with_suffix(EXPECTED)]
                tests.append(
                    as_test(one, label, text, hidden=is_hidden)
                    if one
                    else oracle.test(label, text, hidden=is_hidden)
                )
        if generate is not None and one is not None:
            dice = Dice(seed)
            tests += [
                as_test(one, f"generated-{i:03}{suffix}", one.generate(dice.split()))
                for i in range(1, generate + 1)
            ]
        elif generate is not None:
            tests += [
                oracle.test_of(f"generated-{i:03}.txt", events)
                for i, events in enumerate(
                    scripts(game, start, generate, seed, tell), start=1
                )
            ]
    except Unfit as problem:
        raise BadInput(str(problem)) from None
    _demand_names(tests)
    made = (replace(t, hidden=True) if scheme.hides(t.name) else t for t in tests)
    return Exam(tuple(made), tuple(files))


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
    with Script(name) as source:
        return "".join(source.lines(LONGEST))


def _demand_names(tests: "list[Test]") -> None:
    seen: set[str] = set()
    for test in tests:
        if test.name in seen:
            raise BadInput(f"two tests are called {test.name}: rename one of them")
        seen.add(test.name)


def handed_in(folder: Path | None) -> "list[Submission]":
    """The submissions: every entry of a folder, or the one program."""
    from ludex.study.grade.submissions import Submission

    if folder is None:
        return [Submission("program")]
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder")
    inside = sorted(one for one in folder.iterdir() if not one.name.startswith("."))
    if not inside:
        raise BadInput(f"{folder}: there is no submission in this folder")
    return [Submission(one.name, str(one.absolute())) for one in inside]
