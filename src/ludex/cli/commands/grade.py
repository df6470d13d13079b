"""`ludex grade GAME --program CMD TESTS…`: another program against the oracle."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from typer import Exit, Option

from ludex.cli.arguments.grading import Exam, ProgramLimits, TestOptions, handed_in
from ludex.cli.arguments.openings import Opening, changes_of
from ludex.cli.arguments.options import Json, show
from ludex.cli.errors import BadInput, as_bad_input
from ludex.cli.terminal.progress import ProgressLine
from ludex.language.script_check import Dialect
from ludex.sandbox import choose_isolation
from ludex.study.grade.exam import Test
from ludex.study.grade.models import NAME as LOCKSTEP
from ludex.study.grade.models import ModelStart
from ludex.study.grade.program import GradedProgram
from ludex.study.grade.records import is_accepted
from ludex.study.grade.reports import table
from ludex.study.grade.reports.files import write_reports
from ludex.study.grade.scheme import NoScheme, Scheme, read_scheme
from ludex.study.grade.submissions import GradingTask, mark_all
from ludex.study.grade.tolerances import Tolerance


class CageOption(StrEnum):
    """The sorts of walls."""

    AUTO = "auto"
    BUBBLEWRAP = "bubblewrap"
    NAMESPACES = "namespaces"
    BARE = "bare"


def grade(
    opening: Opening,
    tests: TestOptions,
    limits: ProgramLimits,
    *,
    program: Annotated[
        str | None,
        Option(
            metavar="CMD",
            help="How the program is started: {in} is the script's file, {out} the file it "
            "must write, {submission} what was handed in.",
        ),
    ] = None,
    rulebook: Annotated[
        str | None,
        Option(
            metavar="FILE.py",
            help="Instead of a program: a rulebook in Python, compared as a model.",
        ),
    ] = None,
    submissions: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help="Mark everything in this folder: each entry is a submission.",
        ),
    ] = None,
    stdin: Annotated[bool, Option("--stdin", help="The script comes on standard input.")] = False,
    interactive: Annotated[
        bool,
        Option("--interactive", help="One event at a time, each answered before the next."),
    ] = False,
    prompt: Annotated[
        str | None,
        Option(
            metavar="TEXT",
            help="What it prints while it waits for an event; `->` with --dialect etf.",
        ),
    ] = None,
    tolerate: Annotated[
        list[Tolerance] | None,
        Option(help="What may differ (may be repeated); everything else must match byte for byte."),
    ] = None,
    minimise: Annotated[
        bool,
        Option("--minimise", help="Shrink failing scripts until nothing can be left out."),
    ] = False,
    scheme: Annotated[
        Path | None,
        Option(metavar="FILE.toml", help="The marking scheme; see docs/grading.md."),
    ] = None,
    out: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help="Reports: pages, CSV, JUnit, Gradescope. What is there is not marked again.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        Option(min=1, max=256, help="Submissions marked at once; by default one per core."),
    ] = None,
    any_status: Annotated[
        bool, Option("--any-status", help="Any exit status is all right.")
    ] = False,
    cage: Annotated[
        CageOption,
        Option(help="What contains the programs; by default the best there is."),
    ] = CageOption.AUTO,
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
    marking = _scheme(scheme)
    people = handed_in(submissions)
    command = _command(program, rulebook, submissions)
    models = None
    line = ProgressLine("ludex grade")
    if rulebook is not None:
        if tests.are_named or tests.filter_name or opening.deal is not None:
            raise BadInput("--rulebook: models are explored; no TESTS, --as or --deal beside it")
        changes = changes_of(opening.option)
        models = ModelStart(opening.preset or "", opening.position or "", changes)
        found = Exam((Test(LOCKSTEP, "", ()),), ())
        opening()
    else:
        _demand_way(command, stdin=stdin, interactive=interactive)
        found = tests.exam(opening, marking, line.stage)
        line.clear()
    usual = "->" if tests.dialect is Dialect.ETF else ""
    graded = GradedProgram(
        command=command,
        limits=limits.limits(),
        interactive=interactive,
        prompt=usual if prompt is None else prompt,
        any_status=any_status,
        home=str(Path.cwd()),
        hidden=tuple(map(str, (*found.files, *_folders(submissions), *_folders(out)))),
    )
    if submissions is None:
        _demand_there(graded, rulebook)
    with as_bad_input(ValueError):
        built = choose_isolation(cage.value)
    task = GradingTask(
        opening=opening,
        dialect=tests.dialect,
        tests=found.tests,
        program=graded,
        scheme=marking,
        granted=frozenset(tolerate or ()) | marking.tolerate,
        filter=tests.filter_name or "",
        models=models,
        sources=tuple(path for path in (Path(opening.name),) if path.is_file()),
        cage=built.sort,
        minimise=minimise,
    )
    if not as_json:
        print(f"ludex: {built.told}", file=sys.stderr)
    values = mark_all(task, people, jobs=jobs or os.cpu_count() or 1, out=out, tell=line.bar)
    line.clear()
    title = marking.title or f"ludex grade {opening.name}"
    many = submissions is not None
    if out is not None:
        write_reports(out, values, title)
    lines = table.class_lines(values) if many else table.program_lines(values[0])
    show(values if many else values[0], lines, as_json=as_json)
    if out is not None and not as_json:
        print(f"written to {out}: index.html, marks.csv, junit.xml", file=sys.stderr)
    if not all(map(is_accepted, values)):
        raise Exit(1)


def _command(program: str | None, rulebook: str | None, submissions: Path | None) -> str:
    """Return the command of the programs, or the path of the rulebooks."""
    if (program is None) == (rulebook is None):
        raise BadInput("--program 'CMD {in}', or --rulebook FILE.py: what is to be graded?")
    command = program or rulebook or ""
    if ("{submission}" in command) != (submissions is not None):
        raise BadInput("{submission} in the command and --submissions DIR go together")
    return command


def _demand_there(graded: "GradedProgram", rulebook: str | None) -> None:
    if rulebook is None:
        if graded.missing is not None:
            raise BadInput(graded.missing)
    elif not Path(rulebook).is_file():
        raise BadInput(f"{rulebook}: there is no such file")


def _scheme(path: Path | None) -> "Scheme":
    if path is None:
        return Scheme()
    with as_bad_input(NoScheme):
        return read_scheme(path)


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
