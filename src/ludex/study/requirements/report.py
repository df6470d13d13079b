"""The matrix in words, in Markdown, and for machines."""

from collections.abc import Iterator, Sequence

from ludex.kernel import AnyGame
from ludex.study.requirements.links import LinkKind, RequirementLink
from ludex.study.requirements.matrix import LastResult, TracedRequirement
from ludex.study.requirements.outcomes import Silence


def report_lines(
    game: AnyGame, rows: Sequence[TracedRequirement], silence: Silence | None
) -> Iterator[str]:
    """Requirement by requirement, for a terminal."""
    yield f"{game.title}: {len(rows)} requirements of {game.document.title or 'nobody'}"
    place = ""
    has_tests = any(row.tests for row in rows)
    for row in rows:
        if row.requirement.place != place:
            place = row.requirement.place
            yield ""
            yield place
        yield f"  {row.requirement.code}: {row.requirement.says}"
        for link in row.links:
            yield f"    {link.kind.value:<11} {describe_link(link)}"
        if row.errata:
            yield f"    {'errata':<11} {', '.join(row.errata)}"
        for test, result in row.tests.items():
            yield f"    {'test':<11} {test}: {result.value}"
        if has_tests and not row.tests:
            yield f"    {'test':<11} none"
    yield ""
    yield count_line(rows)
    if not has_tests:
        yield NO_TESTS
    if silence is not None:
        yield ""
        yield from silence_lines(silence)


NO_TESTS = (
    "There are no tests here: they stand beside the sources. Run this there, or name their folder "
    "with --tests."
)


def describe_link(link: RequirementLink) -> str:
    """A link with its place, or with what is wrong."""
    where = link.why if link.kind is LinkKind.MISSING else link.at
    return f"{link.name} ({where})" if where else link.name


def count_line(rows: Sequence[TracedRequirement]) -> str:
    """Return the number of requirements by result, on one line."""
    by = {result: sum(row.result is result for row in rows) for result in LastResult}
    unmet = sum(not row.links or bool(row.missing) for row in rows)
    parts = [f"{number} {result.value}" for result, number in by.items() if number]
    if unmet:
        parts.append(f"{unmet} that nothing answers for")
    return f"{len(rows)} requirements: {', '.join(parts) or 'none'}"


def silence_lines(silence: Silence) -> Iterator[str]:
    """Yield lines about the outcomes that no requirement speaks of."""
    number = len(silence.unmentioned)
    yield (
        f"Of {silence.met} outcomes of events that were met, no requirement speaks of "
        f"{number}{':' * bool(number)}"
    )
    for one in silence.unmentioned:
        event, outcome = one.pair
        shown = [str(event) for event in one.script]
        text = "; ".join(shown if len(shown) <= LONG else [*shown[:2], "…", shown[-1]])
        yield f"  {event} {outcome}"
        yield f"    {text}"
    if silence.covers:
        yield f"Looked at: {silence.covers}."


LONG = 5
"""Events of a script that are printed."""


# -- Markdown ---------------------------------------------------------------------------------

HEAD = ("requirement", "asks for", "answered by", "tests", "last result")


def markdown_lines(
    game: AnyGame, rows: Sequence[TracedRequirement], silence: Silence | None
) -> Iterator[str]:
    """The matrix as tables, one for each place of the document."""
    yield f"## {game.title}"
    yield ""
    if game.document.title:
        yield f"Of: {game.document.title}."
        yield ""
    place: str | None = None
    for row in rows:
        if row.requirement.place != place:
            place = row.requirement.place
            yield from ("", f"### {place}", "") if place else ("",)
            yield _row(HEAD)
            yield _row(("---",) * len(HEAD))
        yield _row(_cells(row))
    yield ""
    yield f"{count_line(rows)}."
    if silence is not None:
        yield ""
        yield f"### {game.title}: what no requirement speaks of"
        yield ""
        for one in silence.unmentioned:
            yield f"- `{one.pair.event}` {one.pair.outcome}"
        if not silence.unmentioned:
            yield "Nothing that was met."


def _cells(row: TracedRequirement) -> tuple[str, ...]:
    links = [
        f"{link.kind.value} `{link.name}`{f' ({link.why})' if link.why else ''}"
        for link in row.links
    ]
    links += [f"erratum {one}" for one in row.errata]
    tests = [f"`{test.rpartition('/')[2]}`" for test in row.tests]
    return (
        row.requirement.code,
        row.requirement.says,
        "<br>".join(links),
        "<br>".join(tests) or "none",
        row.result.value,
    )


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


# -- for machines -----------------------------------------------------------------------------


def summary(
    game: AnyGame, rows: Sequence[TracedRequirement], silence: Silence | None
) -> dict[str, object]:
    """The same as plain values."""
    return {
        "document": game.name,
        "title": game.document.title,
        "requirements": [_record(row) for row in rows],
        "unmentioned": None
        if silence is None
        else [
            {
                "event": one.pair.event,
                "outcome": one.pair.outcome,
                "script": [str(event) for event in one.script],
            }
            for one in silence.unmentioned
        ],
    }


def _record(row: TracedRequirement) -> dict[str, object]:
    requirement = row.requirement
    return {
        "code": requirement.code,
        "place": requirement.place,
        "says": requirement.says,
        "answered_by": [
            {"kind": link.kind.value, "name": link.name, "at": link.at or None}
            for link in row.links
        ],
        "errata": list(row.errata),
        "tests": [{"test": t, "result": r.value} for t, r in row.tests.items()],
        "result": row.result.value,
    }
