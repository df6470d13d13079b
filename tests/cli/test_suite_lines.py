"""What `ludex suite` prints can be run, in the dialect that the suite was made for."""

import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from commands import ludex
from ludex.cli.commands.study import suite as command
from ludex.cli.terminal.progress import ProgressLine
from ludex.study.coverage import Effort
from ludex.study.coverage.survey import _SurveyRun
from ludex.study.suites.selection import _SuiteMaking


@pytest.fixture(autouse=True)
def few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    few = partial(Effort, states=100, questions=1_000, idle=1_000)
    monkeypatch.setattr(command, "Effort", few)


@pytest.mark.slow
def test_the_lines_of_a_suite_in_the_course_s_dialect_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "suite"
    made = ("--dialect", "etf", "--time", "0.1", "--events", "40", "--out", str(folder))
    done = ludex("suite", "chess-solitaire", *made)
    assert done.status in (0, 1), done.err
    assert not [*folder.glob("beyond-*")]
    monkeypatch.chdir(folder)
    page = (folder / "SUITE.md").read_text()
    (line,) = (one.strip() for one in page.splitlines() if one.startswith("    ludex run"))
    assert "--dialect etf" in line
    assert ludex(*shlex.split(line)[1:]).status == 0
    (measure,) = (one for one in done.out.splitlines() if "measure it: " in one)
    words = shlex.split(measure.partition("measure it: ")[2])[1:]
    assert ludex(*words, "--count", "3", "--time", "0.1").status == 0


def test_an_interrupted_suite_is_written_as_far_as_it_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = _SuiteMaking.choose

    def choose(self: _SuiteMaking, *, beyond: bool) -> None:
        self.plan = replace(self.plan, rounds=3)
        chosen(self, beyond=beyond)
        raise KeyboardInterrupt

    monkeypatch.setattr(_SuiteMaking, "choose", choose)
    folder = tmp_path / "suite"
    done = ludex("suite", "tic-tac-toe", "--time", "3", "--out", str(folder))
    assert done.status == 130
    assert done.err == "ludex: interrupted\n"
    assert done.out.splitlines()[-1].startswith("interrupted before the coverage was complete")
    (script, *_) = sorted(folder.glob("*.expected.txt"))
    run = ("run", "tic-tac-toe", str(script).replace(".expected", ""), "--expect", str(script))
    assert ludex(*run).status == 0


def test_a_survey_that_is_interrupted_leaves_the_scripts_of_what_it_met(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def walk(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_SurveyRun, "walk", walk)
    folder = tmp_path / "suite"
    done = ludex("suite", "tic-tac-toe", "--time", "3", "--out", str(folder))
    assert (done.status, done.err) == (130, "ludex: interrupted\n")
    assert "events      1 of 1 have happened" in done.out
    assert [*folder.glob("*.expected.txt")]


def test_a_suite_that_is_interrupted_before_anything_was_chosen_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_SuiteMaking, "choose", pressed)
    done = ludex("suite", "tic-tac-toe", "--time", "0.1", "--out", str(tmp_path / "suite"))
    assert (done.status, done.out, done.err) == (130, "", "ludex: interrupted\n")
    assert not (tmp_path / "suite").exists()


def test_a_suite_shows_a_bar_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int, str]] = []
    monkeypatch.setattr(ProgressLine, "bar", lambda _, *given: drawn.append(given))
    made = ("--time", "0.6", "--events", "30", "--out", str(tmp_path / "suite"))
    assert ludex("suite", "tic-tac-toe", *made).status in (0, 1)
    assert all(0 <= done <= total == 2 for done, total, _ in drawn)
    assert any("choosing scripts" in words for *_, words in drawn)
