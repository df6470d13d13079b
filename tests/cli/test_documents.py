"""`ludex check --as-written` and `ludex diff`, as users run them."""

import json
import re
import shlex
import subprocess
import sys

import pytest

from commands import ludex
from playing import ROOT

PAGE = (ROOT / "docs" / "documents.md").read_text()
COMMANDS = [
    c for c in re.findall(r"^\$ ludex (.*)$", PAGE, re.MULTILINE) if "check" not in c
]


def test_a_document_is_checked_word_for_word() -> None:
    done = ludex("check", "freecell", "--as-written")
    assert done.status == 1
    for words in (
        "validCol is used, and declared nowhere",
        "call 52 of 416 of dealCard",
        "alone forbids moveGameToGame(1,4,0)",
        "moveGameToFree(0,0) makes a second 8C",
        "HomeCells has no place 4",
        "2♥ in column 0, A♠ home: moveGameToHome(0,0) is allowed",
    ):
        assert words in done.out
    assert "Traceback" not in done.out
    assert ".py" not in done.out


def test_the_page_shows_what_is_printed() -> None:
    printed = ludex("check", "freecell", "--as-written").out.splitlines()
    printed += ludex("diff", "freecell").out.splitlines()
    shown = re.findall(r"^    ((?: *\w).*)$", PAGE, re.MULTILINE)
    code = ("exec ", "print(", "board.")
    shown = [line for line in shown if not line.startswith(code)]
    assert len(shown) == 12
    assert [line for line in shown if line not in printed] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_works(command: str) -> None:
    done = ludex(*shlex.split(command), cwd=ROOT)
    assert (done.status, done.err) == (int(command.startswith("diff")), "")
    assert done.out


def test_the_program_of_the_page_works() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("a column with cards is refused\n")


def test_the_findings_of_a_document_are_data_too() -> None:
    told = json.loads(ludex("check", "chess-solitaire", "--as-written", "--json").out)
    assert told["game"] == "chess-solitaire"
    kinds = {one["kind"] for one in told["findings"]}
    assert kinds == {
        "undeclared", "contradicted", "damaged", "dead end", "property", "difference"
    }  # fmt: skip
    for one in told["findings"]:
        assert list(one) == ["trial", "kind", "place", "problem", "script"]


def test_a_document_is_compared_with_its_rulebook() -> None:
    done = ludex("diff", "freecell")
    assert done.status == 1
    assert "moveGameToHome, and with empty columns refused, not taken ones" in done.out
    assert "    96      allowed as written, and meant to be refused" in done.out
    assert done.out.endswith("The document has no tests.\n")


def test_the_differences_are_data_too() -> None:
    told = json.loads(ludex("diff", "freecell", "--json").out)
    home = [
        one
        for one in told
        if one["routine"] == "moveGameToHome" and "too_lax" in one["sorts"]
    ]
    assert [one["calls"] for one in home] == [2392]
    assert (
        home[0]["sorts"]["too_lax"]["smallest"]["position"] == "2♥ in column 0, A♠ home"
    )


def test_a_game_whose_document_is_no_model_is_one_line() -> None:
    for words in (("check", "--as-written"), ("diff",)):
        done = ludex(words[0], "holdem", *words[1:])
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(
            "ludex: the document of holdem is no model; those are:"
        )


def test_the_document_s_own_test_notices_one_difference() -> None:
    done = ludex("diff", "chess-solitaire")
    assert done.status == 1
    assert done.out.count("noticed by  at04") == 1
    assert "The document has no tests." not in done.out
