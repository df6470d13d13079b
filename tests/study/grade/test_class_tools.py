"""What stands beside the marks of a class: who is late, who is alike, grade books, and a build."""

import csv
import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commands import ludex
from ludex.study.grade.roster import NoRoster, match, read_roster
from ludex.study.grade.similarity import find_resemblances
from playing import ROOT

LAB3 = (ROOT / "tests" / "study" / "grade" / "students" / "lab3.py").read_text()
ROSTER = (
    "First name,Surname,ID number,Email address\n"
    "Ada,Byron,1815,ada@example.org\n"
    "Charles,Babbage,1791,charles@example.org\n"
    "Mary,Somerville,1780,mary@example.org\n"
)


def written(folder: Path, **texts: str) -> list[list[Path]]:
    found = []
    for name, text in texts.items():
        path = folder / f"{name}.py"
        path.write_text(text)
        found.append([path])
    return found


def test_equal_and_nearly_equal_submissions_are_remarked_and_others_are_not(tmp_path: Path) -> None:
    renamed = LAB3.replace("past", "history").replace("#", "# so:")
    other = (ROOT / "tests" / "study" / "grade" / "students" / "five.py").read_text()
    files = written(tmp_path, one=LAB3, same=LAB3, near=renamed, other=other, few="pass")
    found = {(a, b): (same, share) for a, b, share, same in find_resemblances(files)}
    assert found.keys() == {(0, 1), (0, 2), (1, 2)}
    assert found[0, 1] == (True, 1.0)
    assert not found[0, 2][0]
    assert 0.9 < found[0, 2][1] < 1


def test_a_submission_belongs_to_whom_the_roster_names_and_to_nobody_where_it_names_two(
    tmp_path: Path,
) -> None:
    path = tmp_path / "class.csv"
    path.write_text(ROSTER)
    students = read_roster(path)
    names = [
        "Ada Byron_991_assignsubmission_file_",
        "babbagecharles_77_lab3.py",
        "1780",
        "x_1815_1791",
    ]
    found = {name: one.name for name, one in match(names, students).items()}
    assert found == {
        names[0]: "Ada Byron",
        names[1]: "Charles Babbage",
        names[2]: "Mary Somerville",
    }


def test_a_file_that_is_no_roster_is_told(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("marks\n7\n")
    with pytest.raises(NoRoster, match="names no column of: name, first"):
        read_roster(path)


def test_a_class_is_built_matched_with_its_roster_and_written_for_moodle_and_canvas(
    tmp_path: Path,
) -> None:
    handed_in, out = tmp_path / "class", tmp_path / "marks"
    script = tmp_path / "at1.txt"
    script.write_text("start_game\n")
    right = ludex("run", "chess-solitaire", str(script)).out
    for name, source in (("1815", "said.txt"), ("1791", "nothing.txt")):
        (handed_in / name).mkdir(parents=True)
        (handed_in / name / "said.txt").write_text(right)
        (handed_in / name / "Makefile").write_text(f"it:\n\tcp {source} built.txt\n")
    os.utime(handed_in / "1815" / "said.txt", (4e9, 4e9))
    (tmp_path / "class.csv").write_text(ROSTER)
    scheme = tmp_path / "lab.toml"
    deadline = datetime(2001, 1, 1, tzinfo=UTC).isoformat()
    scheme.write_text(f'title = "Lab"\npoints = 20\nroster = "class.csv"\ndeadline = {deadline}\n')
    done = ludex(
        "grade", "chess-solitaire", "--submissions", str(handed_in), "--build", "make",
        "--program", "/bin/cat {submission}/built.txt", "--stdin", str(script), "--jobs", "1",
        "--scheme", str(scheme), "--out", str(out), "--json",
    )  # fmt: skip
    values = {value["name"]: value for value in json.loads(done.out)}
    assert values["1815"]["points"] == 20
    assert values["1815"]["student"] == "Ada Byron"
    hours = values["1815"]["late"].partition(":")[0]
    assert int(hours) > 800_000
    assert values["1791"]["points"] == 0
    assert "it cannot be built" in values["1791"]["results"][0]["detail"]
    rows = [*csv.reader((out / "moodle.csv").read_text().splitlines())]
    assert rows[0][:5] == ["Full name", "Username", "ID number", "Email address", "Lab"]
    assert [row[4] for row in rows[1:]] == ["20", "0", ""]
    rows = [*csv.reader((out / "canvas.csv").read_text().splitlines())]
    assert rows[1][0].strip() == "Points Possible"
    assert [(row[0], row[-1]) for row in rows[2:]] == [
        ("Ada Byron", "20"), ("Charles Babbage", "0"), ("Mary Somerville", ""),
    ]  # fmt: skip
    rows = [*csv.reader((out / "marks.csv").read_text().splitlines())]
    assert rows[0][:4] == ["submission", "student", "late", "points"]
