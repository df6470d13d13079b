"""The matrix as a table of a terminal, in Markdown, as a page of HTML, and for machines."""

from collections.abc import Sequence

from ludex.kernel import AnyGame
from ludex.language.document import document_of
from ludex.language.rulebook.markup import markdown_row
from ludex.language.templates import render
from ludex.study.requirements.links import LinkKind, RequirementLink
from ludex.study.requirements.matrix import LastResult, TracedRequirement
from ludex.study.requirements.outcomes import UnmentionedOutcomes

Shown = tuple[AnyGame, Sequence[TracedRequirement], UnmentionedOutcomes | None]

HEAD = ("requirement", "text", "implemented by", "tests", "last result")


def render_page(shown: Sequence[Shown], form: str) -> str:
    """Render all matrices on one page, as a `table`, `markdown` or `html`."""
    return render(
        f"study/requirements/page.{form}.j2",
        title="Requirements",
        document_of=document_of,
        shown=shown,
        head=HEAD,
        counted=count_line,
        described=describe_link,
        cells=_cells,
        markdown_row=markdown_row,
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
        parts.append(f"{unmet} that nothing implements")
    return f"{len(rows)} requirements: {', '.join(parts) or 'none'}"


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


def summary(
    game: AnyGame, rows: Sequence[TracedRequirement], silence: UnmentionedOutcomes | None
) -> dict[str, object]:
    """The same as plain values."""
    return {
        "document": game.name,
        "title": document_of(game).title,
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
