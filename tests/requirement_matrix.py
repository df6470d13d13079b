"""What the matrix of a game's requirements lacks."""

from collections.abc import Iterator, Sequence

from ludex.study.requirements.markers import MarkedTest
from ludex.study.requirements.matrix import TracedRequirement


def complaints(rows: Sequence[TracedRequirement], marks: Sequence[MarkedTest]) -> Iterator[str]:
    """What a matrix lacks: nothing answers, a name of nothing, no test, a mark for nothing."""
    for row in rows:
        if not row.links:
            yield f"{row.name}: nothing answers for it"
        for link in row.missing:
            yield f"{row.name}: {link.name}: {link.why}"
        for code in row.unknown_errata:
            yield f"{row.name}: there is no erratum {code}"
        if not row.tests:
            yield f"{row.name}: no test is marked with it"
    seen: set[str] = set()
    for row in rows:
        if row.name in seen:
            yield f"{row.name}: there are two of that name"
        seen.add(row.name)
    games = {row.game for row in rows}
    for mark in marks:
        game = mark.names.partition(".")[0]
        if game in games and not any(mark.means(row.game, row.requirement.code) for row in rows):
            yield f"{mark.test}: there is no requirement {mark.names}"
