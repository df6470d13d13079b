"""Evaluation: run all tests of one program, and explain the first divergences."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ludex.check.why import GuardStanding, why
from ludex.kernel import AnyEvent, Unreadable
from ludex.language.document import document_of
from ludex.language.position import position_line
from ludex.language.transcript import dialect_words
from ludex.sandbox import Isolation, ProcessEnd, RunResult, printable
from ludex.study.grade.comparison import OutputComparison, compare_output
from ludex.study.grade.exam import Oracle, Test
from ludex.study.grade.program import GradedProgram, run_test
from ludex.study.grade.rules import Rule
from ludex.study.grade.tolerances import Tolerance
from ludex.study.grade.verdicts import Divergence, GradedTest, GradeVerdict, GuardClaim

LIMITS = {ProcessEnd.TIME: GradeVerdict.TIME, ProcessEnd.OUTPUT: GradeVerdict.OUTPUT}


class Grader(Protocol):
    """Grades programs: by a game's scripts, as filters, or as models."""

    @property
    def isolation(self) -> Isolation:
        """Return the isolation of the programs."""

    def grade(self, program: GradedProgram, tests: Sequence[Test]) -> list[GradedTest]:
        """Run every test of one program."""

    def known(self, tests: Sequence[Test]) -> Mapping[str, Rule]:
        """Return the rules that tests show, by key."""


@dataclass(frozen=True, slots=True)
class ScriptGrader:
    """Grades programs that run scripts, by the oracle and the tolerated differences."""

    oracle: Oracle
    isolation: Isolation
    granted: frozenset[Tolerance] = frozenset()

    def grade(self, program: GradedProgram, tests: Sequence[Test]) -> list[GradedTest]:
        """Run every test of one program; explain the divergences at the end."""
        runs = []
        for test in tests:
            run, output = run_test(program, test, self.isolation)
            found = compare_output(test, output, self.granted)
            one = judge_run(program, run, output, found)
            named = replace(one, test=test.name, hidden=test.hidden)
            runs.append((test, found, named))
        seen = rules_kept([(test, found) for test, found, _ in runs])
        return [
            replace(one, divergence=self.divergence(test, found, seen)) if not found.same else one
            for test, found, one in runs
        ]

    def known(self, tests: Sequence[Test]) -> Mapping[str, Rule]:
        """Return the rules that tests show, by key."""
        return self.oracle.known(tests)

    def divergence(
        self, test: Test, found: OutputComparison, seen: Collection[str] = ()
    ) -> Divergence:
        """Explain where a program first departs from the oracle.

        `seen` are rules that the program keeps in other steps; they are considered last.
        """
        oracle, step = self.oracle, test.steps[found.step]
        event = oracle.game.read(step.event) if step.event is not None else None
        state: Any = oracle.before(test, found.step)
        drawn = (document_of(oracle.game).text or oracle.game.text)(state)
        divergence = Divergence(
            test=test.name,
            line=found.line,
            number=found.step,
            event=step.event,
            told="the text before the first event",
            expected=found.expected,
            found=found.found,
            before=drawn if step.event is not None else "",
            position=position_line(oracle.game, state) if step.event is not None else "",
            script=tuple(one.event for one in test.steps[1 : found.step + 1] if one.event),
        )
        if event is None or isinstance(event, Unreadable):
            return divergence
        claim, sentence = self._claim(state, event, found)
        key = _find_rule(step.rules, claim, event.name, seen)
        if key is not None and key.startswith("->"):
            sentence = self._ending(state, event)
        if key is None:
            return divergence
        rule = oracle.rules[key]
        return replace(
            divergence,
            rule=key,
            told=rule.description,
            code=rule.code,
            sentence=sentence,
            requirement=rule.requirement,
            claim=claim,
        )

    def _ending(self, s: Any, event: AnyEvent) -> str:  # noqa: ANN401  # of any game
        """Return how the game ends by an event."""
        ended = self.oracle.game.outcome(event.apply(s))
        return "" if ended is None else str(ended.text)

    def _claim(
        self,
        s: Any,  # noqa: ANN401  # of any game
        event: AnyEvent,
        found: OutputComparison,
    ) -> tuple[GuardClaim | None, str]:
        """Return the other guard by which the program refuses, if it does; and the oracle's words."""
        game, dialect = self.oracle.game, self.oracle.dialect
        theirs = "".join(found.found)
        if event.of_history:
            return None, type(event).sentence()
        about = why(game, s, event)
        sentence = (
            dialect_words(game, about.refusal.text, dialect)
            if about.refusal is not None
            else type(event).sentence()
        )
        for guard in about.guards:
            words = dialect_words(game, guard.reason, dialect) if guard.reason else ""
            is_other = about.refusal is None or guard.number != about.refusal.guard
            if words and is_other and words != sentence and words in theirs:
                holds = guard.standing is GuardStanding.HELD
                return GuardClaim(guard.number, guard.code, words, holds), sentence
        return None, sentence


def judge_run(
    program: GradedProgram, run: RunResult, output: bytes, found: OutputComparison
) -> GradedTest:
    """Return the result of a run, without its explanation."""
    detail = ""
    is_failure = run.ended is ProcessEnd.BY_ITSELF and run.code and not program.any_status
    if run.ended in LIMITS:
        given = LIMITS[run.ended]
    elif run.ended in (ProcessEnd.NOT_STARTED, ProcessEnd.MEMORY):
        given, detail = GradeVerdict.CRASH, run.description
    elif run.ended is ProcessEnd.BY_SIGNAL or is_failure:
        given, detail = GradeVerdict.CRASH, _last_words(run)
    elif found.same:
        given = GradeVerdict.ACCEPTED
    elif not output:
        given = GradeVerdict.SILENT
    else:
        given = GradeVerdict.PRESENTATION if found.presentation else GradeVerdict.WRONG
    return GradedTest("", given, detail, step=None if found.same else found.step)


def _last_words(run: RunResult) -> str:
    """Return how a run ended, and the last line that it printed about it."""
    lines = run.err.decode(errors="backslashreplace").strip().splitlines()
    last = printable(lines[-1][:200]).strip() if lines else ""
    return f"{run.description}: {last}" if last else run.description


def rules_kept(runs: Iterable[tuple[Test, OutputComparison]]) -> set[str]:
    """Return the rules that a program keeps in the steps before a first divergence."""
    seen: set[str] = set()
    for test, found in runs:
        end = len(test.steps) if found.same else found.step
        for step in test.steps[:end]:
            seen.update(step.rules)
    return seen


def _find_rule(
    keys: Sequence[str], claim: GuardClaim | None, event: str, seen: Collection[str]
) -> str | None:
    """The rule that decides: a pair whose order is wrong, else the first not kept elsewhere."""
    if claim is not None:
        pair = next(
            (k for k in keys if k.startswith(f"{event}:") and k.endswith(f"<{claim.guard}")),
            None,
        )
        if pair is not None:
            return pair
    alone = [key for key in keys if "<" not in key] or [*keys]
    doubtful = [key for key in alone if key not in seen]
    return next(iter(doubtful or alone), None)
