"""The rulebook as a page, printed in the colours of what scripts cover of it."""

from ludex.language.templates import render
from ludex.study.coverage.meter import MetObligations
from ludex.study.coverage.obligations import (
    EventSuccess,
    GuardOrder,
    Obligation,
    Refused,
    RowEffect,
)
from ludex.study.coverage.report import report_lines
from ludex.study.coverage.survey import Survey
from ludex.study.coverage.tables import Tables, key_text


def render_page(found: MetObligations, known: Survey, tables: Tables | None) -> str:
    """Render the events, their guards, which of two guards comes first, and the tables."""

    def colour(one: Obligation) -> str:
        if one in found.met and (not isinstance(one, GuardOrder) or known.can(one)):
            return "met"
        if known.can(one):
            return "missing"
        return "follows" if one in known.witness else "never"

    catalogue = known.catalogue
    rows: dict[str, list[dict[str, object]]] = {}
    for row in tables.whole if tables else ():
        label = " ".join(map(key_text, row.path))
        met = RowEffect(row) in found.met
        rows.setdefault(row.table, []).append({"label": label, "met": met})
    return render(
        "study/coverage/page.html.j2",
        title=catalogue.game.title,
        words="\n".join(report_lines(found, known, tables)),
        catalogue=catalogue,
        happened=EventSuccess,
        tables=rows,
        found=found,
        colour=colour,
        times=lambda one: f"{found.met[one]:,}",
        refused=Refused,
        together=GuardOrder,
    )
