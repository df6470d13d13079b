"""Reports of the findings in a document, in words and for machines."""

from collections.abc import Iterator
from dataclasses import asdict

from ludex.study.documents.difference import RoutineDifference, compare_calls
from ludex.study.documents.names import check_names
from ludex.study.documents.trial import run_trials
from ludex.study.documents.written import DocumentFinding, WrittenDocument

Section = tuple[str, list[DocumentFinding]]
"""A heading, and what was found under it."""


def sections(written: WrittenDocument) -> Iterator[Section]:
    """Everything that a machine finds in a document, in the order in which it is looked for."""
    remarks = [*written.remarks()]
    if remarks:
        yield "the document itself", remarks
    for module in written.modules:
        names = [*check_names(module)]
        if names:
            yield f"{module.name}, by reading it", names
        for trial, found in run_trials(module):
            yield f"{module.name}, {trial.title}", found
    found = [one for difference in differences(written) for one in _differing(difference)]
    if written.comparisons:
        yield "against what is meant", found


def differences(written: WrittenDocument) -> Iterator[RoutineDifference]:
    """Each routine beside the rulebook."""
    for comparison in written.comparisons:
        yield compare_calls(comparison, written.tests)


def _differing(difference: RoutineDifference) -> Iterator[DocumentFinding]:
    for sort, case in difference.smallest.items():
        number = f"{difference.counts[sort]:,} of {difference.calls:,} calls"
        problem = (
            f"{difference.reading}: {number} are {sort.value}; the smallest: {case.position}: "
            f"{case.call} is {case.written}; meant: {case.meant}"
        )
        yield DocumentFinding("difference", difference.name, problem)


# -- in words -------------------------------------------------------------------------------


def report_lines(written: WrittenDocument, found: list[Section]) -> Iterator[str]:
    """The report of `ludex check --as-written`."""
    yield f"As written: {written.title}."
    for heading, some in found:
        yield ""
        yield f"{heading}:"
        yield from (line for one in some for line in _finding_lines(one))
        if not some:
            yield "  nothing new"
    number = sum(len(some) for _, some in found)
    yield ""
    yield f"{number} finding{'s' * (number != 1)}"


def _finding_lines(one: DocumentFinding) -> Iterator[str]:
    yield f"  {one.kind:<14}{one.place}: {one.problem}"
    if len(one.script) > 1:
        shown = one.script if len(one.script) <= LONG else (*one.script[:3], "…")
        yield f"  {'':<14}script, {len(one.script)} calls: {' '.join(shown)}"


LONG = 8
"""Calls of a script that are printed."""


def difference_lines(difference: RoutineDifference, *, tested: bool) -> Iterator[str]:
    """One difference, for `ludex diff`."""
    yield f"{difference.name}, {difference.reading}"
    yield f"  universe    {difference.calls:,} calls: {difference.universe}"
    if not difference.differing:
        yield "  same        no call is answered differently"
        return
    for sort, case in difference.smallest.items():
        yield f"  {difference.counts[sort]:>6,}      {sort.value}"
        yield f"              smallest  {case.position}: {case.call}"
        yield f"              written   {case.written}"
        yield f"              meant     {case.meant}"
    if tested:
        noticed = ", ".join(difference.noticed_by) or "none of the document's tests"
        yield f"  noticed by  {noticed}"


# -- for machines ---------------------------------------------------------------------------


def summary(found: list[Section]) -> list[dict[str, object]]:
    """The same as plain values."""
    return [
        {"trial": heading, **asdict(one), "script": list(one.script)}
        for heading, some in found
        for one in some
    ]


def difference_record(difference: RoutineDifference) -> dict[str, object]:
    """A difference as plain values."""
    return {
        "routine": difference.name,
        "reading": difference.reading,
        "universe": difference.universe,
        "calls": difference.calls,
        "differing": difference.differing,
        "sorts": {
            sort.name.lower(): {
                "calls": difference.counts[sort],
                "smallest": asdict(difference.smallest[sort]),
            }
            for sort in difference.smallest
        },
        "noticed_by": list(difference.noticed_by),
    }
