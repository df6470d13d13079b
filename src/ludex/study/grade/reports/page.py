"""A page for each submission, and one for the class."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ludex.language.templates import render
from ludex.sandbox import printable
from ludex.study.grade.reports.table import alike_lines, most_broken, reason_lines
from ludex.study.grade.submissions import folder_of

COLOURS = {
    "accepted": "good",
    "kept": "good",
    "presentation only": "half",
    "not seen": "unseen",
}


def render_submission(value: Mapping[str, Any], title: str) -> str:
    """Render the page that is returned to the student."""
    return render(
        "study/grade/reports/submission.html.j2",
        title=f"{title}: {printable(value['name'])}",
        value=value,
        colours=COLOURS,
        reasons=reason_lines,
        side_by_side=zip_longest,
    )


def render_class(values: Sequence[Mapping[str, Any]], title: str) -> str:
    """Render the page of the class: all marks, and the rules with the most errors."""
    return render(
        "study/grade/reports/class.html.j2",
        title=title,
        values=values,
        wrong=most_broken(values),
        alike=[*alike_lines(values)],
        printable=printable,
        link=lambda name: quote(folder_of(Path(), name).name),
    )
