"""The forms of other programs: CSV, JUnit, Gradescope; and all files of a class."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludex.sandbox import printable
from ludex.study.grade.reports import gradebooks, page, table
from ludex.study.grade.roster import match
from ludex.study.grade.scheme import Scheme
from ludex.study.grade.submissions import folder_of
from ludex.study.grade.verdicts import GradeVerdict
from ludex.study.junit import JUnitCase, junit_report

Record = Mapping[str, Any]


def write_reports(out: Path, values: Sequence[Record], scheme: Scheme, title: str) -> None:
    """Write every report into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    if scheme.roster:
        owners = match([value["name"] for value in values], scheme.roster)
        marked = {owners[v["name"]]: v for v in values if v["name"] in owners}
        moodle = gradebooks.moodle_csv(scheme.roster, marked, title)
        _write(out / "moodle.csv", moodle)
        canvas = gradebooks.canvas_csv(scheme.roster, marked, title, scheme.points)
        _write(out / "canvas.csv", canvas)
    _write(out / "index.html", page.render_class(values, title))
    _write(out / "marks.csv", marks_csv(values))
    suites = {value["name"]: _cases(value) for value in values}
    _write(out / "junit.xml", junit_report(suites, is_many=True))
    for value in values:
        folder = folder_of(out, value["name"])
        folder.mkdir(exist_ok=True)
        _write(folder / "page.html", page.render_submission(value, title))
        _write(folder / "results.json", json.dumps(gradescope(value), indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}")
    part.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    part.replace(path)


def marks_csv(values: Sequence[Record]) -> str:
    """A row for each submission: points, verdicts, every rule."""
    keys = [mark["key"] for mark in values[0]["marks"]] if values else []
    more = [name for name in ("student", "late") if values and name in values[0]]
    made = io.StringIO()
    rows = csv.writer(made, lineterminator="\n")
    head = ["submission", *more, "points", "of", "tests"]
    rows.writerow([*head, *map(str, GradeVerdict), *keys])
    for value in values:
        standings = {mark["key"]: mark["standing"] for mark in value["marks"]}
        rows.writerow(
            [
                gradebooks.plain_cell(printable(value["name"])),
                *(gradebooks.plain_cell(value[name]) for name in more),
                f"{value['points']:g}",
                f"{value['of']:g}",
                value["tests"],
                *(value["verdicts"].get(str(verdict), 0) for verdict in GradeVerdict),
                *(standings.get(key, "") for key in keys),
            ]
        )
    return made.getvalue()


def _cases(value: Record) -> list[JUnitCase]:
    return [
        JUnitCase(
            value["name"],
            one["test"],
            "\n".join(_detail_lines(one)),
            failure="" if one["verdict"] == GradeVerdict.ACCEPTED else one["verdict"],
        )
        for one in value["results"]
    ]


def _detail_lines(one: Record) -> Iterator[str]:
    if one["detail"]:
        yield one["detail"]
    if one["divergence"]:
        yield from table.divergence_lines(one["divergence"])


def gradescope(value: Record) -> dict[str, Any]:
    """The results of an autograder, as Gradescope reads them."""
    total = sum(one["weight"] for one in value["results"]) or 1.0
    tests = []
    for one in value["results"]:
        most = value["of"] * one["weight"] / total
        passed = one["verdict"] == GradeVerdict.ACCEPTED
        tests.append(
            {
                "name": one["test"],
                "score": round(most * one["share"], 4),
                "max_score": round(most, 4),
                "status": "passed" if passed else "failed",
                "output": "\n".join((one["verdict"], *_detail_lines(one))),
                "visibility": "visible",
            }
        )
    return {
        "score": round(sum(one["score"] for one in tests), 2),
        "output": table.summary_line(value),
        "stdout_visibility": "hidden",
        "tests": tests,
    }
