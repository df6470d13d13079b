"""Tracing requirements: links that resolve, tests that are marked, results that are kept."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludex.kernel import Game
from ludex.language.document import Document, Erratum, Requirement
from ludex.registry import load
from ludex.study.requirements import (
    LastResult,
    LinkKind,
    Pair,
    find_unmentioned,
    trace_requirements,
)
from ludex.study.requirements.links import Names
from ludex.study.requirements.markers import MarkedTest, find_marks
from ludex.study.requirements.pytest_plugin import FILE, read_results
from ludex.study.requirements.report import render_page
from playing import ROOT
from requirement_matrix import complaints

PLAIN: Game[Any] = load(str(ROOT / "examples" / "tic_tac_toe.py"))
CHESS: Game[Any] = load("chess-solitaire")

ASKED = (
    Requirement("mark", "A player marks a cell.", ("mark",), "rule 1"),
    Requirement("empty", "The cell is empty.", ("mark.2",), "rule 1", ("E-1",)),
)
MARKS = (
    MarkedTest("tests/test_game.py::test_a_mark", "tic-tac-toe.mark"),
    MarkedTest("tests/test_game.py::test_cells", "tic-tac-toe.*"),
)


def asking(*requirements: Requirement) -> Game[Any]:
    """A stranger's rulebook that says what it was asked for."""
    errata = (Erratum("E-1", "Nothing of a full cell.", "It is refused.", "rule 1"),)
    document = Document[Any](title="a note", requirements=requirements, errata=errata)
    return replace(PLAIN, document=document)


def test_a_name_is_looked_up_in_the_rulebook() -> None:
    for name, kind in [
        ("mark", LinkKind.EVENT),
        ("mark.1", LinkKind.GUARD),
        ("mark.cell_is_taken", LinkKind.GUARD),
        ("mark -> three_in_a_line", LinkKind.ENDING),
        ("mark.3", LinkKind.MISSING),
        ("mark.blocked", LinkKind.MISSING),
        ("unmark", LinkKind.MISSING),
        ("always: nothing", LinkKind.MISSING),
        ("option: size", LinkKind.MISSING),
        ("ludex.kernel:Game.refusal", LinkKind.FUNCTION),
        ("ludex.kernel:Game.refusals", LinkKind.MISSING),
        ("ludex.kernels:Game", LinkKind.MISSING),
    ]:
        link = Names(PLAIN).find(name)
        assert link.kind is kind, name
        assert bool(link.why) == (kind is LinkKind.MISSING), name


def test_guards_outcomes_and_properties_are_found_by_name() -> None:
    for name, kind in [
        ("move_and_capture.blocked", LinkKind.GUARD),
        ("move_and_capture -> won", LinkKind.ENDING),
        ("move_and_capture -> drawn", LinkKind.MISSING),
        ("always: the board has sixteen slots", LinkKind.PROPERTY),
        ("undo", LinkKind.EVENT),
    ]:
        link = Names(CHESS).find(name)
        assert link.kind is kind, name
        if kind is LinkKind.GUARD:
            assert link.at.startswith("ludex/games/chess_solitaire/rules/events.py:"), name


def test_a_guard_that_is_renamed_is_noticed() -> None:
    row = trace_requirements(asking(ASKED[0], ASKED[1]._replace(by=("mark.full",))), {}, MARKS, {})
    assert [*complaints(row, MARKS)] == ["tic-tac-toe.empty: mark.full: mark has no guard full"]


def test_what_lacks_an_answer_or_a_test_or_is_twice_is_told() -> None:
    game = asking(*ASKED, Requirement("draw", "A full board is a draw."), ASKED[0])
    marks = (MARKS[0], MarkedTest("tests/test_game.py::test_lost", "tic-tac-toe.lost"))
    assert [*complaints(trace_requirements(game, {}, marks, {}), marks)] == [
        "tic-tac-toe.empty: no test is marked with it",
        "tic-tac-toe.draw: nothing answers for it",
        "tic-tac-toe.draw: no test is marked with it",
        "tic-tac-toe.mark: there are two of that name",
        "tests/test_game.py::test_lost: there is no requirement tic-tac-toe.lost",
    ]


def test_an_erratum_that_is_none_is_told() -> None:
    game = asking(ASKED[0]._replace(errata=("E-2",)))
    assert "tic-tac-toe.mark: there is no erratum E-2" in [
        *complaints(trace_requirements(game, {}, MARKS, {}), MARKS)
    ]


def test_errata_are_found_by_their_place() -> None:
    asked = {one.requirement.code: one.errata for one in trace_requirements(FREECELL, {}, (), {})}
    assert "E-FC-K4" in asked["Deck.dealCard"]
    assert "E-FC-M12" in asked["Board.moveGameToHome.invalid_move"]
    assert "E-FC-M12" not in asked["Board.moveGameToFree"]


FREECELL: Game[Any] = load("freecell")


def test_what_no_requirement_speaks_of_comes_with_a_script() -> None:
    game = asking(*ASKED)
    links = [link for row in trace_requirements(game, {}, MARKS, {}) for link in row.links]
    silence = find_unmentioned(game, game.start(), links, seconds=1.0)
    found = {one.pair: one.script for one in silence.unmentioned}
    assert Pair("mark", "happens") not in found
    assert not any("taken" in pair.outcome for pair in found)
    there_is_none = Pair("mark", "refused: there_is_no_cell")
    assert len(found[there_is_none]) == 1
    assert Pair("mark", "ends: three_in_a_line") in found
    full = [script for pair, script in found.items() if "full" in pair.outcome]
    assert len(full[0]) == 9


def test_a_row_of_the_page_names_the_tests_or_says_that_there_are_none() -> None:
    rows = trace_requirements(asking(*ASKED), {}, MARKS[:1], {})
    page = render_page([(asking(*ASKED), rows, None)], "markdown")
    lines = [line for line in page.splitlines() if "rule" in line or "cell" in line]
    assert any("`test_game.py::test_a_mark`" in line for line in lines)
    assert any("| none |" in line for line in lines)


# -- marks and results ----------------------------------------------------------------------

TESTS = """\
import pytest

pytestmark = [pytest.mark.requirement("game.whole")]

@pytest.mark.requirement("game.one", "game.two*")
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.requirement("game.three"))])
def test_numbers(n):
    assert n < 3

class TestInside:
    @pytest.mark.requirement("game.inside")
    def test_of_a_class(self):
        pytest.skip("not today")

def no_test():
    pass
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_numbers.py").write_text(TESTS)
    (tests / "test_unmarked.py").write_text("def test_nothing():\n    pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_marks_are_read_without_running_a_test(folder: Path) -> None:
    first, inside = (
        f"tests/test_numbers.py::{name}" for name in ("test_numbers", "TestInside::test_of_a_class")
    )
    assert find_marks(folder / "tests") == (
        MarkedTest(first, "game.whole"),
        MarkedTest(first, "game.one"),
        MarkedTest(first, "game.two*"),
        MarkedTest(first, "game.three"),
        MarkedTest(inside, "game.whole"),
        MarkedTest(inside, "game.inside"),
    )
    assert MarkedTest(first, "game.two*").means("game", "two.pre")
    assert not MarkedTest(first, "game.one").means("game", "one.pre")


def run_tests(folder: Path, *more: str) -> None:
    plugin = ("-p", "ludex.study.requirements.pytest_plugin", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", "-q", *plugin, *more]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    subprocess.run(command, cwd=folder, env=alone, check=False, capture_output=True)


def test_a_run_of_the_tests_is_remembered_and_the_next_adds_to_it(folder: Path) -> None:
    run_tests(folder)
    found = read_results(folder / FILE)
    numbers = found["tests/test_numbers.py::test_numbers"]
    assert (numbers["passed"], numbers["failed"], numbers["skipped"]) == (2, 1, 0)
    inside = found["tests/test_numbers.py::TestInside::test_of_a_class"]
    assert (inside["passed"], inside["failed"], inside["skipped"]) == (0, 0, 1)
    assert len(found) == 2
    run_tests(folder, "-k", "not TestInside and not 3")
    again = read_results(folder / FILE)
    assert again["tests/test_numbers.py::test_numbers"]["failed"] == 0
    assert again["tests/test_numbers.py::TestInside::test_of_a_class"] == inside
    renamed = TESTS.replace("test_of_a_class", "test_of_another")
    (folder / "tests" / "test_numbers.py").write_text(renamed)
    run_tests(folder, "-k", "not TestInside and not 3")
    assert [*read_results(folder / FILE)] == ["tests/test_numbers.py::test_numbers"]


def test_results_that_cannot_be_read_are_none(tmp_path: Path) -> None:
    assert read_results(tmp_path / FILE) == {}
    for text in ("", "[]", '{"tests": 3}', "null"):
        (tmp_path / FILE).write_text(text)
        assert read_results(tmp_path / FILE) == {}


def test_the_result_of_a_requirement_is_the_worst_of_its_tests() -> None:
    results = {
        MARKS[0].test: {"passed": 1, "failed": 1},
        MARKS[1].test: {"passed": 2, "failed": 0},
    }
    mark, empty = trace_requirements(asking(*ASKED), {}, MARKS, results)
    assert mark.tests == {
        MARKS[0].test: LastResult.FAILED,
        MARKS[1].test: LastResult.PASSED,
    }
    assert (mark.result, empty.result) == (LastResult.FAILED, LastResult.PASSED)
    (alone,) = trace_requirements(asking(ASKED[0]), {}, (), json.loads("{}"))
    assert alone.result is LastResult.NOT_RUN
