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
from ludex.study.grade.remarks import add_remarks
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
    build: str = "",
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
    """Grade a program against the oracle: verdicts, the first difference, and marks by rule.

    The program can be in any language. It runs on each script in a sandbox: with its own
    folder, with limits, without the network. A sandboxed program sees the programs of the system
    and its own files, but no others. A run is accepted if its output is the output of `ludex
    run`, byte for byte. The report shows the first difference with its event, the rule that
    decides the event, and the state before it. Marks are given for each rule that the program
    implements correctly: guards, the order of two guards, effects and outcomes.

    \b
    ludex grade chess-solitaire --program './lab3 -b {in}' --dialect etf tests/
    ludex grade chess-solitaire --program './lab3 {in} {out}' --generate 20
    ludex grade freecell --program './freecell' --stdin tests/ --minimise
    ludex grade chess-solitaire --program './lab3 -i' --interactive \\
        --dialect etf tests/at1.txt
    ludex grade carcassonne --as play --program ./Play --stdin --generate 50
    ludex grade holdem --as compare --program './compare {in}' pairs.csv
    ludex grade examples/tic_tac_toe.py --rulebook student.py
    ludex grade chess-solitaire --submissions class/ \\
        --program '{submission}/lab3 {in}' --generate 20 --scheme lab3.toml --out marks/

    Verdicts: accepted, presentation only (blanks and newlines), wrong answer, crash, time
    limit, output limit, no output. Exit status: 0 all accepted, 1 not all, 2 bad usage or input.

    Options:
      program (CMD): The command of the program: {in} is the file of the script, {out} the
          file for its output, {submission} the submission.
      rulebook (FILE.py): Instead of a program: a Python rulebook, compared as a model.
      submissions (DIR): Grade each entry of this folder as a submission.
      build (CMD): Build each submission first, in the sandbox and in its own folder: 'make'.
          {submission} is then the folder with the result.
      stdin: Write the script to the standard input of the program.
      interactive: Send one event at a time and wait for the answer.
      prompt (TEXT): The prompt of the program, printed before each event; `->` with
          --dialect etf.
      tolerate: A difference to accept (may be repeated). All other output must match byte for
          byte.
      minimise: Shorten failing scripts until no event can be removed.
      scheme (FILE.toml): The marking scheme; see docs/grading.md.
      out (DIR): The folder for reports: pages, CSV, JUnit, Gradescope. Submissions that it
          already contains are not graded again.
      jobs (1..256): Submissions graded at the same time. The default is one per core.
      any_status: Accept any exit status.
      show_also --show (PATH): Another file or folder that the programs may read (may be
          repeated).
      sandbox: The kind of sandbox. The default is the strongest one available.
      strict: Refuse to run if a protection of the sandbox is missing; see the end of this
          help.
    """
    with as_bad_input(NoScheme):
        marking = read_scheme(scheme) if scheme else Scheme()
    people = handed_in(submissions)
    command = _command(program, rulebook, submissions, build)
    models = None
    line = ProgressLine("ludex grade")
    if rulebook is not None:
        if tests.are_named or tests.filter_name or opening.deal is not None:
            raise BadInput("--rulebook: a model is explored; it excludes TESTS, --as and --deal")
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
        raise BadInput(f"--strict: protections are missing here: {'; '.join(built.gaps)}")
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
        build=build,
    )
    if not as_json:
        tell_user(f"ludex: {built.description}")
    workers = jobs or os.cpu_count() or 1
    values = mark_all(task, people, jobs=workers, out=out, tell=line.bar, stage=line.stage)
    line.clear()
    title = marking.title or f"ludex grade {opening.name}"
    many = submissions is not None
    if many:
        add_remarks(values, people, marking)
    if out is not None:
        write_reports(out, values, marking, title)
    lines = table.class_lines(values) if many else table.program_lines(values[0])
    show(values if many else values[0], lines, as_json=as_json)
    if out is not None and not as_json:
        books = ", moodle.csv, canvas.csv" if marking.roster else ""
        tell_user(f"written to {out}: index.html, marks.csv, junit.xml{books}")
    if not all(map(is_accepted, values)):
        raise Exit(1)


def _command(
    program: str | None, rulebook: str | None, submissions: Path | None, build: str
) -> str:
    """Return the command of the programs, or the path of the rulebooks."""
    if build and submissions is None:
        raise BadInput("--build needs --submissions DIR: it builds submissions")
    if (program is None) == (rulebook is None):
        raise BadInput("--program 'CMD {in}', or --rulebook FILE.py: name what to grade")
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
        raise BadInput("give exactly one of these: {in} in the command, --stdin, or --interactive")
    if interactive and "{out}" in command:
        raise BadInput("--interactive: answers are printed, not written to {out}")


def help_end() -> str:
    """The end of the help: the protections of this machine, each of them tested."""
    built = choose_isolation()
    lines = (
        f"    {'no ' if name in built.missing else 'yes'}  {meaning}"
        for name, meaning in PROTECTIONS.items()
    )
    return "\n".join(("", f"  The sandbox of this machine ({built.sort}):", *lines, ""))
