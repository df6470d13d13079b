"""Suites: small sets of scripts that meet everything that can be met."""

from dataclasses import replace
from math import inf

import pytest

from ludex.check.rulebooks import DataTable, Rulebook
from ludex.kernel import Unreadable
from ludex.language.script_check import Dialect
from ludex.registry import load
from ludex.study.coverage import Catalogue, NamedScript, Together, Used, measure_scripts
from ludex.study.coverage.meter import Meter
from ludex.study.coverage.survey import Effort
from ludex.study.coverage.tables import Tables
from ludex.study.mutants import KINDS, MutantVerdict, mutants_of, try_mutants
from ludex.study.mutants.equivalence import EquivalenceCheck
from ludex.study.mutants.evaluation import BySuite, record_expected
from ludex.study.suites import Suite, SuitePlan, suite
from ludex.study.suites.files import render_index, write_scripts
from ludex.study.suites.kept import kept_suite
from ludex.study.suites.situations import Situations, TrialSituation
from playing import ROOT

CHESS = load("chess-solitaire")
TIC = load(str(ROOT / "examples" / "tic_tac_toe.py"))


QUICK = SuitePlan(Effort(states=200, questions=8_000, idle=2_000), rounds=60)


@pytest.fixture(scope="module")
def small() -> Suite:
    return suite(TIC, TIC.start(), QUICK)


def test_a_suite_meets_everything_that_can_be_met(small: Suite) -> None:
    known = small.survey
    scripts = [NamedScript(str(i), one) for i, one in enumerate(small.scripts)]
    found = measure_scripts(known.catalogue, known.start, scripts, small.tables)
    assert not small.missed
    assert {*known.reachable()} <= {*found.met}
    assert {Used(row) for row in small.tables.whole} <= {*found.met}


def test_the_same_seed_makes_the_same_suite(small: Suite) -> None:
    assert suite(TIC, TIC.start(), QUICK).scripts == small.scripts


def test_every_script_says_what_it_is_for(small: Suite) -> None:
    files = [*write_scripts(small, Dialect.DOCUMENT)]
    assert files[0].script.startswith("-- mark happens\n")
    page = render_index(small, files, lambda name: f"ludex run GAME {name}")
    assert "ludex run GAME 01.txt --expect 01.expected.txt" in page
    assert "Looked at: " in page


def test_an_event_is_tried_in_every_class_of_states_and_at_both_ends(small: Suite) -> None:
    shown = {one.what for some in small.meets for one in some if isinstance(one, TrialSituation)}
    assert len({what[1] for what in shown if what[0] == "kernel"}) > 1  # after a line, and another
    words = {what[2] for what in shown if what[0] == "value" and what[3]}
    assert {"0", "10"} <= words


def test_parts_that_are_mappings_themselves_are_not_put_in() -> None:
    table = DataTable("NESTED", {"a": ({1: 2}, {3: 4}), "b": ({1: 2},)})
    rows = Tables(Rulebook((), (), (table,)))
    assert len(rows.whole) == 2
    assert {row.part for row in rows.contents} == {0, 1}


def test_two_guards_that_say_the_same_are_no_pair() -> None:
    """Neither answer shows which of them has spoken: the slot is vacant twice."""
    catalogue = Catalogue(CHESS)
    s = CHESS.read_position("KK../..../..../....")
    assert not isinstance(s, Unreadable)
    for word, pair in (("move_and_capture(2,2,2,2)", False), ("move_and_capture(2,2,3,3)", True)):
        event = CHESS.read(word)
        assert not isinstance(event, Unreadable)
        met = Situations(catalogue).met(s, event) | Meter(catalogue).at(s, event)
        assert (Together("move_and_capture", 5, 6) in met) is pair


def test_a_suite_takes_events_back_only_where_that_is_asked_for(small: Suite) -> None:
    assert not any(event.of_history for one in small.scripts for event in one)
    made = suite(TIC, TIC.start(), replace(QUICK, undo=True, mistakes=False))
    assert {"undo", "redo"} <= {event.name for one in made.scripts for event in one}


@pytest.mark.slow
def test_a_suite_notices_every_mistake_in_the_rulebook_that_can_be_noticed(small: Suite) -> None:
    scripts = [
        record_expected(TIC, TIC.start(), str(i), one, Dialect.DOCUMENT)
        for i, one in enumerate(small.scripts)
    ]
    tried = [*try_mutants(mutants_of(TIC), BySuite(TIC, TIC.start(), scripts))]
    alive = [one.mutant for one in tried if one.verdict is not MutantVerdict.KILLED]
    compare = EquivalenceCheck(TIC, TIC.start())
    assert [one for one in alive if compare.compare(one).script is not None] == []


def test_the_kept_suite_of_chess_solitaire_is_short_and_of_the_document_s_events() -> None:
    kept = kept_suite(CHESS, CHESS.start(), lambda _: pytest.fail("it is made anew"))
    assert sum(map(len, kept)) <= 600
    names = {event.name for one in kept for event in one}
    assert names == {"setup_chess", "start_game", "reset_game", "moves", "move_and_capture"}


def test_the_kept_suite_of_chess_solitaire_notices_98_of_100_mistakes() -> None:
    """Of those that can be noticed: the others are listed, and mean the same."""
    kept = kept_suite(CHESS, CHESS.start())
    scripts = [
        record_expected(CHESS, CHESS.start(), str(i), one, Dialect.DOCUMENT)
        for i, one in enumerate(kept)
    ]
    judge = BySuite(CHESS, CHESS.start(), scripts)
    beyond = {cls.__name__ for cls in CHESS.events if cls.beyond_source}
    kinds = [kind for kind in KINDS if kind != "table"]
    mutants = [
        one
        for one in mutants_of(CHESS, kinds=kinds)
        if one.where.partition(".")[0] not in {*beyond, *UNTOLD}
        and (one.where, one.after) not in ALIKE
    ]
    alive = [o.mutant for o in try_mutants(mutants, judge) if o.verdict is MutantVerdict.SURVIVED]
    assert len(mutants) > 200
    assert len(alive) <= 0.02 * len(mutants), [(one.place, one.after) for one in alive]


UNTOLD = {"outcome", "_lost_with"}
"""Functions whose words are for players, and stand in no transcript."""

ALIKE = {
    # A slot off the board is never occupied.
    ("SetupChess.guards", "yield (at not in s.board or occupied(at))"),
    # Candidates: what they offer too much, the guards refuse.
    ("captures", "occupied.isdisjoint(path)"),
    ("captures", "b in occupied"),
    ("captures", "b in occupied or occupied.isdisjoint(path)"),
    ("judged", "in_play"),
    # What is printed of a piece is the same.
    ("possible_moves", "piece"),
    # No leap of a knight goes no way at all.
    ("towards", "n >= 0"),
    ("towards", "-1"),
}
"""Mistakes in Chess Solitaire that no transcript can show."""


@pytest.mark.slow
def test_the_suite_of_chess_solitaire_meets_24_pairs_and_every_row() -> None:
    made = suite(CHESS, CHESS.start(), SuitePlan(effort=Effort(seconds=inf), seconds=inf))
    scripts = [
        NamedScript(str(i), one) for i, one in enumerate(made.scripts) if not made.is_beyond(i)
    ]
    known = made.survey
    found = measure_scripts(known.catalogue, known.start, scripts, made.tables)
    pairs = [o for o in known.reachable(beyond=False) if isinstance(o, Together)]
    assert len(pairs) == 24
    assert {*pairs} <= {*found.met}
    assert {Used(row) for row in made.tables.whole} <= {*found.met}
    assert sum(len(one.events) for one in scripts) <= 650
