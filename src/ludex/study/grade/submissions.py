"""Grade many submissions in parallel, each of them once.

Each result is stored in its file at once, with a digest of everything that it depends on; when the
class is graded again, unchanged results are read from there. A program outside the submissions is
always run, because its files are not known. The order of the work does not matter: each submission
is graded alone, and reported in the order of the names.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import file_digest, sha256
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

from ludex.check.processes import Opening, Worker, worker_processes
from ludex.language.script_check import Dialect
from ludex.sandbox import choose_isolation, printable
from ludex.sandbox.copies import MOST_BYTES, MOST_FILES
from ludex.study.grade.build import NotBuilt, built
from ludex.study.grade.evaluation import Grader, ScriptGrader
from ludex.study.grade.exam import Oracle, Test
from ludex.study.grade.filters import FilterGrader, find_filter
from ludex.study.grade.marks import mark_program
from ludex.study.grade.minimization import minimise
from ludex.study.grade.models import ModelGrader, ModelStart
from ludex.study.grade.program import GradedProgram
from ludex.study.grade.records import Record, record
from ludex.study.grade.scheme import Scheme
from ludex.study.grade.verdicts import GradedTest, GradeVerdict

KEPT = "marked.json"
REPORTS = ("index.html", "marks.csv", "junit.xml", "moodle.csv", "canvas.csv")
"""The files about the whole class, next to the folders of submissions."""

UNMARKED = "it cannot be marked: "
"""The first words of the reason for missing marks; such a result is not stored."""

VERSION = 3
"""The version of stored results; results of another version are ignored."""


class Submission(NamedTuple):
    """A file or folder that a student has submitted."""

    name: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class GradingTask:
    """Everything needed to grade a submission, in any process."""

    opening: Opening
    dialect: Dialect
    tests: tuple[Test, ...]
    program: GradedProgram
    scheme: Scheme
    granted: frozenset[Any]
    filter: str = ""
    """The name of the filter that programs implement; empty if they run scripts."""

    models: ModelStart | None = None
    """The start of the game, if submissions are rulebooks instead of programs."""

    sources: tuple[Path, ...] = ()
    """The file of the oracle's rulebook, if it is a file."""

    sandbox: str = "auto"
    minimise: bool = False
    build: str = ""
    """The command that builds a submission, in its folder."""

    def digest(self, submission: Submission) -> str:
        """Return a digest of everything that the marks depend on."""
        program = replace(self.program, submission=submission.path)
        parts = [
            str(VERSION),
            submission.name,
            repr(replace(self.program, submission="", home="")),
            repr(replace(self.scheme, deadline=None, roster=())),
            repr(sorted(self.granted)),
            repr(self.tests),
            self.dialect.value,
            self.filter,
            repr(self.models),
            repr(self.minimise),
            self.build,
        ]
        made = sha256("\0".join(parts).encode(errors="surrogateescape"))
        handed_in = files_of(Path(submission.path)) if submission.path else []
        for path in (*self.sources, *program.files, *handed_in):
            made.update(f"\0{path.name}\0".encode(errors="surrogateescape"))
            with suppress(OSError), path.open("rb") as file:
                made.update(file_digest(file, "sha256").digest())
        return made.hexdigest()


class NoSubmission(Exception):
    """A file or folder that is not graded, or not stored; the text gives the reason."""


def files_of(path: Path) -> list[Path]:
    """Return the plain files of a submission, in order; NoSubmission says that it is too large."""
    found: list[Path] = []
    waiting, count, size = [path], 0, 0
    while waiting:
        one = waiting.pop()
        count += 1
        if one.is_symlink():
            continue
        if one.is_dir():
            waiting += map(Path, os.scandir(one))
        elif one.is_file():
            found.append(one)
            size += one.stat().st_size
        if count > MOST_FILES or size > MOST_BYTES:
            raise NoSubmission("it is too large to be read whole")
    return sorted(found)


def mark_submission(judge: Grader, task: GradingTask, submission: Submission) -> Record:
    """Grade one submission; its errors do not affect other submissions."""
    program = replace(task.program, submission=submission.path)
    try:
        if submission.path and Path(submission.path).is_symlink():
            raise NoSubmission("a link is not a submission")  # it is told below
        with built(task.build, program, judge.isolation) as ready:
            judged = judge.grade(ready, task.tests)
            if isinstance(judge, ScriptGrader) and task.minimise:
                judged = [_minimised(judge, ready, one) for one in judged]
    except NotBuilt as problem:
        judged = _crashed(task, str(problem))
    except Exception as problem:
        if not submission.path:  # there is nobody else
            raise
        name = "" if isinstance(problem, NoSubmission) else f"{type(problem).__name__}: "
        return unmarked(judge, task, submission, f"{name}{problem}")
    return _marked(judge, task, submission, judged)


def unmarked(judge: Grader, task: GradingTask, submission: Submission, problem: str) -> Record:
    """Return the record of a submission that could not be marked."""
    return _marked(judge, task, submission, _crashed(task, f"{UNMARKED}{problem}"))


def _crashed(task: GradingTask, detail: str) -> list[GradedTest]:
    """Every test of a program that never ran."""
    message = printable(detail[:300])
    return [
        GradedTest(test.name, GradeVerdict.CRASH, message, step=0, hidden=test.hidden)
        for test in task.tests
    ]


def _marked(
    judge: Grader, task: GradingTask, submission: Submission, judged: list[GradedTest]
) -> Record:
    found = mark_program(task.scheme, judge.known(task.tests), task.tests, judged)
    return record(submission.name, task.tests, judged, found, task.scheme)


def _minimised(judge: ScriptGrader, program: GradedProgram, one: GradedTest) -> GradedTest:
    if one.divergence is None or not one.divergence.script:
        return one
    return replace(one, smallest=minimise(judge, program, one.divergence))


def make_grader(task: GradingTask, stage: Callable[[str], object] = str) -> Grader:
    """Return the judge of a task, in any process; `stage` receives its progress."""
    game, start = task.opening()
    if task.filter:
        return FilterGrader(
            find_filter(game, task.filter), choose_isolation(task.sandbox), task.granted
        )
    oracle = Oracle(game, start, task.dialect)
    if task.models is not None:
        isolation = choose_isolation(task.sandbox)
        return ModelGrader(oracle, isolation, task.models, task.granted, stage)
    for test in task.tests:  # so that all rules that they show are known by name
        for _ in oracle.steps(
            event for step in test.steps if (event := _event(oracle, step.event))
        ):
            pass
    return ScriptGrader(oracle, choose_isolation(task.sandbox), task.granted)


def _event(oracle: Oracle, text: str | None) -> Any:  # noqa: ANN401  # an event, or none
    return oracle.game.read(text) if text else None


def mark_all(
    task: GradingTask,
    submissions: Sequence[Submission],
    *,
    jobs: int = 1,
    out: Path | None = None,
    tell: Callable[[int, int], None] = lambda _done, _of: None,
    stage: Callable[[str], object] = str,
) -> list[Record]:
    """Yield the records of all submissions, in order; stored ones are not made again."""
    found: dict[int, Record] = {}
    digests: dict[int, str] = {}
    for i, one in enumerate(submissions):
        with suppress(NoSubmission, OSError):  # it is told when it is marked
            if one.path:
                digests[i] = task.digest(one)
    for i, digest in digests.items():
        stored = _read_stored(out, submissions[i], digest)
        if stored is not None:
            found[i] = stored
    left = [i for i in range(len(submissions)) if i not in found]
    tell(len(found), len(submissions))
    for i, value in _mark_each(task, submissions, left, jobs, stage):
        found[i] = value
        if i in digests and not any(UNMARKED in one["detail"] for one in value["results"]):
            _store(out, submissions[i], digests[i], value)
        tell(len(found), len(submissions))
    return [found[i] for i in range(len(submissions))]


def _mark_each(
    task: GradingTask,
    submissions: Sequence[Submission],
    left: list[int],
    jobs: int,
    stage: Callable[[str], object],
) -> Iterator[tuple[int, Record]]:
    if jobs <= 1 or len(left) <= 1:
        judge = make_grader(task, stage) if left else None
        for i in left:
            assert judge is not None
            yield i, mark_submission(judge, task, submissions[i])
        return
    waiting = left[::-1]
    while waiting:  # again only when all processes were lost
        with worker_processes(min(jobs, len(waiting)), _work, task) as workers:
            busy: dict[int, int] = {}
            idle = [*range(len(workers))]
            while busy or (idle and waiting):
                while idle and waiting:
                    worker = idle.pop()
                    busy[worker] = waiting.pop()
                    with suppress(ChildProcessError):  # it is told when it is to answer
                        workers[worker].send(submissions[busy[worker]])
                for worker in _ready(workers, busy):
                    i = busy.pop(worker)
                    try:
                        value: Record = workers[worker].receive()
                    except ChildProcessError as lost:
                        value = unmarked(make_grader(task), task, submissions[i], str(lost))
                    else:
                        idle.append(worker)
                    yield i, value


def _ready(workers: list[Worker], busy: dict[int, int]) -> list[int]:
    ready = wait([workers[worker].line for worker in busy])
    return [worker for worker in busy if workers[worker].line in ready]


def _work(line: "Connection[Record, Submission]", task: GradingTask) -> None:
    """Mark what we are sent until the other end hangs up."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # folders are removed then
    judge = make_grader(task)
    with suppress(EOFError, OSError):
        while True:
            line.send(mark_submission(judge, task, line.recv()))


def folder_of(out: Path, submission: str) -> Path:
    """Return the folder for the files about a submission."""
    return out / (f"{submission}-submission" if submission in REPORTS else submission)


def _read_stored(out: Path | None, submission: Submission, digest: str) -> Record | None:
    if out is None:
        return None
    try:
        value = json.loads((folder_of(out, submission.name) / KEPT).read_text())
    except (OSError, ValueError):
        return None
    if not isinstance(value, dict) or value.get("digest") != digest:
        return None
    stored = value.get("record")
    return stored if isinstance(stored, dict) else None


def _store(out: Path | None, submission: Submission, digest: str, value: Record) -> None:
    if out is None:
        return
    folder = folder_of(out, submission.name)
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{KEPT}"
    text = json.dumps({"digest": digest, "record": value}, indent=1)
    part.write_text(text, encoding="utf-8", errors="backslashreplace")
    part.replace(folder / KEPT)
