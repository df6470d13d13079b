"""Marks: the rules that a program keeps, and their points."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from ludex.study.grade.exam import Test
from ludex.study.grade.rules import SORTS, Rule, sorted_by_sort
from ludex.study.grade.scheme import TESTS, Scheme, worth
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
    """The part of the marks for it, from 0 to 1."""


class Marks(NamedTuple):
    """The marks of a program."""

    marks: tuple[RuleMark, ...]
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
        end = len(test.steps) if one.step is None or is_mere else one.step
        share = scheme.presentation if is_mere else 1.0
        for step in test.steps[:end]:
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
    return Marks(tuple(made), _points(scheme, made, judged))


def _points(scheme: Scheme, made: Sequence[RuleMark], judged: Sequence[GradedTest]) -> float:
    """The points: every sort has its weight, if there is anything of it."""
    got = total = 0.0
    for sort in SORTS:
        mine = [(one.share, scheme.of_rule(one.rule)) for one in made if one.rule.sort == sort]
        got, total = _added(got, total, scheme.weights.get(sort, 0.0), mine)
    whole = [(worth(scheme, one.verdict), scheme.of_test(one.test)) for one in judged]
    # Where no rule is known, such as those of a filter, the tests are what counts.
    weight = scheme.weights.get(TESTS, 0.0) or (0.0 if total else 1.0)
    got, total = _added(got, total, weight, whole)
    return round(scheme.points * got / total, 2) if total else 0.0


def _added(
    got: float, total: float, weight: float, shares: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    full = sum(count for _, count in shares)
    if not full or not weight:
        return got, total
    return got + weight * sum(s * c for s, c in shares) / full, total + weight
