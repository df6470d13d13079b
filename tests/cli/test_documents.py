"""`ludex check --as-written` and `ludex diff`, as users run them."""

import json
import re

import pytest

from commands import ludex, once
from playing import ROOT

PAGE = (ROOT / "docs" / "documents.md").read_text()


@pytest.mark.slow
def test_the_page_shows_what_is_printed() -> None:
    printed = once("ludex check freecell --as-written").out.splitlines()
    printed += once("ludex diff freecell").out.splitlines()
    printed += once("ludex check russian-bank --as-written").out.splitlines()
    shown = re.findall(r"^    ((?: *\w).*)$", PAGE, re.MULTILINE)
    code = ("exec ", "print(", "board.")
    shown = [line for line in shown if not line.startswith(code)]
    assert len(shown) == 14
    begins = tuple(line.removesuffix("…") for line in shown)  # a long line is cut on the page
    assert [one for one in begins if not any(line.startswith(one) for line in printed)] == []


def test_the_programs_of_the_page_work(capsys: pytest.CaptureFixture[str]) -> None:
    as_written, mended = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(as_written, {})
    assert capsys.readouterr().out.endswith("a column with cards is refused\n")
    exec(mended, {})
    assert capsys.readouterr().out.startswith("4 [None, None, ")


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
    done = once("ludex diff freecell")
    assert done.status == 1
    assert "moveGameToHome, and with empty columns refused, not taken ones" in done.out
    assert "    96      allowed as written, and meant to be refused" in done.out
    assert done.out.endswith("The document has no tests.\n")


def test_the_differences_are_data_too() -> None:
    told = json.loads(ludex("diff", "freecell", "--json").out)
    home = [one for one in told if one["routine"] == "moveGameToHome" and "too_lax" in one["sorts"]]
    assert [one["calls"] for one in home] == [2392]
    assert home[0]["sorts"]["too_lax"]["smallest"]["position"] == "2♥ in column 0, A♠ home"


def test_a_game_whose_document_is_no_model_is_one_line() -> None:
    for words in (("check", "--as-written"), ("diff",)):
        done = ludex(words[0], "holdem", *words[1:])
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("ludex: the document of holdem is not a model; the models are:")


def test_the_document_s_own_test_notices_one_difference() -> None:
    done = once("ludex diff chess-solitaire")
    assert done.status == 1
    assert done.out.count("noticed by  at04") == 1
    assert "The document has no tests." not in done.out


def test_a_call_of_a_document_is_explained_exception_by_exception() -> None:
    done = ludex("why", "freecell", "moveGameToHome(0,0)", "--as-written")
    assert done.status == 1
    assert "is refused by condition 3: empty_outside_bounds()" in done.out
    assert "6 UNDEFINED  ranks_match" in done.out
    mended = ludex(*("why", "freecell", "moveGameToHome(5,0)", "--as-written", "--trial", "6"))
    assert mended.status == 0
    told = ludex("why", "freecell", "moveFreeToHome(0,0)", "--as-written", "--json")
    assert "name 'gameCol' is not defined" in json.loads(told.out)["fault"]


def test_a_reading_or_a_position_of_a_document_is_asked_for() -> None:
    call = ("why", "fighting", "compareSetCard(Ah,Kh)", "--as-written")
    assert "no functions fulfil the axioms" in ludex(*call).out
    assert ludex(*call, "--preset", "ours").out.endswith("it shows:\n1\n")
    board = ("--position", "QP../..../..../....")
    shown = ludex("why", "chess-solitaire", "moves(1,1)", "--as-written", *board)
    assert "\nQ+..\n" in shown.out


def test_what_cannot_be_explained_is_one_line() -> None:
    for words, said in [
        (("holdem", "fold", "--as-written"), "the document of holdem is not a model"),
        (
            ("freecell", "jump(1)", "--as-written"),
            "freecell has no routine jump; those",
        ),
        (("carcassonne", "play", "--as-written"), "carcassonne has no routine play"),
        (("freecell", "dealCard", "--as-written", "--trial", "9"), "Deck has 2 trials"),
        (("freecell", "deal(1)", "--trial", "1"), "--trial needs --as-written"),
    ]:
        done = ludex("why", *words)
        assert done.status == 2, words
        assert said in done.err, words
        assert done.err.count("\n") == 1, words
