"""The record of the document: the findings in its axioms, a repair at a time."""

from collections.abc import Iterator

from ludex.study.documents.record import DocumentFinding, WrittenDocument

from .readings import STEPS, AxiomReading
from .report import findings
from .routine_comparison import COMPARISONS, POKER


def remarks() -> Iterator[DocumentFinding]:
    """Return what is wrong with the axioms, each thing where it shows first."""
    seen: set[tuple[str, str]] = set()
    for reading in STEPS[:-1]:
        for one in _of(reading):
            if (one.kind, one.place) not in seen:
                seen.add((one.kind, one.place))
                yield one


def _of(reading: AxiomReading) -> Iterator[DocumentFinding]:
    found = findings(reading)
    after = _after(reading)
    for name in found.vacuous:
        yield DocumentFinding("vacuous", name, f"{after}true for all functions")
    for one in found.contradictions:
        others = ", ".join(one.core)
        problem = f"{after}on the deck {one.deck} there is no model: {others}"
        yield DocumentFinding("contradiction", one.cause, problem)
    for name in found.dead:
        yield DocumentFinding("dead premise", name, f"{after}its premise is never true")
    for fact, verdict in found.unexpected.items():
        place = fact.partition("(")[0]
        yield DocumentFinding(str(verdict), place, f"{after}{fact} is {verdict}")


def _after(reading: AxiomReading) -> str:
    if not reading.repairs:
        return ""
    return f"with {', '.join(repair.name for repair in reading.repairs)} mended, "


WRITTEN = WrittenDocument(
    title="An Event-B Specification of Poker, context Poker",
    modules=(POKER,),
    comparisons=COMPARISONS,
    remarks=remarks,
)
"""On whole hands our functions are compared with the repaired axioms in `refinement`."""
