"""The matrix: requirement, what answers for it, its tests, how they last went."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from ludex.kernel import AnyGame
from ludex.language.document import Erratum, Requirement, document_of
from ludex.study.requirements.links import LinkKind, Names, RequirementLink, find_links
from ludex.study.requirements.markers import MarkedTest
from ludex.study.requirements.pytest_plugin import Results


class LastResult(StrEnum):
    """The last result of a test, or of the tests of a requirement together."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOT_RUN = "not run here"


class TracedRequirement(NamedTuple):
    """A requirement with its implementation, tests and errata."""

    game: str
    requirement: Requirement
    links: tuple[RequirementLink, ...]
    errata: tuple[str, ...]
    """The errata that it names, and those at its place."""

    known_errata: frozenset[str]
    """All requirements of its document."""

    tests: Mapping[str, LastResult]

    @property
    def name(self) -> str:
        """Its name in the marks of tests."""
        return f"{self.game}.{self.requirement.code}"

    @property
    def missing(self) -> tuple[RequirementLink, ...]:
        """Unknown names."""
        return tuple(link for link in self.links if link.kind is LinkKind.MISSING)

    @property
    def unknown_errata(self) -> tuple[str, ...]:
        """Unknown errata that it names."""
        return tuple(code for code in self.errata if code not in self.known_errata)

    @property
    def result(self) -> LastResult:
        """The worst result of its tests."""
        found = set(self.tests.values())
        order = (LastResult.FAILED, LastResult.PASSED, LastResult.SKIPPED)
        return next((one for one in order if one in found), LastResult.NOT_RUN)


def trace_requirements(
    game: AnyGame,
    models: Mapping[str, AnyGame],
    marks: Sequence[MarkedTest],
    results: Results,
) -> tuple[TracedRequirement, ...]:
    """The requirements of a game, in the order of its document."""
    names = Names(game, models)
    known = frozenset(erratum.code for erratum in document_of(game).errata)
    return tuple(
        TracedRequirement(
            game.name,
            requirement,
            find_links(requirement, names),
            tuple(errata_of(requirement, document_of(game).errata)),
            known,
            {
                mark.test: _result(results.get(mark.test))
                for mark in marks
                if mark.means(game.name, requirement.code)
            },
        )
        for requirement in document_of(game).requirements
    )


def errata_of(requirement: Requirement, errata: Sequence[Erratum]) -> Iterator[str]:
    """The errata that a requirement names, then those that stand in its very place."""
    yield from requirement.errata
    for erratum in errata:
        if erratum.code not in requirement.errata and _is_at(requirement.code, erratum.place):
            yield erratum.code


def _is_at(code: str, place: str) -> bool:
    """Does a place name this requirement? `Deck: swap` names `Deck.swap`, `Board, R4` names R4."""
    module, dot, rest = code.partition(".")
    where, colon, names = place.partition(":")
    if dot:
        routine = rest.partition(".")[0]
        return bool(colon) and module == where and routine in re.findall(r"\w+", names)
    # A name of a document, and no word of everyday English.
    return bool(re.search(r"[A-Z0-9_]", code)) and code in re.findall(r"\w+", place)


def _result(counts: Mapping[str, Any] | None) -> LastResult:
    if counts is None:
        return LastResult.NOT_RUN
    if counts.get("failed"):
        return LastResult.FAILED
    return LastResult.PASSED if counts.get("passed") else LastResult.SKIPPED
