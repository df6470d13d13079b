"""What `ludex suite` prints can be run, in the dialect that the suite was made for."""

import shlex
from pathlib import Path

import pytest

from commands import ludex


def test_the_lines_of_a_suite_in_the_course_s_dialect_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "suite"
    made = ("--dialect", "etf", "--time", "1", "--events", "40", "--out", str(folder))
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
