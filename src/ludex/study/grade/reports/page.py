"""A page for each submission, and one for the class."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from ludex.study.grade.reports.table import most_broken, reasons
from ludex.study.grade.submissions import folder_of

PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>%(title)s</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 64rem;
  padding: 0 1rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .3rem; }
table { border-collapse: collapse; margin: .4rem 0; }
td, th { padding: .15rem .6rem; text-align: left; vertical-align: top; border: 1px solid #ccc; }
pre { background: #f4f4f4; padding: .6rem; overflow: auto; border-radius: 6px; margin: .3rem 0; }
.good { background: #d8efd3; } .bad { background: #f8d3d0; } .unseen { background: #e4e4e4; }
.half { background: #fbeec2; } .sides td { font: 13px/1.35 monospace; white-space: pre; }
.bar { background: #f8d3d0; height: .7rem; display: inline-block; }
</style>
<h1>%(title)s</h1>
%(body)s
</html>
"""

COLOURS: Final = {
    "accepted": "good", "kept": "good", "presentation only": "half", "not seen": "unseen"
}  # fmt: skip


def of_submission(value: Mapping[str, Any], title: str) -> str:
    """The page that is given back to whoever has handed it in."""
    body = [
        (
            f"<p>{value['accepted']} of {value['tests']} tests accepted, "
            f"<b>{value['points']:g} of {value['of']:g} points</b>.</p>"
        ),
        *_tests(value),
        *_rules(value),
    ]
    return _page(f"{title}: {value['name']}", body)


def _page(title: str, body: Sequence[str]) -> str:
    return PAGE % {"title": escape(title), "body": "\n".join(body)}


def _colour(word: str) -> str:
    return COLOURS.get(word, "bad")


def _tests(value: Mapping[str, Any]) -> Iterator[str]:
    yield "<h2>Tests</h2><table><tr><th>test<th>verdict</tr>"
    for one in value["results"]:
        detail = f": {escape(one['detail'])}" if one["detail"] else ""
        yield (
            f'<tr class="{_colour(one["verdict"])}"><td>{escape(one["test"])}'
            f"<td>{one['verdict']}{detail}</tr>"
        )
    yield "</table>"
    for one in value["results"]:
        if one["divergence"]:
            yield from _divergence(one)


def _divergence(one: Mapping[str, Any]) -> Iterator[str]:
    told = one["divergence"]
    yield f"<h2>{escape(one['test'])}: {one['verdict']}</h2>"
    if told["number"]:
        yield (
            f"<p>First divergence in line {told['line']}, at event {told['number']}, "
            f"<code>{escape(told['event'])}</code>.</p>"
        )
    elif told["line"]:
        yield f"<p>First divergence in line {told['line']}, before the first event.</p>"
    yield f"<pre>{escape(chr(10).join(reasons(told)))}</pre>"
    if told["before"]:
        yield f"<p>The state before:</p><pre>{escape(told['before'])}</pre>"
    if told["expected"] or told["found"]:
        yield from _sides(told["expected"], told["found"])
    if told["script"]:
        script = escape("\n".join(one["smallest"] or told["script"]))
        word = (
            "The smallest script that shows it"
            if one["smallest"]
            else "The script up to there"
        )
        yield f"<details><summary>{word}</summary><pre>{script}</pre></details>"


def _sides(expected: Sequence[str], found: Sequence[str]) -> Iterator[str]:
    yield '<table class="sides"><tr><th>oracle<th>program</tr>'
    for i in range(max(len(expected), len(found))):
        one = expected[i] if i < len(expected) else None
        other = found[i] if i < len(found) else None
        colour = ' class="bad"' if one != other else ""
        yield f"<tr{colour}><td>{escape(one or '')}<td>{escape(other or '')}</tr>"
    yield "</table>"


def _rules(value: Mapping[str, Any]) -> Iterator[str]:
    if not value["marks"]:
        return
    yield "<h2>Rules</h2><table><tr><th>sort<th>rule<th>the document<th></tr>"
    for mark in value["marks"]:
        yield (
            f'<tr class="{_colour(mark["standing"])}"><td>{mark["sort"]}'
            f"<td>{escape(mark['told'])}<td>{escape(mark['requirement'])}"
            f"<td>{mark['standing']}</tr>"
        )
    yield "</table>"


def of_class(values: Sequence[Mapping[str, Any]], title: str) -> str:
    """The page of the whole class: who, and which rules most got wrong."""
    body = ["<table><tr><th>submission<th>accepted<th>points<th>verdicts</tr>"]
    for value in values:
        whole = value["tests"] == value["accepted"]
        verdicts = ", ".join(
            f"{count} {word}" for word, count in value["verdicts"].items()
        )
        name = escape(value["name"])
        link = quote(folder_of(Path(), value["name"]).name)
        body.append(
            f'<tr class="{"good" if whole else "bad"}"><td><a href="{link}/page.html">{name}</a>'
            f"<td>{value['accepted']} of {value['tests']}<td>{value['points']:g}<td>{verdicts}</tr>"
        )
    body.append("</table>")
    wrong = most_broken(values)
    if wrong:
        body.append("<h2>Rules that most got wrong</h2><table>")
        for told, count in wrong:
            wide = 200 * count // len(values)
            body.append(
                f'<tr><td>{count}<td><span class="bar" style="width:{wide}px"></span>'
                f"<td>{escape(told)}</tr>"
            )
        body.append("</table>")
    return _page(title, body)
