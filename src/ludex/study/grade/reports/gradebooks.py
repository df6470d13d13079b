"""Grades as Moodle and Canvas import them: a line for each student of the roster."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludex.study.grade.reports.table import summary_line
from ludex.study.grade.roster import Student

Record = Mapping[str, Any]


def moodle_csv(students: Sequence[Student], marked: Mapping[Student, Record], title: str) -> str:
    """Return the grades and a line of feedback; who has handed in nothing has none."""
    rows = [["Full name", "Username", "ID number", "Email address", title, "Feedback comments"]]
    for one in students:
        value = marked.get(one)
        cells = ["", ""] if value is None else [f"{value['points']:g}", summary_line(value)]
        rows.append([one.name, one.username, one.number, one.email, *cells])
    return _csv(rows)


def canvas_csv(
    students: Sequence[Student], marked: Mapping[Student, Record], title: str, of: float
) -> str:
    """Return the grades under the columns of Canvas's grade book."""
    rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", title]]
    rows.append(["    Points Possible", "", "", "", "", f"{of:g}"])
    for one in students:
        value = marked.get(one)
        points = "" if value is None else f"{value['points']:g}"
        rows.append([one.name, one.number, one.sis, one.username, one.section, points])
    return _csv(rows)


def _csv(rows: Iterable[Sequence[str]]) -> str:
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows([[*map(plain_cell, row)] for row in rows])
    return made.getvalue()


def plain_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
