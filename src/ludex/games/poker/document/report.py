"""The findings on a reading, for people and for machines."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from . import lint
from .lint import Contradiction, Entailment
from .readings import LITERAL, AxiomReading


class Findings(NamedTuple):
    """The answers to all questions about a reading."""

    reading: AxiomReading
    vacuous: tuple[str, ...]
    contradictions: tuple[Contradiction, ...]
    dead: tuple[str, ...]
    """Asked only of axioms that have a model: from a contradiction everything follows."""

    facts: Mapping[str, Entailment]
    """The same."""

    @property
    def unexpected(self) -> dict[str, Entailment]:
        """Return what everybody expects and the axioms do not say."""
        return {k: v for k, v in self.facts.items() if v is not Entailment.ENTAILED}

    def record(self) -> dict[str, object]:
        """All of it as plain values."""
        return {
            "reading": self.reading.name,
            "vacuous": list(self.vacuous),
            "contradictions": [
                {"deck": str(one.deck), "core": list(one.core)} for one in self.contradictions
            ],
            "dead": list(self.dead),
            "facts": {fact: str(said) for fact, said in self.facts.items()},
        }

    def lines(self) -> Iterator[str]:
        """All of it in words."""
        yield _title(self.reading)
        if self.vacuous:
            yield from _listed("say nothing: they hold for all functions", self.vacuous)
        for one in self.contradictions:
            yield f"  no model on the deck {one.deck}: {_and(one.core)}"
        if self.dead:
            yield from _listed("have a premise that is never true", self.dead)
        for fact, verdict in self.unexpected.items():
            yield f"  {verdict}: {fact}"
        if not (self.vacuous or self.contradictions or self.dead or self.unexpected):
            yield "  every question has the answer that is expected"


def _title(reading: AxiomReading) -> str:
    if reading is LITERAL:
        return "literal: the 32 axioms as they are written"
    last = reading.repairs[-1]
    codes = ", ".join(last.mends)
    return f"{reading.name}: {last.sentence} ({codes})"


def _listed(what: str, names: tuple[str, ...]) -> Iterator[str]:
    yield f"  {len(names)} {what}:"
    yield f"      {', '.join(names)}"


def _and(names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return f"{names[0]} cannot be"
    return f"{', '.join(names[:-1])} and {names[-1]} contradict each other"


@cache
def findings(reading: AxiomReading) -> Findings:
    """All questions, asked of a reading."""
    contradictions = tuple(lint.causes(reading))
    return Findings(
        reading,
        lint.vacuous(reading),
        contradictions,
        () if contradictions else lint.dead(reading),
        {} if contradictions else lint.facts(reading),
    )
