"""Reports of the coverage: in words, for machines, and for JUnit."""

from collections.abc import Iterator
from typing import NamedTuple

from ludex.language.templates import render_lines
from ludex.study.coverage.meter import MetObligations
from ludex.study.coverage.obligations import (
    EventSuccess,
    GuardOrder,
    Obligation,
    Refused,
    RowEffect,
)
from ludex.study.coverage.survey import Survey
from ludex.study.coverage.tables import Tables
from ludex.study.junit import JUnitCase, junit_report

SHOWN = 8
"""Obligations that are named where many are missing."""

SORTS = {
    "events": (EventSuccess, "have happened"),
    "guards": (Refused, "have refused an event"),
    "pairs": (GuardOrder, "that can fail together were tested"),
}


class ObligationCount(NamedTuple):
    """The number of obligations of one sort, and the missing ones."""

    sort: str
    total: int
    missing: tuple[Obligation, ...]

    @property
    def met(self) -> int:
        """The number of those that were met."""
        return self.total - len(self.missing)


def count_obligations(
    found: MetObligations, known: Survey, *, beyond: bool
) -> list[ObligationCount]:
    """The obligations of every sort: of the source's events, or of the others."""
    every = known.reachable(beyond=beyond)
    # What the survey did not see and a script did, can be met all the same.
    seen = [
        one
        for one in found.met
        if not isinstance(one, GuardOrder | RowEffect)
        and one not in known.witness
        and known.catalogue.is_beyond(one) is beyond
    ]
    made = []
    for sort, (cls, _) in SORTS.items():
        those = [one for one in (*every, *seen) if isinstance(one, cls)]
        missing = tuple(one for one in those if one not in found.met)
        made.append(ObligationCount(sort, len(those), missing))
    return made


def count_rows(found: MetObligations, tables: Tables) -> ObligationCount:
    """The rows of the tables."""
    rows = [RowEffect(row) for row in tables.whole]
    return ObligationCount("rows", len(rows), tuple(r for r in rows if r not in found.met))


# -- in words -----------------------------------------------------------------------------------


def report_lines(found: MetObligations, known: Survey, tables: Tables | None) -> list[str]:
    """Return the report line by line."""
    return render_lines(
        "study/coverage/report.txt.j2",
        found=found,
        known=known,
        tables=tables,
        sorts=SORTS,
        shown=SHOWN,
        counts=count_obligations(found, known, beyond=False),
        beyond=count_obligations(found, known, beyond=True),
        rows=tables and count_rows(found, tables),
        unreachable=unreachable_lines(known, found),
    )


def unreachable_lines(known: Survey, found: MetObligations | None = None) -> Iterator[str]:
    """Yield lines about the obligations that cannot be met, or were not, and how far that is known."""
    following = known.following()
    if following:
        pairs = "pair is" if len(following) == 1 else "pairs are"
        why = "the second guard follows from it"
        yield f"{'':12}{len(following)} more {pairs} tested by each refusal of the first guard: {why}"
    unmet = [one for one in known.unmet() if not found or one not in found.met]
    for word, proved in (("unreachable", True), ("not met", False)):
        those = [one for one in unmet if known.is_proved(one) is proved]
        for i, one in enumerate(those[:SHOWN]):
            yield f"{'' if i else word:12}{known.catalogue.describe(one)}"
        if len(those) > SHOWN:
            yield f"{'':12}and {len(those) - SHOWN} more"


# -- for machines -------------------------------------------------------------------------------


def summary(found: MetObligations, known: Survey, tables: Tables | None) -> dict[str, object]:
    """Everything as plain values."""
    describe = known.catalogue.describe
    unmet = [one for one in known.unmet() if one not in found.met]
    value: dict[str, object] = {
        "scripts": found.scripts,
        "events": found.events,
        "refused": found.refused,
        "looked_at": known.covers,
        "everything": known.everything,
        "unreachable": [describe(one) for one in unmet if known.is_proved(one)],
        "not_met": [describe(one) for one in unmet if not known.is_proved(one)],
        "following": [describe(one) for one in known.following()],
    }
    for name, beyond in (("covered", False), ("beyond_the_source", True)):
        value[name] = {
            count.sort: _count(known, count)
            for count in count_obligations(found, known, beyond=beyond)
        }
    if tables is not None:
        count = count_rows(found, tables)
        value["rows"] = {
            "total": count.total,
            "met": count.met,
            "missing": [str(one.row) for one in count.missing if isinstance(one, RowEffect)],
            "left_out": tables.large,
        }
    return value


def _count(known: Survey, count: ObligationCount) -> dict[str, object]:
    return {
        "total": count.total,
        "met": count.met,
        "missing": [
            {
                "what": known.catalogue.describe(one),
                "script": [str(event) for event in known.witness.get(one, ())],
            }
            for one in count.missing
        ],
    }


SUITES = {EventSuccess: "happened", Refused: "refused", GuardOrder: "together", RowEffect: "used"}
"""The classes of a JUnit report, by kind of obligation."""


def junit(found: MetObligations, known: Survey, tables: Tables | None) -> str:
    """Report each obligation as a test: passed, failed, or skipped where it cannot be met."""
    every: list[Obligation] = [
        one
        for beyond in (False, True)
        for count in count_obligations(found, known, beyond=beyond)
        for one in known.reachable(beyond=beyond)
        if isinstance(one, SORTS[count.sort][0])
    ]
    if tables is not None:
        every += [RowEffect(row) for row in tables.whole]
    cases = []
    for one in (*every, *(one for one in known.unmet() if one not in found.met)):
        kind, name = SUITES[type(one)], known.catalogue.describe(one)
        if one in found.met:
            script, number = found.first[one]
            cases.append(JUnitCase(kind, name, f"{script}, event {number}"))
        elif one in every:
            text = "\n".join(map(str, known.witness.get(one, ())))
            cases.append(JUnitCase(kind, name, text, failure="no script does this"))
        else:
            how = "proved unreachable" if known.is_proved(one) else "not met so far"
            cases.append(JUnitCase(kind, name, skipped=how))
    return junit_report({f"ludex cover {known.catalogue.game.name}": cases})
