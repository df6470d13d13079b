"""Traceability: every requirement of the documents, what answers for it, and its tests."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from book.games import plain
from book.tables import cards
from ludex.cli.commands.study.requirements import models_of
from ludex.kernel import Game
from ludex.language.document import document_of
from ludex.study.requirements import trace_requirements
from ludex.study.requirements.markers import find_marks
from ludex.study.requirements.matrix import LastResult, TracedRequirement
from ludex.study.requirements.pytest_plugin import read_results

ROOT: Final = Path(__file__).parents[2]


def write_traceability(file: Path, games: Iterable[Game[Any]]) -> None:
    """One table for each document."""
    lines = [
        "# Traceability\n",
        (
            "This page lists every requirement of the documents, with the guards, properties and "
            "functions that implement it and the tests that verify it. "
            "[`ludex requirements`](requirements.md) also prints the last test results and the "
            "outcomes that no requirement mentions.\n"
        ),
    ]
    marks = find_marks(ROOT / "tests", ROOT)
    results = read_results(ROOT / ".requirements.json")
    for game in games:
        if not document_of(game).requirements:
            continue
        rows = trace_requirements(game, models_of(game), marks, results)
        lines += [
            f"## {plain(game.title)}\n",
            f"{plain(document_of(game).title)}. {_counted(rows)}\n",
            _table(rows),
        ]
    file.write_text("\n".join(lines))


def _counted(rows: Sequence[TracedRequirement]) -> str:
    tested = sum(bool(row.tests) for row in rows)
    return f"{len(rows)} requirements, {tested} of them with tests."


def _code(name: str) -> str:
    """A long name that may be broken between its words, and nowhere else."""
    words = escape(name).replace("_", "_<wbr>").replace(".", ".<wbr>")
    return f"<code>{words}</code>"


def _table(rows: Sequence[TracedRequirement]) -> str:
    """With how the tests last went, where any of them was run here."""
    was_run = any(row.result is not LastResult.NOT_RUN for row in rows)
    head = ("requirement", "text", "implemented by", "tests", "last result")
    shown = ((f"{row.name}".lower(), _cells(row)) for row in rows)
    if was_run:
        return cards("traced", head, shown)
    return cards("traced", head[:-1], ((name, cells[:-1]) for name, cells in shown))


def _cells(row: TracedRequirement) -> tuple[str, ...]:
    place = row.requirement.place
    where = f"<br><small>{escape(place)}</small>" if place else ""
    return (
        f"<b>{escape(row.requirement.code)}</b>{where}",
        escape(row.requirement.says),
        "<br>".join(_code(link.name) for link in row.links),
        "<br>".join(_code(test.rpartition("::")[2]) for test in row.tests),
        row.result.value,
    )
