"""The marking scheme: what it can say, and what it cannot."""

import re
from itertools import permutations
from pathlib import Path

import pytest

from ludex.study.grade.exam import ExamStep, Test
from ludex.study.grade.marks import RuleStanding, mark_program
from ludex.study.grade.rules import Rule
from ludex.study.grade.scheme import NoScheme, Scheme, read_scheme
from ludex.study.grade.tolerances import Tolerance
from ludex.study.grade.verdicts import Divergence, GradedTest, GradeVerdict
from playing import ROOT


def scheme(text: str, folder: Path) -> Scheme:
    path = folder / "scheme.toml"
    path.write_text(text)
    return read_scheme(path)


def test_the_scheme_of_the_page_can_be_read(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "grading.md").read_text()
    (shown,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    found = scheme(shown, tmp_path)
    assert (found.title, found.points) == ("Lab 3", 100.0)
    assert found.tolerate == {Tolerance.FINAL_NEWLINE}
    assert found.of_rule(Rule("a:1", "guards", "", "blocked")) == 3 * 4
    assert (found.of_test("at01.txt"), found.of_test("other")) == (2, 1)
    assert found.hides("generated-001.txt")
    assert not found.hides("at01.txt")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("points = 0", "more than 0"),
        ("points = 'many'", "points cannot be 'many'"),
        ("marks = 1", "no 'marks'; there are: title"),
        ("[weights]\ngards = 1", "no 'gards'; there are: guards"),
        ("[weights]\nguards = 0", "nothing counts"),
        ("[rules]\nblocked = -1", "blocked cannot be -1"),
        ("presentation = 2", "from 0 to 1"),
        ("partly = 2", "partly is a share, from 0 to 1"),
        ("tolerate = ['all']", "no 'all'; there are: trailing-blanks"),
        ("points =", "Invalid value"),
        ("points = inf", "no more than 1,000,000,000"),
        ("points = nan", "points must be more than 0"),
        (f"points = 1{'0' * 400}", "no more than 1,000,000,000"),
        (f"points = 1{'0' * 5000}", "Exceeds the limit"),
        (f"title = 0x{'f' * 9000}", "title cannot be so large"),
        (f"[rules]\nblocked = 0x{'f' * 9000}", "blocked cannot be so large"),
        ("[tests]\nat1 = 1e999", "at1 cannot be inf"),
        ("[weights]\nguards = nan", "guards cannot be nan"),
        ("presentation = nan", "from 0 to 1"),
        (f"title = {'[' * 9000}", "too deep"),
        (f"title = {'{a=' * 9000}", "too deep"),
        (f"a.{'b.' * 90_000}c = 1", "too deep"),
        (f"# {'x' * 1_000_000}", "no more than 1,000,000 letters"),
    ],
)
def test_what_is_no_scheme_is_told(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(NoScheme, match=re.escape(told)):
        scheme(text, tmp_path)


RULES = {
    key: Rule(key, sort, key)
    for key, sort in (("go", "effects"), ("go:1", "guards"), ("go:2", "guards"))
}
TEST = Test(
    "t", "", (ExamStep(None, "0"), ExamStep("go", "1", ("go",)), ExamStep("go", "2", ("go:1",)), ExamStep("go", "3", ("go:2",)))
)  # fmt: skip


def diverged(rule: str) -> Divergence:
    empty: tuple[str, ...] = ()
    return Divergence("t", 1, 2, "go", rule, "", "", "", "", empty, empty, "", "", empty)


def test_a_rule_is_kept_broken_or_not_seen() -> None:
    judged = GradedTest("t", GradeVerdict.WRONG, step=2, divergence=diverged("go:1"))
    found = mark_program(Scheme(), RULES, [TEST], [judged])
    assert {one.rule.key: one.standing for one in found.marks} == {
        "go": RuleStanding.KEPT,
        "go:1": RuleStanding.BROKEN,
        "go:2": RuleStanding.UNSEEN,
    }
    assert found.points == round(100 * 0.5 * 3 / (3 + 4), 2)  # one effect of 3, one guard of 4


def test_what_is_right_but_for_blanks_has_its_share() -> None:
    judged = GradedTest("t", GradeVerdict.PRESENTATION, step=0, divergence=diverged("go"))
    assert mark_program(Scheme(presentation=0.25), RULES, [TEST], [judged]).points == 25.0


def test_what_comes_after_the_first_difference_is_neutral_and_the_points_are_a_sum() -> None:
    judged = [
        GradedTest("right", GradeVerdict.ACCEPTED),
        GradedTest("wrong", GradeVerdict.WRONG, step=2, divergence=diverged("go:1")),
    ]
    found = mark_program(Scheme(), RULES, [TEST, TEST], judged)
    assert found.shares == (1.0, 0.5 * 3 / 7)
    assert found.points == round(sum(found.shares) * 50, 2)


def test_one_of_eleven_tests_gives_few_points_however_many_rules_are_kept() -> None:
    judged = [GradedTest("right", GradeVerdict.ACCEPTED)] + 10 * [
        GradedTest("wrong", GradeVerdict.WRONG, step=2, divergence=diverged("go:1"))
    ]
    assert mark_program(Scheme(), RULES, [TEST] * 11, judged).points < 60


def test_marks_do_not_depend_on_the_order_of_the_tests() -> None:
    """A rule has the best share that a test gives it, whichever comes first or last."""
    judged = [
        GradedTest("blanks", GradeVerdict.PRESENTATION, step=0, divergence=diverged("go")),
        GradedTest("wrong", GradeVerdict.WRONG, step=2, divergence=diverged("go:1")),
        GradedTest("crash", GradeVerdict.CRASH, step=0),
    ]
    for order in permutations(judged):
        found = mark_program(Scheme(presentation=0.25), RULES, [TEST] * 3, order)
        assert {mark.rule.key: (mark.standing, mark.share) for mark in found.marks} == {
            "go": (RuleStanding.KEPT, 1.0),
            "go:1": (RuleStanding.BROKEN, 0.0),
            "go:2": (RuleStanding.KEPT, 0.25),
        }
