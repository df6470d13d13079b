"""Suites: small sets of scripts that meet everything that can be met."""

from math import inf
from typing import Any

import pytest

from ludex.check.rulebooks import DataTable, Rulebook, rulebook_of
from ludex.games.chess_solitaire.rules.pieces import Piece
from ludex.kernel import Event, Undo, Unreadable
from ludex.language.script_check import Dialect
from ludex.parts.grid import Square
from ludex.registry import load
from ludex.study.coverage import Catalogue, NamedScript, Together, Used, measure_scripts
from ludex.study.coverage.meter import Meter
from ludex.study.coverage.survey import Effort
from ludex.study.coverage.tables import PUT, TableRow, Tables
from ludex.study.mutants import MutantVerdict, mutants_of, try_mutants
from ludex.study.mutants.evaluation import BySuite, record_expected
from ludex.study.suites import Suite, SuitePlan, suite
from ludex.study.suites.attempts import pair_states
from ludex.study.suites.files import render_index, write_scripts
from ludex.study.suites.reduction import met_obligations
from playing import ROOT

CHESS = load("chess-solitaire")
TIC = load(str(ROOT / "examples" / "tic_tac_toe.py"))


@pytest.fixture(scope="module")
def small() -> Suite:
    return suite(TIC, TIC.start())


def test_a_suite_meets_everything_that_can_be_met(small: Suite) -> None:
    known = small.survey
    scripts = [NamedScript(str(i), one) for i, one in enumerate(small.scripts)]
    found = measure_scripts(known.catalogue, known.start, scripts, small.tables)
    assert not small.missed
    assert {*known.reachable()} <= {*found.met}
    assert {Used(row) for row in small.tables.whole} <= {*found.met}


def test_no_script_and_no_event_of_a_suite_can_be_left_out(small: Suite) -> None:
    known, tables = small.survey, small.tables
    meter = Meter(known.catalogue, tables)
    wanted = {*known.reachable(), *map(Used, tables.whole)}
    with tables.watched():
        meets = [met_obligations(meter, known.start, one, wanted) for one in small.scripts]
        for i, script in enumerate(small.scripts):
            others = {one for j, some in enumerate(meets) if j != i for one in some}
            for at in range(len(script)):
                fewer = script[:at] + script[at + 1 :]
                assert met_obligations(meter, known.start, fewer, wanted) | others != wanted


def test_the_same_seed_makes_the_same_suite(small: Suite) -> None:
    assert suite(TIC, TIC.start()).scripts == small.scripts


def test_every_script_says_what_it_is_for(small: Suite) -> None:
    files = [*write_scripts(small, Dialect.DOCUMENT)]
    assert files[0].script.startswith("-- mark happens\n")
    page = render_index(small, files, lambda name: f"ludex run GAME {name}")
    assert "ludex run GAME 01.txt --expect 01.expected.txt" in page
    assert "proved" in page


BOARD = "setup_chess(K,1,1) setup_chess(P,1,2) {} start_game move_and_capture(1,1,1,2)"


def events_of(text: str) -> list[Event[Any]]:
    read = [CHESS.read(word) for word in text.split()]
    return [event for event in read if not isinstance(event, Unreadable)]


def test_a_part_too_many_shows_only_where_something_stands_there() -> None:
    tables = Tables(rulebook_of(CHESS))
    path = Piece.KING, Square(1, 1), Square(1, 2)
    put = Used(TableRow("BETWEEN", path, PUT, Square(4, 4)))
    meter = Meter(Catalogue(CHESS), tables)
    with tables.watched():
        for more, shows in (("", set()), ("setup_chess(P,4,4)", {put})):
            script = events_of(BOARD.format(more))
            assert met_obligations(meter, CHESS.start(), script, {put}) == shows


def test_parts_that_are_mappings_themselves_are_not_put_in() -> None:
    table = DataTable("NESTED", {"a": ({1: 2}, {3: 4}), "b": ({1: 2},)})
    rows = Tables(Rulebook((), (), (table,)))
    assert len(rows.whole) == 2
    assert {row.part for row in rows.contents} == {0, 1}


def test_another_part_in_the_place_of_one_shows_where_that_one_is_in_the_way() -> None:
    tables = Tables(rulebook_of(CHESS))
    path = Piece.ROOK, Square(1, 1), Square(1, 3)
    other = Used(TableRow("BETWEEN", path, 0, Square(4, 4)))
    meter = Meter(Catalogue(CHESS), tables)
    board = "setup_chess(R,1,1) setup_chess(P,1,2) setup_chess(P,1,3) {} start_game"
    with tables.watched():
        for more, shows in (("", {other}), ("setup_chess(P,4,4)", set())):
            script = events_of(f"{board.format(more)} move_and_capture(1,1,1,3)")
            assert met_obligations(meter, CHESS.start(), script, {other}) == shows


def test_what_is_tried_and_taken_back_leaves_the_state_as_it_was() -> None:
    script = events_of(f"{BOARD.format('setup_chess(P,2,2)')} undo moves(1,1)")
    states = [s for s, _ in pair_states(Meter(Catalogue(CHESS)), CHESS.start(), script)]
    assert states[-1] == states[-3] != states[-2]


def test_what_must_be_met_is_met_in_however_few_events_one_wishes(
    small: Suite,
) -> None:
    plan = SuitePlan(events=30, undo=False)
    made = suite(TIC, TIC.start(), plan)
    assert not made.missed
    assert not any(isinstance(e, Undo) for script in made.scripts for e in script)
    assert 40 <= made.events <= small.events  # eight lines, of five marks and more


@pytest.mark.slow
def test_the_suite_of_chess_solitaire_meets_24_pairs_and_kills_more_than_250_of_300() -> None:
    # As much work on a busy machine as on a quiet one.
    unhurried = SuitePlan(effort=Effort(seconds=inf), seconds=inf)
    made = suite(CHESS, CHESS.start(), unhurried)
    # Those for the editor stand apart: the document knows nothing of it.
    scripts = [
        NamedScript(str(i), one) for i, one in enumerate(made.scripts) if not made.is_beyond(i)
    ]
    known = made.survey
    found = measure_scripts(known.catalogue, known.start, scripts, made.tables)
    pairs = [o for o in known.reachable(beyond=False) if isinstance(o, Together)]
    assert len(pairs) == 24
    assert {*pairs} <= {*found.met}
    assert {Used(row) for row in made.tables.whole} <= {*found.met}
    assert sum(len(one.events) for one in scripts) < 764
    judge = BySuite(
        CHESS,
        CHESS.start(),
        [record_expected(CHESS, CHESS.start(), *one, Dialect.DOCUMENT) for one in scripts],
    )
    mutants = mutants_of(CHESS, count=300, kinds=["table"])
    assert len(mutants) == 300
    killed = sum(one.verdict is MutantVerdict.KILLED for one in try_mutants(mutants, judge))
    assert killed > 250  # the course's own suite: 215, with 764 events
