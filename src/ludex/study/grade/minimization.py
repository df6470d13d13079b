"""Minimising: from a script on which a program fails to one of which nothing can be left out."""

from collections.abc import Callable

from ludex.kernel import AnyEvent, Unreadable
from ludex.study.grade.comparison import compare_output
from ludex.study.grade.evaluation import ScriptGrader, judge_run
from ludex.study.grade.exam import Test
from ludex.study.grade.program import GradedProgram, run_test
from ludex.study.grade.verdicts import Divergence, GradeVerdict

TRIES = 120
"""Runs of a program for one script, at most."""

Events = tuple[AnyEvent, ...]


def minimise(judge: ScriptGrader, program: GradedProgram, found: Divergence) -> tuple[str, ...]:
    """A script that breaks the same rule, and none of whose events can be left out."""
    game = judge.oracle.game
    read = [game.read(word) for word in found.script]
    events = tuple(event for event in read if not isinstance(event, Unreadable))

    def fails(some: Events) -> bool:
        test = judge.oracle.test_of("smaller", some)
        return _breaks(judge, program, test, found.rule)

    return tuple(map(str, _drop_parts(events, fails)))


def _breaks(judge: ScriptGrader, program: GradedProgram, test: Test, rule: str) -> bool:
    run, output = run_test(program, test, judge.isolation)
    compare = compare_output(test, output, judge.granted)
    if judge_run(program, run, output, compare).verdict is GradeVerdict.ACCEPTED:
        return False
    return not compare.same and (
        judge.divergence(test, compare).rule == rule or compare.step == len(test.steps) - 1
    )


def _drop_parts(events: Events, fails: Callable[[Events], bool]) -> Events:
    """Yield the script without halves, quarters, and at last single events, as long as it fails."""
    tries = 0
    size = len(events) // 2
    while size and tries < TRIES:
        begin = 0
        while begin < len(events) and tries < TRIES:
            fewer = events[:begin] + events[begin + size :]
            tries += 1
            if fewer and fails(fewer):
                events = fewer
            else:
                begin += size
        size = size // 2 if size > 1 or len(events) < 2 else 0
    return events
