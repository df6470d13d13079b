"""What the benchmarks keep becomes one table."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from socket import gethostname
from typing import Any

import pytest

from playing import ROOT


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    yield import_module("rows"), import_module("everything")
    for name in ("rows", "everything"):
        sys.modules.pop(name, None)


def test_rows_are_kept_where_a_file_is_named(
    bench: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows, _ = bench
    path = tmp_path / "rows"
    rows.keep("nowhere", "moves/s", 1.0)
    monkeypatch.setenv(rows.KEPT_IN, str(path))
    rows.keep("deals", "deals/s", 300.0, "fc-solve", 150.0)
    rows.keep("solutions", "moves", 90.0, "fc-solve", 117.0, less_is_better=True)
    rows.keep("equity", "ms", 1.0)
    rows.missing("Spin")
    rows.missing("Spin")
    found, absent = rows.kept(path.read_text())
    assert [row.ratio for row in found] == [2.0, 1.3, None]
    assert absent == ["Spin"]


def test_the_page_shows_each_row_with_its_ratio(bench: Any) -> None:
    rows, everything = bench
    text = everything.page(
        [
            rows.Row("deals", "deals/s", 4321.0, "fc-solve", 2000.0),
            rows.Row("equity", "ms", 1.04),
        ],
        ["Spin"],
        on_a_gpu=False,
    )
    assert "| deals | deals/s | 4,320 | fc-solve | 2,000 | 2.2 |" in text
    assert "| equity | ms | 1.04 |  |  |  |" in text
    assert "not installed here: Spin" in text
    assert f"- versions: Python {sys.version.split()[0]}" in text


def test_every_table_of_the_bench_is_run(bench: Any) -> None:
    _, everything = bench
    run = {program for program, *_ in everything.TABLES + everything.ON_A_GPU}
    helping = {"everything.py", "rows.py", "promela.py"}
    # A load on a server, a page in a browser, mutants of guards and the strength of bots have
    # no peer, and take minutes of their own.
    alone = {"web_load.py", "web_moves.py", "web_page.py", "mutants.py"}
    alone |= {
        "levels.py",
        "strength.py",
        "holdem_lbr.py",
        "freecell_cells.py",
        "freecell_census.py",
        "freecell_fewest.py",
        "freecell_unknown.py",
        "rulebooks.py",
    }
    there = {path.name for path in (ROOT / "bench").glob("*.py")}
    assert there == run | helping | alone


def test_the_figures_of_the_readme_are_those_of_the_file() -> None:
    page = " ".join((ROOT / "README.md").read_text().split())
    found = (ROOT / "bench" / "results.md").read_text()
    told = page.partition("it plays hold'em ")[2].partition(" times")[0]
    (row,) = (
        line
        for line in found.splitlines()
        if line.startswith("| holdem one_hand, engine | games/s |") and "| OpenSpiel C++ |" in line
    )
    assert told == row.split("|")[-2].strip()


def test_the_files_of_results_name_no_place_or_host() -> None:
    for name in ("results.md", "results-gpu.md"):
        text = (ROOT / "bench" / name).read_text()
        assert "- date: 20" in text
        assert "- versions: Python " in text
        assert not re.search(r"/(home|root|work|tmp|usr)\b", text)
        assert not gethostname() or gethostname() not in text.split()


def test_the_figures_of_the_book_are_those_of_the_file() -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text()
    found = (ROOT / "bench" / "results-gpu.md").read_text()
    for told, row, figure in (
        (
            "48 billion moves of Chess Solitaire",
            "chess-solitaire eight pieces, engine | moves/s",
            48e9,
        ),
        ("77 million hands of hold'em", "holdem one_hand, engine | games/s", 77e6),
        ("a million games of Carcassonne", "carcassonne base, engine | games/s", 1e6),
    ):
        assert told in " ".join(page.split())
        measured = found.partition(f"| {row} | ")[2].partition(" |")[0]
        assert figure <= float(measured.replace(",", "")) < figure * 1.1
