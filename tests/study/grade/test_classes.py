"""Whole classes: some wrong programs at once, and forty of which two hang."""

import json
import os
import sys
from pathlib import Path
from random import Random
from shutil import copy

import pytest

from commands import ludex
from playing import ROOT
from study.grade.students import lab3
from study.grade.test_students import RIGHTLY

STUDENTS = ROOT / "tests" / "study" / "grade" / "students"


def running(mark: str) -> list[Path]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (entry / "cmdline").read_bytes():
                found.append(entry)
        except OSError:
            continue
    return found


SOME = 3
"""Of the mistakes: `test_students` makes each of them without a process."""


@pytest.mark.slow
def test_wrong_programs_are_refused_and_the_right_one_is_accepted(
    tmp_path: Path,
) -> None:
    handed_in = tmp_path / "class"
    handed_in.mkdir()
    program = f'{sys.executable} "$(dirname "$0")/lab3.py"'
    for mistake in ("", *Random(1).sample([*lab3.MISTAKES], SOME)):
        words = f"--mistake {mistake}" if mistake else ""
        folder = handed_in / (mistake or "right")
        folder.mkdir()
        copy(STUDENTS / "lab3.py", folder)
        (folder / "go.sh").write_text(f"{program} {words} $1\n")
    done = ludex(
        "grade", "chess-solitaire", "--submissions", str(handed_in), "--json",
        "--program", "/bin/sh {submission}/go.sh {in}", str(STUDENTS / "tests"),
        "--generate", "12", "--show", sys.prefix, "--show", sys.base_prefix,
    )  # fmt: skip
    values = {value["name"]: value for value in json.loads(done.out)}
    right = values.pop("right")
    assert right["tests"] == right["accepted"] > 10
    assert right["points"] == 100
    assert len(values) == SOME
    for mistake, value in values.items():
        broken = {mark["key"] for mark in value["marks"] if mark["standing"] == "broken"}
        assert value["points"] < 100
        assert broken, mistake
        codes = {one["divergence"]["code"] for one in value["results"] if one["divergence"]}
        mark, code = RIGHTLY.get(mistake, (next(iter(broken)), ""))
        assert code in codes or mark in broken, mistake


@pytest.mark.slow
def test_forty_submissions_of_which_two_hang_end_in_bounded_time(
    tmp_path: Path,
) -> None:
    handed_in, out = tmp_path / "class", tmp_path / "marks"
    handed_in.mkdir()
    script = tmp_path / "at1.txt"
    script.write_text("start_game\n")
    right = tmp_path / "right.txt"
    right.write_text(ludex("run", "chess-solitaire", str(script)).out)
    mark = f"{4000 + os.getpid()}.25"
    for number in range(40):
        hang = f"trap '' TERM INT HUP; while :; do sleep {mark}; done\n"
        text = hang if number % 20 == 7 else f"cat <<'END'\n{right.read_text()}END\n"
        (handed_in / f"student{number:02}.sh").write_text(text)
    done = ludex(
        "grade", "chess-solitaire", "--submissions", str(handed_in), "--out", str(out),
        "--program", "/bin/sh {submission} {in}", str(script), "--time", "4", "--json",
    )  # fmt: skip
    values = json.loads(done.out)
    assert done.status == 1
    late = [v["name"] for v in values if v["verdicts"] == {"time limit": 1}]
    assert late == [f"student{number:02}.sh" for number in range(7, 40, 20)]
    assert sum(value["accepted"] for value in values) == 38
    assert running(mark) == []
    assert len([*out.glob("*/page.html")]) == 40
