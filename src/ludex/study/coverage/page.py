"""The rulebook as a page, printed in the colours of what scripts cover of it."""

from collections.abc import Iterator
from html import escape
from typing import Any, Final

from ludex.kernel import Event, declaration
from ludex.study.coverage.measure import Covered
from ludex.study.coverage.obligations import (
    Happened,
    Obligation,
    Refused,
    Together,
    Used,
)
from ludex.study.coverage.report import printed
from ludex.study.coverage.survey import Survey
from ludex.study.coverage.tables import Tables, key_text

PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>%(title)s: what is covered</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 64rem;
  padding: 0 1rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .3rem; }
pre { background: #f4f4f4; padding: .8rem; overflow: auto; border-radius: 6px; }
table { border-collapse: collapse; margin: .4rem 0; }
td, th { padding: .15rem .6rem; text-align: left; vertical-align: top; border: 1px solid #ccc; }
code { font-size: .9em; }
.met { background: #d8efd3; } .missing { background: #f8d3d0; }
.never { background: #e4e4e4; color: #555; } .follows { background: #eef3d8; }
.rows span { display: inline-block; padding: .05rem .4rem; margin: 1px; border-radius: 3px;
  font: 12px monospace; }
.order td, .order th { text-align: center; }
details { margin: .3rem 0; }
</style>
<h1>%(title)s</h1>
<p><span class="met">&nbsp;met&nbsp;</span> <span class="missing">&nbsp;missing&nbsp;</span>
<span class="follows">&nbsp;shown by the first guard alone&nbsp;</span>
<span class="never">&nbsp;cannot be met, or never was&nbsp;</span></p>
<details open><summary>In words</summary><pre>%(words)s</pre></details>
%(body)s
</html>
"""


def page(found: Covered[Any], known: Survey[Any], tables: Tables | None) -> str:
    """The rulebook: its events, their guards, which of two comes first, its tables."""
    body = [*_events(found, known), *_tables(found, tables)]
    return PAGE % {
        "title": escape(known.catalogue.game.title),
        "words": escape("\n".join(printed(found, known, tables))),
        "body": "\n".join(body),
    }


def _colour(found: Covered[Any], known: Survey[Any], one: Obligation) -> str:
    if one in found.met and (not isinstance(one, Together) or known.can(one)):
        return "met"
    if known.can(one):
        return "missing"
    return "follows" if one in known.witness else "never"


def _events(found: Covered[Any], known: Survey[Any]) -> Iterator[str]:
    for cls in known.catalogue.game.events:
        happened = Happened(cls.name)
        colour = _colour(found, known, happened)
        apart = " (not in the document)" if cls.beyond_source else ""
        yield f'<h2 class="{colour}">{escape(declaration(cls))}{apart}</h2>'
        yield f"<p>{escape(cls.sentence())} Happened {found.met[happened]:,} times.</p>"
        yield from _guards(found, known, cls)


def _guards(
    found: Covered[Any], known: Survey[Any], cls: type[Event[Any]]
) -> Iterator[str]:
    rows = known.catalogue.guards[cls.name]
    if not rows:
        return
    yield "<table><tr><th><th>refused, in this order<th>unless<th>line<th>times</tr>"
    for number, row in enumerate(rows, start=1):
        one = Refused(cls.name, number)
        yield (
            f'<tr class="{_colour(found, known, one)}"><td>{number}'
            f"<td>{escape(row.reason)}<td><code>{escape(row.condition)}</code>"
            f"<td>{row.site.line}<td>{found.met[one]:,}</tr>"
        )
    yield "</table>"
    if len(rows) > 1:
        yield from _order(found, known, cls.name, len(rows))


def _order(
    found: Covered[Any], known: Survey[Any], event: str, count: int
) -> Iterator[str]:
    """Which guard speaks where two fail: rows come first."""
    yield '<table class="order"><tr><th>comes before'
    yield "".join(f"<th>{second}" for second in range(2, count + 1)) + "</tr>"
    for first in range(1, count):
        cells = []
        for second in range(2, count + 1):
            if second <= first:
                cells.append("<td>")
                continue
            one = Together(event, first, second)
            times = found.met[one]
            cells.append(f'<td class="{_colour(found, known, one)}">{times or ""}')
        yield f"<tr><th>{first}{''.join(cells)}</tr>"
    yield "</table>"


def _tables(found: Covered[Any], tables: Tables | None) -> Iterator[str]:
    if tables is None or not tables.whole:
        return
    yield "<h2>Data tables</h2><p>A row matters where the transcript would be different without it.</p>"
    for name in tables.value:
        mine = [row for row in tables.whole if row.table == name]
        met = sum(Used(row) in found.met for row in mine)
        yield f"<details><summary>{escape(name)}: {met} of {len(mine)} rows</summary>"
        yield '<p class="rows">'
        for row in mine:
            colour = "met" if Used(row) in found.met else "missing"
            label = " ".join(map(key_text, row.path))
            yield f'<span class="{colour}">{escape(label)}</span>'
        yield "</p></details>"
