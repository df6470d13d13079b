"""Where the oracle prints nothing, and what a test is worth that differs."""

import pytest

from ludex.study.grade.comparison import compare_output
from ludex.study.grade.exam import ExamStep, Test
from ludex.study.grade.marks import mark_program
from ludex.study.grade.rules import Rule
from ludex.study.grade.scheme import Scheme
from ludex.study.grade.verdicts import GradedTest, GradeVerdict

SILENT = Test("t", "", (ExamStep(None, ""), ExamStep(None, "")))


def test_where_nothing_is_wanted_the_first_line_is_too_many() -> None:
    assert compare_output(SILENT, b"").same
    found = compare_output(SILENT, b"hello\n")
    assert (found.same, found.step, found.line) == (False, 0, 1)
    assert (found.expected, found.found) == ((), ("hello\n",))


@pytest.mark.parametrize(
    ("weights", "partly", "points"),
    [({"guards": 1.0}, 0.5, 50.0), ({"guards": 1.0}, 0.0, 0.0), ({}, 0.5, 0.0)],
)
def test_a_test_that_differs_gives_what_the_rules_before_weigh_and_a_part_at_most(
    weights: dict[str, float], partly: float, points: float
) -> None:
    test = Test("t", "", (ExamStep("go", "1", ("go:1",)), ExamStep("go", "2")))
    judged = GradedTest("t", GradeVerdict.WRONG, step=1)
    rules = {"go:1": Rule("go:1", "guards", "go:1")}
    found = mark_program(Scheme(weights=weights, partly=partly), rules, [test], [judged])
    assert found.points == points
