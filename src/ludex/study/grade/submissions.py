"""Many submissions, side by side on several processes, and none of them twice.

What came of each is kept in its file as soon as it is known, with a digest of all that it depends
on: what is the same when the class is marked again is taken from there. A program that was not
handed in is always run: nobody knows which files it is made of. The order in which they
are done is of no consequence: each is judged alone, and told in the order of the names.
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
REPORTS = ("index.html", "marks.csv", "junit.xml")
"""The files of the whole class, beside the folders of submissions."""

UNMARKED = "it cannot be marked: "
"""The beginning of the reason why there are no marks; such a result is not stored."""

VERSION = 3
"""The version of stored results: another one is not taken for ours."""


class Submission(NamedTuple):
    """A file or folder that somebody has handed in."""

    name: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class GradingTask:
    """All that is needed to mark a submission, in any process."""

    opening: Opening
    dialect: Dialect
    tests: tuple[Test, ...]
    program: GradedProgram
    scheme: Scheme
    granted: frozenset[Any]
    filter: str = ""
    """The name of the filter that programs are to be; empty where they run scripts."""

    models: ModelStart | None = None
    """The start of the game, where submissions are rulebooks and no programs."""

    sources: tuple[Path, ...] = ()
    """The file of the rulebook, where the oracle's is one."""

    sandbox: str = "auto"
    minimise: bool = False

    def digest(self, submission: Submission) -> str:
        """Return a digest of everything that the marks depend on."""
        program = replace(self.program, submission=submission.path)
        parts = [
            str(VERSION),
            submission.name,
            repr(replace(self.program, submission="", home="")),
            repr(self.scheme),
            repr(sorted(self.granted)),
            repr(self.tests),
            self.dialect.value,
            self.filter,
            repr(self.models),
            repr(self.minimise),
        ]
        made = sha256("\0".join(parts).encode(errors="surrogateescape"))
        handed_in = _files(Path(submission.path)) if submission.path else []
        for path in (*self.sources, *program.files, *handed_in):
            made.update(f"\0{path.name}\0".encode(errors="surrogateescape"))
            with suppress(OSError), path.open("rb") as file:
                made.update(file_digest(file, "sha256").digest())
        return made.hexdigest()


class NoSubmission(Exception):
    """A file or folder that is not marked, or not kept; the text says why."""


def _files(path: Path) -> list[Path]:
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
    """Mark one submission; whatever goes wrong with it is its own affair."""
    program = replace(task.program, submission=submission.path)
    try:
        if submission.path and Path(submission.path).is_symlink():
            raise NoSubmission("a link is no submission")  # noqa: TRY301  # it is told below
        judged = judge.grade(program, task.tests)
        if isinstance(judge, ScriptGrader) and task.minimise:
            judged = [_minimised(judge, program, one) for one in judged]
    except Exception as problem:
        if not submission.path:  # there is nobody else
            raise
        name = "" if isinstance(problem, NoSubmission) else f"{type(problem).__name__}: "
        return unmarked(judge, task, submission, f"{name}{problem}")
    return _marked(judge, task, submission, judged)


def unmarked(judge: Grader, task: GradingTask, submission: Submission, problem: str) -> Record:
    """Return the record of a submission that could not be marked."""
    detail = printable(f"{UNMARKED}{problem}"[:300])
    judged = [
        GradedTest(test.name, GradeVerdict.CRASH, detail, step=0, hidden=test.hidden)
        for test in task.tests
    ]
    return _marked(judge, task, submission, judged)


def _marked(
    judge: Grader, task: GradingTask, submission: Submission, judged: list[GradedTest]
) -> Record:
    found = mark_program(task.scheme, judge.known(task.tests), task.tests, judged)
    return record(submission.name, task.tests, judged, found, task.scheme)


def _minimised(judge: ScriptGrader, program: GradedProgram, one: GradedTest) -> GradedTest:
    if one.divergence is None or not one.divergence.script:
        return one
    return replace(one, smallest=minimise(judge, program, one.divergence))


def make_grader(task: GradingTask) -> Grader:
    """The judge of a task, in whichever process."""
    game, start = task.opening()
    if task.filter:
        return FilterGrader(
            find_filter(game, task.filter), choose_isolation(task.sandbox), task.granted
        )
    oracle = Oracle(game, start, task.dialect)
    if task.models is not None:
        return ModelGrader(oracle, choose_isolation(task.sandbox), task.models, task.granted)
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
) -> list[Record]:
    """The records of all submissions, in their order; those that are kept are not made again."""
    found: dict[int, Record] = {}
    digests: dict[int, str] = {}
    for i, one in enumerate(submissions):
        with suppress(NoSubmission, OSError):  # it is told when it is marked
            if one.path:
                digests[i] = task.digest(one)
    for i, digest in digests.items():
        kept = _read_stored(out, submissions[i], digest)
        if kept is not None:
            found[i] = kept
    left = [i for i in range(len(submissions)) if i not in found]
    tell(len(found), len(submissions))
    for i, value in _mark_each(task, submissions, left, jobs):
        found[i] = value
        if i in digests and not any(UNMARKED in one["detail"] for one in value["results"]):
            _store(out, submissions[i], digests[i], value)
        tell(len(found), len(submissions))
    return [found[i] for i in range(len(submissions))]


def _mark_each(
    task: GradingTask, submissions: Sequence[Submission], left: list[int], jobs: int
) -> Iterator[tuple[int, Record]]:
    if jobs <= 1 or len(left) <= 1:
        judge = make_grader(task) if left else None
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
    kept = value.get("record")
    return kept if isinstance(kept, dict) else None


def _store(out: Path | None, submission: Submission, digest: str, value: Record) -> None:
    if out is None:
        return
    folder = folder_of(out, submission.name)
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{KEPT}"
    text = json.dumps({"digest": digest, "record": value}, ensure_ascii=False, indent=1)
    part.write_text(text, encoding="utf-8", errors="backslashreplace")
    part.replace(folder / KEPT)
