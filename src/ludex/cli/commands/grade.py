"""`ludex grade GAME --program CMD TESTS…`: another program against the oracle."""

import os
import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.arguments.grading import (
    DiskFiles,
    Exam,
    Megabytes,
    Programs,
    Seconds,
    exam,
    handed_in,
)
from ludex.cli.arguments.openings import opening
from ludex.cli.arguments.options import (
    Changes,
    DealNumber,
    GameName,
    Json,
    Position,
    Preset,
    changes_of,
    print_json,
)
from ludex.cli.arguments.wording import DialectOption, Wording
from ludex.cli.errors import BadInput
from ludex.cli.terminal.progress import ProgressLine
from ludex.study.grade.tolerances import Tolerance

if TYPE_CHECKING:
    from ludex.sandbox import Walls
    from ludex.study.grade.program import Program
    from ludex.study.grade.scheme import Scheme


class CageOption(StrEnum):
    """The sorts of walls."""

    AUTO = "auto"
    BUBBLEWRAP = "bubblewrap"
    NAMESPACES = "namespaces"
    BARE = "bare"


def grade(  # they are options
    name: GameName,
    tests: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TESTS]...",
            help="Scripts, or folders of them (*.txt; *.expected.txt are left out).",
        ),
    ] = None,
    *,
    program: Annotated[
        str | None,
        typer.Option(
            metavar="CMD",
            help="How the program is started: {in} is the script's file, {out} the file it "
            "must write, {submission} what was handed in.",
        ),
    ] = None,
    rulebook: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.py",
            help="Instead of a program: a rulebook in Python, compared as a model.",
        ),
    ] = None,
    submissions: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Mark everything in this folder: each entry is a submission.",
        ),
    ] = None,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="The script comes on standard input.")
    ] = False,
    interactive: Annotated[
        bool,
        typer.Option(
            "--interactive", help="One event at a time, each answered before the next."
        ),
    ] = False,
    prompt: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="What it prints while it waits for an event; `->` with --dialect etf.",
        ),
    ] = None,
    filter_name: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            help="A program of the game's document: draw, play, next …",
        ),
    ] = None,
    dialect: Wording = DialectOption.DOCUMENT,
    tolerate: Annotated[
        list[Tolerance] | None,
        typer.Option(
            help="What may differ (may be repeated); everything else must match byte for byte."
        ),
    ] = None,
    generate: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000,
            metavar="N",
            help="Add N new scripts, which reach every guard and every pair of guards, and more.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="The seed of the scripts of --generate.")
    ] = 1,
    hidden: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEST",
            help="More tests, of which only the rules are shown (may be repeated).",
        ),
    ] = None,
    minimise: Annotated[
        bool,
        typer.Option(
            "--minimise", help="Shrink failing scripts until nothing can be left out."
        ),
    ] = False,
    scheme: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.toml", help="The marking scheme; see docs/grading.md."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Reports: pages, CSV, JUnit, Gradescope. What is there is not marked again.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, max=256, help="Submissions marked at once; by default one per core."
        ),
    ] = None,
    time: Seconds = 10.0,
    cpu: Annotated[
        float | None,
        typer.Option(min=1, help="Seconds of processor time for each process."),
    ] = None,
    memory: Megabytes = 512,
    processes: Programs = 64,
    files: DiskFiles = 128,
    output: Annotated[
        int,
        typer.Option(min=1, max=1024, help="Megabytes that may be printed or written."),
    ] = 16,
    any_status: Annotated[
        bool, typer.Option("--any-status", help="Any exit status is all right.")
    ] = False,
    cage: Annotated[
        CageOption,
        typer.Option(help="What contains the programs; by default the best there is."),
    ] = CageOption.AUTO,
    preset: Preset = None,
    option: Changes = None,
    position: Position = None,
    deal: DealNumber = None,
    as_json: Json = False,
) -> None:
    """Compare a program with the oracle: verdicts, the first divergence, and marks by rule.

    A program in any language is run on each script, in a folder of its own, with limits and
    without the network. It is right if it prints what `ludex run` prints, byte for byte. Where it
    first departs from that, the event, the rule that decides it and the state before are
    shown. Marks are given for rules that are kept: guards, the order of two guards, effects and
    outcomes.

    \b
    ludex grade chess-solitaire --program './lab3 -b {in}' --dialect etf tests/
    ludex grade chess-solitaire --program 'python3 lab3.py {in} {out}' --generate 20
    ludex grade freecell --program './freecell' --stdin tests/ --minimise
    ludex grade chess-solitaire --program './lab3 -i' --interactive --dialect etf tests/at1.txt
    ludex grade carcassonne --as play --program ./Play --stdin --generate 50
    ludex grade holdem --as compare --program './compare {in}' pairs.csv
    ludex grade examples/tic_tac_toe.py --rulebook student.py
    ludex grade chess-solitaire --submissions class/ --program '{submission}/lab3 {in}' \\
        --generate 20 --scheme lab3.toml --out marks/

    Verdicts: accepted, presentation only (blanks and newlines), wrong answer, crash, time
    limit, output limit, no output. Exit status: 0 all accepted, 1 not all, 2 bad usage or input.
    """
    from ludex.language.script_check import Dialect
    from ludex.sandbox import Limits
    from ludex.study.grade.exam import Test
    from ludex.study.grade.models import NAME as LOCKSTEP
    from ludex.study.grade.models import Start
    from ludex.study.grade.program import Program
    from ludex.study.grade.submissions import Task, mark_all

    worded = Dialect(dialect.value)
    opens = partial(opening, name, preset, option, position, deal, seed=None)
    marking = _scheme(scheme)
    people = handed_in(submissions)
    command = _command(program, rulebook, submissions)
    models = None
    line = ProgressLine("ludex grade")
    if rulebook is not None:
        if tests or hidden or generate or filter_name or deal is not None:
            raise BadInput(
                "--rulebook: models are explored; no TESTS, --as or --deal beside it"
            )
        models = Start(preset or "", position or "", changes_of(option))
        found = Exam((Test(LOCKSTEP, "", ()),), ())
        opens()
    else:
        _demand_way(command, stdin=stdin, interactive=interactive)
        found = exam(
            opens, worded, tests or [], hidden or [], generate, seed, filter_name, marking,
            line.stage,
        )  # fmt: skip
        line.clear()
    usual = "->" if worded is Dialect.ETF else ""
    graded = Program(
        command=command,
        limits=Limits(
            time, cpu or max(1.0, time), memory << 20, processes, files, output << 20
        ),
        interactive=interactive,
        prompt=usual if prompt is None else prompt,
        any_status=any_status,
        home=str(Path.cwd()),
        hidden=tuple(map(str, (*found.files, *_folders(submissions), *_folders(out)))),
    )
    if submissions is None:
        _demand_there(graded, rulebook)
    built = _walls(cage.value)
    task = Task(
        opening=opens,
        dialect=worded,
        tests=found.tests,
        program=graded,
        scheme=marking,
        granted=frozenset(tolerate or ()) | marking.tolerate,
        filter=filter_name or "",
        models=models,
        sources=tuple(path for path in (Path(name),) if path.is_file()),
        cage=built.sort,
        minimise=minimise,
    )
    if not as_json:
        print(f"ludex: {built.told}", file=sys.stderr)
    values = mark_all(
        task, people, jobs=jobs or os.cpu_count() or 1, out=out, tell=line.bar
    )
    line.clear()
    title = marking.title or f"ludex grade {name}"
    _tell(values, out, title, many=submissions is not None, as_json=as_json)


def _walls(wanted: str) -> "Walls":
    from ludex.sandbox import walls

    try:
        return walls(wanted)
    except ValueError as problem:
        raise BadInput(str(problem)) from None


def _command(
    program: str | None, rulebook: str | None, submissions: Path | None
) -> str:
    """How programs are started, or where rulebooks are."""
    if (program is None) == (rulebook is None):
        raise BadInput(
            "--program 'CMD {in}', or --rulebook FILE.py: what is to be graded?"
        )
    command = program or rulebook or ""
    if ("{submission}" in command) != (submissions is not None):
        raise BadInput("{submission} in the command and --submissions DIR go together")
    return command


def _demand_there(graded: "Program", rulebook: str | None) -> None:
    if rulebook is None:
        if graded.missing is not None:
            raise BadInput(graded.missing)
    elif not Path(rulebook).is_file():
        raise BadInput(f"{rulebook}: there is no such file")


def _scheme(path: Path | None) -> "Scheme":
    from ludex.study.grade.scheme import NoScheme, Scheme, read_scheme

    if path is None:
        return Scheme()
    try:
        return read_scheme(path)
    except NoScheme as problem:
        raise BadInput(str(problem)) from None


def _demand_way(command: str, *, stdin: bool, interactive: bool) -> None:
    reads = "{in}" in command
    if reads + stdin + interactive != 1:
        raise BadInput(
            "a program is given {in} in its command, or --stdin, or --interactive: one of them"
        )
    if interactive and "{out}" in command:
        raise BadInput("--interactive: answers are printed, not written to {out}")


def _folders(path: Path | None) -> list[Path]:
    return [] if path is None else [path.absolute()]


def _tell(
    values: list[dict[str, Any]],
    out: Path | None,
    title: str,
    *,
    many: bool,
    as_json: bool,
) -> None:
    from ludex.study.grade.records import is_accepted
    from ludex.study.grade.reports import table
    from ludex.study.grade.reports.files import written

    if out is not None:
        written(out, values, title)
    if as_json:
        print_json(values if many else values[0])
    else:
        lines = table.of_class(values) if many else table.of_program(values[0])
        print("\n".join(lines))
        if out is not None:
            print(
                f"written to {out}: index.html, marks.csv, junit.xml", file=sys.stderr
            )
    if not all(map(is_accepted, values)):
        raise typer.Exit(1)
