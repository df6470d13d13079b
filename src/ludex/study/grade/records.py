"""Records: the results of a submission as plain values, which all reports are written from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ludex.sandbox import printable
from ludex.study.grade.exam import Test
from ludex.study.grade.marks import Marks, RuleStanding
from ludex.study.grade.scheme import Scheme
from ludex.study.grade.verdicts import GradedTest, GradeVerdict

Record = dict[str, Any]

CONCEALED = ("expected", "found", "before", "position", "script", "sentence")
"""The fields of a hidden test that are not told: only its subject is."""


def record(
    name: str,
    tests: Sequence[Test],
    judged: Sequence[GradedTest],
    found: Marks,
    scheme: Scheme,
) -> Record:
    """Everything about one submission; of hidden tests only what they are about."""
    results = [
        _result(i, one, scheme, share)
        for i, (one, share) in enumerate(zip(judged, found.shares, strict=True), start=1)
    ]
    verdicts = Counter(str(one.verdict) for one in judged)
    first = next((one["divergence"] for one in results if one["divergence"]), None)
    return {
        "name": name,
        "tests": len(tests),
        "accepted": verdicts[GradeVerdict.ACCEPTED],
        "verdicts": {str(v): verdicts[v] for v in GradeVerdict if verdicts[v]},
        "first_divergence": first,
        "points": found.points,
        "of": scheme.points,
        "rules": {str(s): sum(m.standing is s for m in found.marks) for s in RuleStanding},
        "results": results,
        "marks": [
            {
                "key": mark.rule.key,
                "sort": mark.rule.sort,
                "told": mark.rule.description,
                "code": mark.rule.code,
                "requirement": mark.rule.requirement,
                "standing": str(mark.standing),
                "share": mark.share,
            }
            for mark in found.marks
        ],
    }


def _result(number: int, one: GradedTest, scheme: Scheme, share: float) -> Record:
    name = f"hidden test {number}" if one.hidden else one.test
    divergence = None if one.divergence is None else one.divergence.record()
    smallest = None if one.smallest is None else [*one.smallest]
    if one.hidden and divergence is not None:
        divergence = conceal(divergence, name)
        smallest = None
    return {
        "test": name,
        "verdict": str(one.verdict),
        "detail": "" if one.hidden else printable(one.detail),
        "hidden": one.hidden,
        "share": round(share, 6),
        "weight": scheme.of_test(one.test),
        "divergence": divergence,
        "smallest": smallest,
    }


def conceal(value: Mapping[str, Any], name: str) -> Record:
    """A divergence of a hidden test: the rule, and nothing of the script."""
    record: Record = {**value, "test": name, "line": 0, "number": 0, "claim": None}
    for key in CONCEALED:
        record[key] = [] if isinstance(value[key], (list, tuple)) else ""
    record["event"] = (value["event"] or "").partition("(")[0] or None
    return record


def is_accepted(value: Mapping[str, Any]) -> bool:
    """Is every test accepted?"""
    return bool(value["tests"] == value["accepted"])
