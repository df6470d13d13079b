"""`ludex grade GAME --program CMD TESTS…`: another program against the oracle."""

import os
from pathlib import Path
from typing import Literal

from typer import Exit

from ludex.cli.arguments import GameOpening, Json, changes_of, show
from ludex.cli.arguments.grading import Exam, ProgramLimits, TestOptions, handed_in
from ludex.cli.errors import BadInput, as_bad_input, tell_user
from ludex.cli.terminal.progress import ProgressLine
from ludex.language.script_check import Dialect
from ludex.sandbox import choose_isolation
from ludex.sandbox.namespaces import PROTECTIONS
from ludex.study.grade.exam import Test, sources_of
from ludex.study.grade.models import NAME as LOCKSTEP
from ludex.study.grade.models import ModelStart
from ludex.study.grade.program import GradedProgram
from ludex.study.grade.records import is_accepted
from ludex.study.grade.reports import table
from ludex.study.grade.reports.files import write_reports
from ludex.study.grade.scheme import NoScheme, Scheme, read_scheme
from ludex.study.grade.submissions import GradingTask, mark_all
from ludex.study.grade.tolerances import Tolerance


def grade(
    opening: GameOpening,
    tests: TestOptions,
    limits: ProgramLimits,
    *,
    program: str | None = None,
    rulebook: str | None = None,
    submissions: Path | None = None,
    stdin: bool = False,
    interactive: bool = False,
    prompt: str | None = None,
    tolerate: list[Tolerance] | None = None,
    minimise: bool = False,
    scheme: Path | None = None,
    out: Path | None = None,
    jobs: int | None = None,
    any_status: bool = False,
    show_also: list[Path] | None = None,
    sandbox: Literal["auto", "bubblewrap", "namespaces", "bare"] = "auto",
    strict: bool = False,
    as_json: Json = False,
) -> None:
    """Compare a program with the oracle: verdicts, the first divergence, and marks by rule.

    A program in any language is run on each script, in a folder of its own, with limits and
    without the network; it sees the system's programs and its own files, and nothing else. It is
    right if it prints what `ludex run` prints, byte for byte. Where it first departs from that, the
    event, the rule that decides it and the state before are shown. Marks are given for rules that
    are kept: guards, the order of two guards, effects and outcomes.

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

    Options:
      program (CMD): How the program is started: {in} is the script's file, {out} the file it
          must write, {submission} what was handed in.
      rulebook (FILE.py): Instead of a program: a rulebook in Python, compared as a model.
      submissions (DIR): Mark everything in this folder: each entry is a submission.
      stdin: The script comes on standard input.
      interactive: One event at a time, each answered before the next.
      prompt (TEXT): What it prints while it waits for an event; `->` with --dialect etf.
      tolerate: What may differ (may be repeated); everything else must match byte for byte.
      minimise: Shrink failing scripts until nothing can be left out.
      scheme (FILE.toml): The marking scheme; see docs/grading.md.
      out (DIR): Reports: pages, CSV, JUnit, Gradescope. What is there is not marked again.
      jobs (1..256): Submissions marked at once; by default one per core.
      any_status: Any exit status is all right.
      show_also --show (PATH): A file or folder that programs need besides their own (may be
          repeated).
      sandbox: What contains the programs; by default the best there is.
      strict: Run nothing unless every wall stands; see the end of this help.
    """
    with as_bad_input(NoScheme):
        marking = read_scheme(scheme) if scheme else Scheme()
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
        hidden=tuple(
            str(path.absolute())
            for path in (*found.files, submissions, out, scheme)
            if path is not None
        ),
        sources=tuple(map(str, sources_of(opening()[0], opening.name))),
        shown=tuple(str(path.absolute()) for path in show_also or ()),
    )
    if submissions is None:
        _demand_there(graded, rulebook)
    with as_bad_input(ValueError):
        built = choose_isolation(sandbox)
    if strict and built.missing:
        raise BadInput(f"--strict: not every wall stands here; missing: {'; '.join(built.gaps)}")
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
        sandbox=built.sort,
        minimise=minimise,
    )
    if not as_json:
        tell_user(f"ludex: {built.description}")
    values = mark_all(task, people, jobs=jobs or os.cpu_count() or 1, out=out, tell=line.bar)
    line.clear()
    title = marking.title or f"ludex grade {opening.name}"
    many = submissions is not None
    if out is not None:
        write_reports(out, values, title)
    lines = table.class_lines(values) if many else table.program_lines(values[0])
    show(values if many else values[0], lines, as_json=as_json)
    if out is not None and not as_json:
        tell_user(f"written to {out}: index.html, marks.csv, junit.xml")
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


def _demand_way(command: str, *, stdin: bool, interactive: bool) -> None:
    reads = "{in}" in command
    if reads + stdin + interactive != 1:
        raise BadInput(
            "a program is given {in} in its command, or --stdin, or --interactive: one of them"
        )
    if interactive and "{out}" in command:
        raise BadInput("--interactive: answers are printed, not written to {out}")


def help_end() -> str:
    """The end of the help: the walls of this machine, tried and not guessed."""
    built = choose_isolation()
    lines = (
        f"    {'no ' if name in built.missing else 'yes'}  {meaning}"
        for name, meaning in PROTECTIONS.items()
    )
    return "\n".join(("", f"  The walls of this machine ({built.sort}):", *lines, ""))
