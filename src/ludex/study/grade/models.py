"""Rulebooks as models: ours and another one explored in lockstep, to the nearest difference.

Random games come first, for they reach far at once; then the nearest states in breadth, so that what
is found there is a shortest script; then, where the game is too large for that, the game's suite.
A script that was not found in breadth is made as short as leaving out can make it.
"""

import json
import operator
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from ludex.check.trials import event_pool, some_events
from ludex.kernel import AnyEvent, Dice, History, Query
from ludex.language.transcript import (
    TranscriptEntry,
    entry_text,
    play_event,
    run_script,
)
from ludex.sandbox import (
    Failed,
    Isolation,
    OutputTooLarge,
    SandboxedProcess,
    Site,
    TimedOut,
    printable,
    scratch_folder,
)
from ludex.sandbox.copies import copies_of
from ludex.sandbox.namespaces import belongings, own_folders
from ludex.study.grade.comparison import compare_output
from ludex.study.grade.evaluation import ScriptGrader
from ludex.study.grade.exam import Oracle, Test
from ludex.study.grade.generation import random_walks
from ludex.study.grade.program import GradedProgram
from ludex.study.grade.rules import Rule
from ludex.study.grade.tolerances import Tolerance
from ludex.study.grade.verdicts import Divergence, GradedTest, GradeVerdict
from ludex.study.suites.kept import kept_suite

WAITING = 3
"""A comparison ends when all answers together have taken so many times the seconds for one answer."""

LONGEST = 4 << 20
"""Bytes of a line with answers."""

LISTED = 600
"""Events of a kind that are tried in a state."""

NAME = "lockstep"

SERVE = (
    "import sys; sys.path[:0] = {path!r}; from ludex.study.grade.model_server import main; main()"
)

Way = tuple[AnyEvent, ...]


@dataclass(frozen=True, slots=True)
class LockstepLimits:
    """The extent of a comparison of two rulebooks."""

    questions: int = 150_000
    """The number of events that both are asked in breadth; scripts follow."""

    nearby: int = 20_000
    """The same number if random games have found a difference."""

    walks: int = 120
    length: int = 40
    """The number of random games that come first, and the events of each."""

    suite: bool = True
    """Does the suite of the game come last? To make one may take most of a minute."""


DEFAULT = LockstepLimits()


class ModelLost(Exception):
    """The other rulebook does not answer any more."""

    def __init__(self, verdict: GradeVerdict, detail: str) -> None:
        super().__init__(detail)
        self.verdict = verdict


class ModelStart(NamedTuple):
    """The beginning of a game, as it was asked for."""

    preset: str = ""
    position: str = ""
    options: Mapping[str, str] | None = None


class Model:
    """The other rulebook, in the sandbox."""

    def __init__(self, process: SandboxedProcess) -> None:
        self.process = process
        self.first = ""
        self._seconds_left = WAITING * process.limits.seconds

    @property
    def is_spent(self) -> bool:
        """Have all answers together taken the time of a comparison?"""
        return self._seconds_left <= 0

    def ask(self, at: int, events: Sequence[str]) -> list[dict[str, Any]]:
        """Return its answers to some events in one of its states."""
        process = self.process
        process.write(json.dumps({"at": at, "events": [*events]}).encode() + b"\n")
        begun = time.monotonic()
        try:
            late = begun + process.limits.seconds
            line = process.hear(late, min(LONGEST, process.limits.output))
            self._seconds_left -= time.monotonic() - begun
        except TimedOut:
            raise ModelLost(GradeVerdict.TIME, "it does not answer in time") from None
        except OutputTooLarge:
            raise ModelLost(GradeVerdict.OUTPUT, "it prints too much") from None
        except Failed:
            ended = process.end()
            lines = ended.err.decode(errors="replace").strip().splitlines()
            problem = printable(lines[-1][:300]) if lines else ended.description
            raise ModelLost(GradeVerdict.CRASH, problem) from None
        try:
            answer = json.loads(line)
            self.first = _text(answer["first"])
            answers = [
                {
                    "text": _text(a["text"]),
                    "next": operator.index(a["next"]),
                    "ended": bool(a["ended"]),
                }
                for a in answer["answers"]
            ]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ModelLost(GradeVerdict.CRASH, "its output is not an answer") from None
        if len(answers) != len(events):
            raise ModelLost(GradeVerdict.CRASH, "it does not answer everything")
        return answers

    def transcript(self, events: Sequence[str]) -> tuple[str, bool]:
        """Return its transcript of a script, and whether its game is over then."""
        self.ask(0, [])
        lines, at, ended = [f"{self.first}\n"], 0, False
        for event in events:
            (answer,) = self.ask(at, [event])
            lines.append(f"->{event}\n{answer['text']}\n")
            at, ended = answer["next"], answer["ended"]
        return "".join(lines), ended


def _text(answer: object) -> str:
    """Return a text that can be written; TypeError says that it is none."""
    if not isinstance(answer, str):
        raise TypeError
    return answer.encode(errors="backslashreplace").decode()


@dataclass(frozen=True, slots=True)
class LockstepResult:
    """The extent of a comparison of two rulebooks, and a script on which they differ."""

    states: int
    complete: bool
    script: Way | None = None
    is_shortest: bool = False


def compare(
    oracle: Oracle,
    model: Model,
    limits: LockstepLimits = DEFAULT,
    seed: int = 1,
    tell: Callable[[str], object] = str,
) -> LockstepResult:
    """Explore both in lockstep."""
    model.ask(0, [])
    first = entry_text(next(iter(_entries(oracle, ()))), oracle.dialect)
    if model.first != first:
        return LockstepResult(1, complete=False, script=(), is_shortest=True)
    # Random games reach far at once; the nearest states are searched for a shorter script then.
    far = None
    walks = random_walks(oracle.game, oracle.start, limits.walks, Dice(seed), length=limits.length)
    for number, events in enumerate(walks, start=1):
        if model.is_spent:
            break
        tell(f"compared in {number} random games")
        end = _differs(oracle, model, events)
        if end is not None:
            far = _shorter(oracle, model, events[: end + 1])
            break
    found = _in_breadth(oracle, model, limits.questions if far is None else limits.nearby, tell)
    if found.script is not None or found.complete:
        return found
    if far is not None:
        return replace(found, script=far)
    for script in kept_suite(oracle.game, oracle.start) if limits.suite else ():
        if model.is_spent:
            break
        end = _differs(oracle, model, script)
        if end is not None:
            return replace(found, script=_shorter(oracle, model, script[: end + 1]))
    return found


def _entries(oracle: Oracle, events: Way) -> Iterator[TranscriptEntry]:
    return run_script(History(oracle.game, oracle.start), events)


def _in_breadth(
    oracle: Oracle, model: Model, most: int, tell: Callable[[str], object]
) -> LockstepResult:
    game, dice = oracle.game.unchecked(), Dice(1)
    seen = {(oracle.start, 0)}
    waiting: deque[tuple[Any, int, Way]] = deque([(oracle.start, 0, ())])
    whole = True
    states = count = 0
    while waiting:
        if count >= most or model.is_spent:
            return LockstepResult(states, complete=False)
        state, at, way = waiting.popleft()
        states += 1
        tell(f"compared in {states:,} states, nearest first")
        events, every = _tried(oracle, state, dice)
        whole = whole and every
        count += len(events)
        answers = model.ask(at, [str(event) for event in events])
        for event, answer in zip(events, answers, strict=True):
            entry = play_event(History(game, state), event)
            ended = game.outcome(entry.state) is not None
            if entry_text(entry, oracle.dialect) != answer["text"] or ended != answer["ended"]:
                return LockstepResult(
                    states, complete=False, script=(*way, event), is_shortest=True
                )
            pair = entry.state, answer["next"]
            if entry.refusal is None and not isinstance(event, Query) and pair not in seen:
                seen.add(pair)
                waiting.append((*pair, (*way, event)))
    return LockstepResult(states, complete=whole)


def _tried(oracle: Oracle, state: object, dice: Dice) -> tuple[list[AnyEvent], bool]:
    """The events that are put to both in a state, and whether these are all."""
    made: list[AnyEvent] = []
    whole = True
    for cls in oracle.game.events:
        if cls.beyond_source:
            continue
        every = event_pool(cls, 2)
        if every is None or len(every) > LISTED:
            whole = False
            made += some_events(oracle.game, cls, state, dice, LISTED // 10)
        else:
            made += every
    return made, whole


def _differs(oracle: Oracle, model: Model, events: Way) -> int | None:
    """The first event of a script on which the two differ."""
    at = 0
    for number, entry in enumerate(_entries(oracle, events)):
        if entry.event is None:
            continue
        (answer,) = model.ask(at, [str(entry.event)])
        ended = oracle.game.outcome(entry.state) is not None
        if entry_text(entry, oracle.dialect) != answer["text"] or ended != answer["ended"]:
            return number - 1
        at = answer["next"]
    return None


def _shorter(oracle: Oracle, model: Model, events: Way) -> Way:
    """Remove the events that a difference does not need, one by one."""
    at = len(events) - 2
    while at >= 0:
        fewer = events[:at] + events[at + 1 :]
        end = _differs(oracle, model, fewer)
        if end is not None:
            events = fewer[: end + 1]
        at = min(at - 1, len(events) - 2)
    return events


@dataclass(frozen=True, slots=True)
class ModelGrader:
    """Judges rulebooks: by exploring them beside ours."""

    oracle: Oracle
    isolation: Isolation
    start: ModelStart
    granted: frozenset[Tolerance] = frozenset()
    tell: Callable[[str], object] = str

    def grade(self, program: GradedProgram, tests: Sequence[Test]) -> list[GradedTest]:
        """One rulebook; its command is its file."""
        del tests
        file = program.command.replace("{submission}", program.submission)
        path = Path(program.home, file)
        if not program.submission:  # a link of the teacher's is followed
            path = path.resolve()
        with scratch_folder() as scratch, scratch_folder() as aside:
            scratch.chmod(0o755)
            own = Path(program.submission) if program.submission else belongings(path)
            unseen = {*map(Path, (*program.hidden, *program.sources))} - {path}
            site = Site(
                scratch,
                (own, *map(Path, program.shown), *own_folders()),
                tuple(unseen),
                copies_of((own,), aside, deep=True),
            )
            argv = [
                sys.executable,
                "-I",
                "-c",
                SERVE.format(path=sys.path),
                str(path),
                self.oracle.dialect.value,
                self.start.preset,
                self.start.position,
                json.dumps(self.start.options or {}),
            ]
            seconds = (WAITING + 1) * program.limits.seconds
            limits = replace(program.limits, cpu=max(program.limits.cpu, seconds))
            with SandboxedProcess(argv, site, limits, self.isolation) as process:
                return [self._grade(Model(process))]

    def _grade(self, model: Model) -> GradedTest:
        try:
            found = compare(self.oracle, model, tell=self.tell)
            if found.script is None:
                far = "all states" if found.complete else f"{found.states} states, and scripts"
                return GradedTest(NAME, GradeVerdict.ACCEPTED, f"compared in {far}")
            words = [str(event) for event in found.script]
            transcript, ended = model.transcript(words)
        except ModelLost as lost:
            return GradedTest(NAME, lost.verdict, str(lost), step=0)
        test = self.oracle.test_of(NAME, found.script)
        different = compare_output(test, transcript.encode(), self.granted)
        how = "a shortest script" if found.is_shortest else "a short script"
        by = ScriptGrader(self.oracle, self.isolation, self.granted)
        if different.same:
            divergence = self._of_outcome(test, ended=ended)
        else:
            divergence = by.divergence(test, different)
        detail = f"{how} on which they differ has {len(words)} events"
        return GradedTest(NAME, GradeVerdict.WRONG, detail, step=len(words), divergence=divergence)

    def _of_outcome(self, test: Test, *, ended: bool) -> Divergence:
        """They print the same, but one of them goes on."""
        last = test.steps[-1]
        claim = "the game is over" if not ended else "the game goes on"
        return Divergence(
            test=NAME,
            line=0,
            number=len(test.steps) - 1,
            event=last.event,
            rule=next((key for key in last.rules if key.startswith("->")), ""),
            told=f"{claim} after {last.event}",
            script=tuple(step.event for step in test.steps if step.event),
        )

    def known(self, tests: Sequence[Test]) -> Mapping[str, Rule]:
        """Rules are not counted here: models are the same or they are not."""
        del tests
        return {}
