"""The tables that `web/tests/tables.test.ts` lays out are those that the server sends today."""

import scenes


def test_the_tables_that_are_laid_out_are_those_of_the_server() -> None:
    anew = "PYTHONPATH=tests python tests/scenes.py writes them anew"
    assert scenes.FILE.read_text() == scenes.written(), anew
