"""The matrix as a page of its own, in the colours of the last results."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

from ludex.kernel import Game
from ludex.study.requirements.links import Kind
from ludex.study.requirements.matrix import Result, Traced
from ludex.study.requirements.outcomes import Silence
from ludex.study.requirements.report import HEAD, counted, described

Shown = tuple[Game[Any], Sequence[Traced], Silence[Any] | None]

PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Requirements</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 76rem;
  padding: 0 1rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.2rem; margin: 1.8rem 0 .3rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
table { border-collapse: collapse; width: 100%%; table-layout: fixed; }
td, th { padding: .2rem .5rem; text-align: left; vertical-align: top;
  border: 1px solid #ccc; overflow-wrap: anywhere; }
code { font-size: .85em; } ul { margin: 0; padding-left: 1rem; }
.passed { background: #d8efd3; } .failed, .missing { background: #f8d3d0; }
.skipped { background: #eef3d8; } .not { background: #e4e4e4; color: #555; }
</style>
<h1>Requirements</h1>
%s
</html>
"""


def page(shown: Sequence[Shown]) -> str:
    """All matrices on one page."""
    return PAGE % "\n".join(line for one in shown for line in _game(*one))


def _game(
    game: Game[Any], rows: Sequence[Traced], silence: Silence[Any] | None
) -> Iterator[str]:
    yield f"<h2>{escape(game.title)}</h2>"
    yield f"<p>{escape(game.document.title)}: {escape(counted(rows))}.</p>"
    place: str | None = None
    for row in rows:
        if row.requirement.place != place:
            if place is not None:
                yield "</table>"
            place = row.requirement.place
            yield f"<h3>{escape(place)}</h3>"
            yield "<table><tr>"
            yield "".join(f"<th>{escape(cell)}</th>" for cell in HEAD) + "</tr>"
        yield _row(row)
    if place is not None:
        yield "</table>"
    if silence is not None:
        yield "<h3>What no requirement speaks of</h3><ul>"
        for one in silence.unmentioned:
            event, outcome = map(escape, one.pair)
            yield f"<li><code>{event}</code> {outcome}</li>"
        yield "</ul>"


def _row(row: Traced) -> str:
    links = "".join(
        f"<li class={'missing' if link.kind is Kind.MISSING else 'found'}>{link.kind.value} "
        f"<code>{escape(described(link))}</code></li>"
        for link in row.links
    )
    errata = "".join(f"<li>erratum {escape(one)}</li>" for one in row.errata)
    tests = "".join(f"<li><code>{escape(test)}</code></li>" for test in row.tests)
    look = "not" if row.result is Result.NOT_RUN else row.result.value
    code, says = escape(row.requirement.code), escape(row.requirement.says)
    return (
        f"<tr><td><code>{code}</code></td><td>{says}</td><td><ul>{links}{errata}</ul>"
        f'</td><td><ul>{tests}</ul></td><td class="{look}">{row.result.value}</td></tr>'
    )
