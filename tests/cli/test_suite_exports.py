"""A suite in the forms of other graders: what they run and read is there, and right."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from commands import ludex
from playing import ROOT

TIC = str(ROOT / "examples" / "tic_tac_toe.py")


def test_a_kattis_package_has_a_validator_and_submissions_that_do_what_they_are_for(
    tmp_path: Path,
) -> None:
    package = tmp_path / "tictactoe"
    done = ludex("suite", TIC, "--time", "1", "--form", "kattis", "--out", str(package))
    assert done.status == 0, done.err
    inputs = sorted(package.glob("data/*/*.in"))
    assert {path.parent.name for path in inputs} == {"sample", "secret"}

    def run(program: str, given: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(package / program)]
        return subprocess.run(command, input=given, capture_output=True, text=True, check=False)

    for path in inputs:
        given, right = path.read_text(), path.with_suffix(".ans").read_text()
        assert run("input_validators/events.py", given).returncode == 42
        assert run("submissions/accepted/known.py", given).stdout == right
        assert run("submissions/wrong_answer/first_state.py", given).stdout != right
        written = package / "script.txt"
        written.write_text(given)
        assert ludex("run", TIC, str(written)).out == right
    assert run("input_validators/events.py", "castle(1)\n").returncode == 43
    statement = (package / "problem_statement" / "problem.en.tex").read_text()
    assert r"\problemname{Tic-tac-toe}" in statement


@pytest.mark.slow
def test_a_coderunner_question_has_a_test_for_each_script(tmp_path: Path) -> None:
    out = tmp_path / "moodle"
    done = ludex("suite", TIC, "--time", "1", "--form", "coderunner", "--out", str(out))
    assert done.status == 0, done.err
    question = ET.parse(out / "question.xml").getroot().find("question")
    assert question is not None
    assert question.get("type") == "coderunner"
    cases = question.findall("testcases/testcase")
    assert f"{len(cases)} tests" in done.out
    assert [case.get("useasexample") for case in cases] == ["1", *["0"] * (len(cases) - 1)]
    script = tmp_path / "script.txt"
    script.write_text(cases[0].findtext("stdin/text") or "")
    assert ludex("run", TIC, str(script)).out == cases[0].findtext("expected/text")
