"""Reports of the findings in a document, in words and for machines."""

from collections.abc import Iterator
from dataclasses import asdict

from ludex.language.templates import render_lines
from ludex.study.documents.difference import RoutineDifference, compare_calls
from ludex.study.documents.names import check_names
from ludex.study.documents.record import DocumentFinding, WrittenDocument
from ludex.study.documents.trial import run_trials

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
        yield "compared with the intended meaning", found


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


def report_lines(written: WrittenDocument, found: list[Section]) -> list[str]:
    """Return the report of `ludex check --as-written`."""
    lines = render_lines("study/documents/report.txt.j2", title=written.title, found=found)
    return [*lines, *written.appendix()]


def difference_lines(difference: RoutineDifference, *, tested: bool) -> list[str]:
    """Return one difference, for `ludex diff`."""
    return render_lines("study/documents/difference.txt.j2", one=difference, tested=tested)


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
