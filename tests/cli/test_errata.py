"""`ludex errata`: every departure from the documents, as a table and as data."""

import json

from commands import ludex
from ludex.language.document import document_of
from ludex.registry import load

FIELDS = ["document", "code", "about", "place", "says", "means", "here", "found_by"]


def test_all_errata_are_data_with_the_same_fields() -> None:
    done = ludex("errata", "--format", "json")
    rows = json.loads(done.out)
    assert done.status == 0
    assert all(list(row) == FIELDS for row in rows)
    assert {row["document"] for row in rows} >= {"carcassonne", "freecell"}
    assert len({row["code"] for row in rows}) == len(rows)


def test_the_errata_of_one_game_are_those_of_its_document() -> None:
    rows = json.loads(ludex("errata", "freecell", "--format", "json").out)
    errata = document_of(load("freecell")).errata
    assert [(row["code"], row["says"], row["here"]) for row in rows] == [
        (erratum.code, erratum.says, erratum.here) for erratum in errata
    ]


def test_the_table_has_a_row_for_each_with_bars_that_do_not_end_a_cell() -> None:
    lines = ludex("errata", "freecell").out.splitlines()
    rows = [line for line in lines if line.startswith("| E-FC-")]
    assert len(rows) == len(document_of(load("freecell")).errata)
    assert {row.replace("\\|", "").count("|") for row in rows} == {8}


def test_a_game_without_errata_says_so() -> None:
    done = ludex("errata", "examples/tic_tac_toe.py")
    assert done.out == "examples/tic_tac_toe.py has no errata.\n"
    done = ludex("errata", "examples/tic_tac_toe.py", "--format", "json")
    assert json.loads(done.out) == []


def test_an_unknown_game_is_one_line() -> None:
    done = ludex("errata", "freecel")
    assert (done.status, done.out) == (2, "")
    assert "Did you mean 'freecell'?" in done.err
