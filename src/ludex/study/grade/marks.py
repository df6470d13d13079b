"""Marks: the rules that a program keeps, and the points of its tests.

1. Every test is worth the same, unless the scheme says otherwise, and the points are the sum of the
   points of the tests.
2. A test that is right gives all of its points.
3. One that differs gives half of them at most: the share of the rules shown up to the difference
   that the program keeps in all tests.
4. What comes after the first difference counts neither for nor against.
5. So marks do not depend on the order of the tests, and a mistake costs a part of the tests that
   show it, and nothing else.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from ludex.study.grade.exam import ExamStep, Test
from ludex.study.grade.rules import Rule, sorted_by_sort
from ludex.study.grade.scheme import Scheme
from ludex.study.grade.verdicts import GradedTest, GradeVerdict


class RuleStanding(StrEnum):
    """The standing of a program with a rule."""

    KEPT = "kept"
    BROKEN = "broken"
    UNSEEN = "not seen"
    """The standing of a rule where the program had gone wrong before every test that shows it."""


class RuleMark(NamedTuple):
    """One rule of one program."""

    rule: Rule
    standing: RuleStanding
    share: float
    """The part of it that was right, from 0 to 1: less than 1 where only blanks were wrong."""


class Marks(NamedTuple):
    """The marks of a program."""

    marks: tuple[RuleMark, ...]
    shares: tuple[float, ...]
    """Of each test, from 0 to 1."""

    points: float


def mark_program(
    scheme: Scheme,
    rules: Mapping[str, Rule],
    tests: Sequence[Test],
    judged: Sequence[GradedTest],
) -> Marks:
    """Mark a program by what was judged of it."""
    shares: dict[str, float] = {}
    broken: set[str] = set()
    for test, one in zip(tests, judged, strict=True):
        is_mere = one.verdict is GradeVerdict.PRESENTATION
        share = scheme.presentation if is_mere else 1.0
        for step in _compared(test, one):
            for key in step.rules:
                shares[key] = max(share, shares.get(key, 0.0))
        if one.divergence is not None and one.divergence.rule and not is_mere:
            broken.add(one.divergence.rule)
    made = []
    for rule in sorted_by_sort(rules.values()):
        if rule.key in broken:
            made.append(RuleMark(rule, RuleStanding.BROKEN, 0.0))
        elif rule.key in shares:
            made.append(RuleMark(rule, RuleStanding.KEPT, shares[rule.key]))
        else:
            made.append(RuleMark(rule, RuleStanding.UNSEEN, 0.0))
    of_tests = tuple(
        _share(scheme, rules, broken, test, one) for test, one in zip(tests, judged, strict=True)
    )
    weights = [scheme.of_test(one.test) for one in judged]
    got = sum(share * weight for share, weight in zip(of_tests, weights, strict=True))
    points = scheme.points * got / sum(weights) if sum(weights) else 0.0
    return Marks(tuple(made), of_tests, round(points, 2))


def _compared(test: Test, one: GradedTest) -> Sequence[ExamStep]:
    """The steps of a test that are as they should be, before the first that differs."""
    is_whole = one.step is None or one.verdict is GradeVerdict.PRESENTATION
    return test.steps if is_whole else test.steps[: one.step]


def _share(
    scheme: Scheme, rules: Mapping[str, Rule], broken: set[str], test: Test, one: GradedTest
) -> float:
    """The part of its points that a test gives, from 0 to 1."""
    if one.verdict is GradeVerdict.ACCEPTED:
        return 1.0
    if one.verdict is GradeVerdict.PRESENTATION:
        return scheme.presentation
    keys = {key for step in _compared(test, one) for key in step.rules if key in rules}
    wrong = keys & broken
    if one.divergence is not None and one.divergence.rule in rules:
        keys.add(one.divergence.rule)
        wrong.add(one.divergence.rule)
    total = sum(scheme.of_rule(rules[key]) for key in keys)
    points = total - sum(scheme.of_rule(rules[key]) for key in wrong)
    return scheme.partly * points / total if total and keys - wrong else 0.0
