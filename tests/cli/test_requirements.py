"""`ludex requirements`: the matrix in four forms, and what it says of its state."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from commands import ludex, once
from ludex.registry import load
from ludex.study.requirements import trace_requirements
from playing import ROOT

PAGE = (ROOT / "docs" / "requirements.md").read_text()
NONE = ("--time", "0")
STRANGER = """
from ludex.registry import load
from dataclasses import replace
from ludex.language.document import Document
from ludex.language.document import Requirement

game = replace(
    load("fighting"),
    name="brawl",
    document=Document(
        title="a note",
        requirements=(
            Requirement("deal", "Two hands are dealt.", ("deal",), "line 1"),
            Requirement("five", "Of five cards each.", ("deal.BY",), "line 2"),
        ),
    ),
)
"""


def test_all_requirements_are_data_with_the_same_fields() -> None:
    done = once("ludex requirements --format json --time 0")
    assert (done.status, done.err) == (0, "")
    documents = json.loads(done.out)
    assert {one["document"] for one in documents} == {
        *("carcassonne", "chess-solitaire", "fighting", "freecell", "russian-bank")
    }
    for one in documents:
        assert one["unmentioned"] is None
        for row in one["requirements"]:
            assert [*row] == [
                *("code", "place", "says", "answered_by", "errata", "tests", "result")
            ]
            assert row["answered_by"]
            assert row["tests"]


def test_a_terminal_is_told_requirement_by_requirement() -> None:
    done = once("ludex requirements chess-solitaire --time 1")
    assert done.status == 0
    lines = done.out.splitlines()
    at = lines.index("  Table 2.8: Nothing stands in the way of a move.")
    assert lines[at + 1].startswith("    guard       move_and_capture.blocked (ludex/")
    assert lines[at + 2].startswith("    test        tests/")
    assert any(line.startswith("40 requirements: ") for line in lines)
    assert "no requirement mentions 2:" in done.out
    assert "  start_game ends: won\n" in done.out


@pytest.mark.requirement("carcassonne.make.report")
def test_tables_and_pages_have_a_row_for_each(tmp_path: Path) -> None:
    fighting = ("requirements", "fighting", *NONE, "--format")
    table = ludex(*fighting, "markdown", cwd=tmp_path)
    assert table.status == 0
    assert "| compareSetCard_F10 | Only the first has an ace: it wins. |" in table.out
    page = ludex(*fighting, "html", cwd=tmp_path)
    assert page.status == 0
    assert page.out.startswith("<!doctype html>")
    assert page.out.count("<td><code>") == 46


def test_without_tests_those_of_the_last_full_run_are_shown(tmp_path: Path) -> None:
    """Nobody who installs Ludex has its tests."""
    done = ludex("requirements", "fighting", *NONE, cwd=tmp_path)
    assert done.status == 0
    assert done.out.endswith("46 requirements: 46 passed\n")
    assert "    test        tests/" in done.out
    beside = ("--tests", str(ROOT / "tests"))
    there = ludex("requirements", "fighting", *beside, *NONE, cwd=tmp_path)
    assert there.status == 0
    assert "    test        tests/" in there.out


def test_folders_and_files_that_are_named_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text("[1, 2")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "test_it.py").write_text("pytest.mark.requirement( def")
    for words, said in [
        (("--tests", "nowhere"), "--tests: there is no folder nowhere"),
        (("--tests", "broken"), "--tests: broken cannot be read: "),
        (("--results", "nowhere.json"), "--results: nowhere.json is not a file of test results"),
        (("--results", "odd.json"), "--results: odd.json is not a file of test results"),
    ]:
        done = ludex("requirements", "fighting", *words, *NONE, cwd=tmp_path)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), words
        assert said in done.err, words


@pytest.mark.parametrize(("by", "status"), [("wrong_count", 0), ("five", 1)])
def test_a_stranger_s_rulebook_has_requirements_too(tmp_path: Path, by: str, status: int) -> None:
    (tmp_path / "brawl.py").write_text(STRANGER.replace("BY", by))
    done = ludex("requirements", "brawl.py", *NONE, cwd=tmp_path)
    assert done.status == status
    assert ("missing     deal.five (deal has no guard five)" in done.out) == bool(status)


def test_a_test_that_failed_is_status_1(tmp_path: Path) -> None:
    (tmp_path / "brawl.py").write_text(STRANGER.replace("BY", "wrong_count"))
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_brawl.py").write_text(
        'import pytest\n\n@pytest.mark.requirement("brawl.*")\ndef test_hands():\n    pass\n'
    )
    results = tmp_path / "results.json"
    counts = {"passed": 0, "failed": 1, "skipped": 0}
    results.write_text(json.dumps({"tests": {"tests/test_brawl.py::test_hands": counts}}))
    failed = ("requirements", "brawl.py", "--results", "results.json", *NONE)
    done = ludex(*failed, cwd=tmp_path)
    assert done.status == 1
    assert "test        tests/test_brawl.py::test_hands: failed" in done.out


def test_a_preset_is_walked_through_and_must_be_one(tmp_path: Path) -> None:
    done = ludex("requirements", "fighting", "--preset", "quick", *NONE, cwd=tmp_path)
    assert done.status == 2
    assert "quick" in done.err
    alone = ludex("requirements", "--preset", "standard", *NONE, cwd=tmp_path)
    assert (alone.status, alone.err.count("\n")) == (2, 1)
    some = ("--preset", "standard", "--time", "0.2")
    one = ludex("requirements", "fighting", *some, cwd=tmp_path)
    assert "observed outcomes of events" in one.out


def test_a_game_without_requirements_is_one_line() -> None:
    for name, said in [
        ("holdem", "holdem has no requirements"),
        ("chequers", "chequers"),
    ]:
        done = ludex("requirements", name)
        assert done.status == 2, name
        assert said in done.err, name
        assert done.err.count("\n") == 1, name


def test_the_page_shows_what_is_printed() -> None:
    printed = once("ludex requirements chess-solitaire --time 1").out.splitlines()
    shown = re.findall(r"^    ( *(?:section|Table|start_game ).*)$", PAGE, re.MULTILINE)
    assert len(shown) == 4
    assert [line for line in shown if line not in printed] == []


def test_the_program_of_the_page_works() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    scope: dict[str, Any] = {}
    exec(program, scope)  # our own page
    game = replace(load(str(ROOT / "examples" / "tic_tac_toe.py")), document=scope["document"])
    (row,) = trace_requirements(game, {}, (), {})
    assert not row.missing
