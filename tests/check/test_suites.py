"""Suites: small sets of scripts that meet everything that can be met."""

from typing import Any

import pytest

from ludex.check.cover import Script, Together, Used, measured
from ludex.check.mutants import Verdict, mutants_of, tried
from ludex.check.mutants.judging import BySuite, expected
from ludex.check.suites import Suite, suite
from ludex.check.suites.lessening import met
from ludex.check.suites.writing import index, written
from ludex.games import load
from ludex.text.check import Dialect
from playing import ROOT

CHESS = load("chess-solitaire")
TIC = load(str(ROOT / "examples" / "tic_tac_toe.py"))


@pytest.fixture(scope="module")
def small() -> Suite[Any]:
    return suite(TIC, TIC.start())


def test_a_suite_meets_everything_that_can_be_met(small: Suite[Any]) -> None:
    known = small.survey
    scripts = [Script(str(i), one) for i, one in enumerate(small.scripts)]
    found = measured(known.catalogue, known.start, scripts, small.tables)
    assert not small.missed
    assert {*known.reachable()} <= {*found.met}
    assert {Used(row) for row in small.tables.whole} <= {*found.met}


def test_no_script_and_no_event_of_a_suite_can_be_left_out(small: Suite[Any]) -> None:
    from ludex.check.cover.meter import Meter

    known, tables = small.survey, small.tables
    meter = Meter(known.catalogue, tables)
    wanted = {*known.reachable(), *map(Used, tables.whole)}
    with tables.watched():
        meets = [met(meter, known.start, one, wanted) for one in small.scripts]
        for i, script in enumerate(small.scripts):
            others = {one for j, some in enumerate(meets) if j != i for one in some}
            for at in range(len(script)):
                fewer = script[:at] + script[at + 1 :]
                assert met(meter, known.start, fewer, wanted) | others != wanted


def test_the_same_seed_makes_the_same_suite(small: Suite[Any]) -> None:
    assert suite(TIC, TIC.start()).scripts == small.scripts


def test_every_script_says_what_it_is_for(small: Suite[Any]) -> None:
    files = [*written(small, Dialect.DOCUMENT)]
    assert files[0].script.startswith("-- mark happens\n")
    page = "\n".join(index(small, files, lambda name: f"ludex run GAME {name}"))
    assert "ludex run GAME 01.txt --expect 01.expected.txt" in page
    assert "proved" in page


@pytest.mark.slow
def test_the_suite_of_chess_solitaire_meets_24_pairs_and_kills_more_than_250_of_300() -> (
    None
):
    made = suite(CHESS, CHESS.start())
    scripts = [Script(str(i), one) for i, one in enumerate(made.scripts)]
    known = made.survey
    found = measured(known.catalogue, known.start, scripts, made.tables)
    pairs = [o for o in known.reachable(beyond=False) if isinstance(o, Together)]
    assert len(pairs) == 24
    assert {*pairs} <= {*found.met}
    assert {Used(row) for row in made.tables.whole} <= {*found.met}
    assert made.events < 764
    judge = BySuite(
        CHESS,
        CHESS.start(),
        [expected(CHESS, CHESS.start(), *one, Dialect.DOCUMENT) for one in scripts],
    )
    mutants = mutants_of(CHESS, count=300, kinds=["table"])
    assert len(mutants) == 300
    killed = sum(one.verdict is Verdict.KILLED for one in tried(mutants, judge))
    assert killed > 250
