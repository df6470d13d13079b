"""Where the oracle prints nothing, and where whole tests count for nothing."""

import pytest

from ludex.study.grade.comparison import compare_output
from ludex.study.grade.exam import ExamStep, Test
from ludex.study.grade.marks import mark_program
from ludex.study.grade.rules import Rule
from ludex.study.grade.scheme import TESTS, Scheme
from ludex.study.grade.verdicts import GradedTest, GradeVerdict

SILENT = Test("t", "", (ExamStep(None, ""), ExamStep(None, "")))


def test_where_nothing_is_wanted_the_first_line_is_too_many() -> None:
    assert compare_output(SILENT, b"").same
    found = compare_output(SILENT, b"hello\n")
    assert (found.same, found.step, found.line) == (False, 0, 1)
    assert (found.expected, found.found) == ((), ("hello\n",))


@pytest.mark.parametrize(
    ("weights", "points"),
    [({"guards": 1.0}, 100.0), ({"guards": 1.0, TESTS: 1.0}, 50.0), ({}, 0.0)],
)
def test_tests_count_where_they_have_a_weight_or_nothing_else_counts(
    weights: dict[str, float], points: float
) -> None:
    test = Test("t", "", (ExamStep("go", "1", ("go:1",)), ExamStep("go", "2")))
    judged = GradedTest("t", GradeVerdict.WRONG, step=1)
    rules = {"go:1": Rule("go:1", "guards", "go:1")}
    found = mark_program(Scheme(weights=weights), rules, [test], [judged])
    assert found.points == points
