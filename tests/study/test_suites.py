"""Suites: small sets of scripts that meet everything that can be met."""

from dataclasses import replace
from typing import Annotated

import pytest

from counting import COUNTING
from ludex.check.rulebooks import DataTable, Rulebook, rulebook_of
from ludex.kernel import Dice, Event, Guards, Unreadable
from ludex.kernel.domains.atoms import Whole
from ludex.language.position import read_position
from ludex.language.script_check import Dialect
from ludex.registry import load
from ludex.study.coverage import Catalogue, GuardOrder, NamedScript, RowEffect, measure_scripts
from ludex.study.coverage.meter import Meter
from ludex.study.coverage.survey import Effort, survey
from ludex.study.coverage.tables import Tables
from ludex.study.grade.filters import find_filter
from ludex.study.mutants import KINDS, MutantVerdict, mutants_of, try_mutants
from ludex.study.mutants.equivalence import EquivalenceCheck
from ludex.study.mutants.evaluation import BySuite, record_expected
from ludex.study.mutants.program import ByProgram
from ludex.study.suites import Suite, SuitePlan, suite
from ludex.study.suites.detection import noticed_by_walks
from ludex.study.suites.files import render_index, write_scripts
from ludex.study.suites.kept import PLAN, kept_suite
from ludex.study.suites.selection import history_scripts
from ludex.study.suites.situations import Situations, TrialSituation, with_edges
from playing import ROOT

CHESS = load("chess-solitaire")
TIC = load(str(ROOT / "examples" / "tic_tac_toe.py"))


QUICK = SuitePlan(Effort(states=200, questions=8_000, idle=2_000), rounds=60)


@pytest.fixture(scope="module")
def small() -> Suite:
    return suite(TIC, TIC.start(), QUICK)


@pytest.mark.requirement("chess-solitaire.unit tests", "chess-solitaire.acceptance tests")
def test_a_suite_meets_everything_that_can_be_met(small: Suite) -> None:
    known = small.survey
    scripts = [NamedScript(str(i), one) for i, one in enumerate(small.scripts)]
    found = measure_scripts(known.catalogue, known.start, scripts, small.tables)
    assert not small.missed
    assert {*known.reachable()} <= {*found.met}
    assert {RowEffect(row) for row in small.tables.whole} <= {*found.met}


def test_every_script_says_what_it_is_for(small: Suite) -> None:
    files = [*write_scripts(small, Dialect.DOCUMENT)]
    assert files[0].script.startswith("-- mark happens\n")
    page = render_index(small, files, lambda name: f"ludex run GAME {name}")
    assert "ludex run GAME 01.txt --expect 01.expected.txt" in page
    assert "Explored: " in page


def test_an_event_is_tried_in_every_class_of_states_and_at_both_ends(small: Suite) -> None:
    shown = {one.facts for some in small.meets for one in some if isinstance(one, TrialSituation)}
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
    s = read_position(CHESS, "KK../..../..../....")
    assert not isinstance(s, Unreadable)
    for word, pair in (("move_and_capture(2,2,2,2)", False), ("move_and_capture(2,2,3,3)", True)):
        event = CHESS.read(word)
        assert not isinstance(event, Unreadable)
        met = Situations(catalogue).met(s, event) | Meter(catalogue).at(s, event)
        assert (GuardOrder("move_and_capture", 5, 6) in met) is pair


def test_a_suite_takes_events_back_only_where_that_is_asked_for(small: Suite) -> None:
    assert not any(event.of_history for one in small.scripts for event in one)
    few = Effort(states=20, questions=400, idle=400)
    made = suite(TIC, TIC.start(), SuitePlan(few, rounds=5, undo=True, mistakes=False))
    assert {"undo", "redo"} <= {event.name for one in made.scripts for event in one}


def test_what_no_walk_meets_is_met_by_the_survey_s_scripts() -> None:
    made = suite(TIC, TIC.start(), replace(QUICK, rounds=0, mistakes=False))
    assert made.scripts
    assert [one for one in made.missed if not isinstance(one, RowEffect)] == []


class Say(Event[int]):
    """Say a large number."""

    number: Annotated[int, Whole(0, 99_999)]

    def guards(self, s: int) -> Guards:
        yield self.number > s or "that is not large"

    def apply(self, s: int) -> int:
        return min(s + 9, 20)


def test_of_an_event_with_very_many_values_some_are_tried() -> None:
    few = Effort(states=3, questions=100, idle=100)
    plan = SuitePlan(few, rounds=3, mistakes=False)
    made = suite(replace(COUNTING, events=(Say,)), 0, plan)
    assert {event.name for one in made.scripts for event in one} == {"say"}


def test_each_kind_of_event_is_taken_back_and_played_again() -> None:
    mark = TIC.read("mark(1)")
    assert isinstance(mark, Event)
    first, accepted, refused = history_scripts(TIC, TIC.start(), [(mark, mark)])
    assert " ".join(map(str, first)) == "undo redo"
    assert " ".join(map(str, accepted)) == "mark(1) undo redo redo undo undo redo"
    assert " ".join(map(str, refused)) == "mark(1) mark(1) undo redo redo undo undo redo"


def test_the_edges_of_an_argument_are_its_ends_and_just_beyond() -> None:
    for word, edges in (
        ("mark(1)", ["mark(0)", "mark(10)", "mark(9)"]),
        ("mark(5)", ["mark(0)", "mark(1)", "mark(10)", "mark(9)"]),
    ):
        event = TIC.read(word)
        assert isinstance(event, Event)
        assert sorted(map(str, with_edges(event))) == edges


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


@pytest.mark.parametrize("name", ["chess-solitaire", "freecell", "russian-bank"])
def test_a_kept_suite_has_every_event_of_the_document(name: str) -> None:
    game = load(name)
    names = {event.name for one in kept_suite(game, game.start()) for event in one}
    assert names == {c.name for c in game.events if not (c.beyond_source or c.of_history)}


SOME = 80
"""Mistakes that are drawn: the docs say what became of all of them."""

WALKS = 40
"""Walks that try what the suite does not notice."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "share"), [("freecell", 0.9), ("russian-bank", 0.65)])
def test_a_kept_suite_notices_95_of_100_mistakes_that_walks_notice(name: str, share: float) -> None:
    """A `share` of all can be noticed: many of Russian Bank's are of positions and other options."""
    game = load(name)
    start = game.start()
    scripts = [
        record_expected(game, start, str(i), one, Dialect.DOCUMENT)
        for i, one in enumerate(kept_suite(game, start))
    ]
    every, dice = mutants_of(game, source_only=True, start=start), Dice(1)
    mutants = [every.pop(dice.below(len(every))) for _ in range(SOME)]
    tried = [*try_mutants(mutants, BySuite(game, start, scripts))]
    killed = [one for one in tried if one.verdict is MutantVerdict.KILLED]
    survived = [one.mutant for one in tried if one.verdict is MutantVerdict.SURVIVED]
    alive = noticed_by_walks(game, start, survived, Dice(2_026), WALKS)
    assert len(killed) >= share * SOME
    assert len(alive) <= 0.05 * (len(killed) + len(alive)), [(o.place, o.after) for o in alive]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["draw", "next"])
def test_inputs_of_a_program_notice_95_of_100_mistakes_that_any_others_notice(name: str) -> None:
    game = load("carcassonne")
    judge = ByProgram(find_filter(game, name))
    tried = [*try_mutants(mutants_of(game, count=SOME, program=judge), judge)]
    killed = [one for one in tried if one.verdict is MutantVerdict.KILLED]
    alive = [o.mutant for o in tried if o.compared and o.compared.because.endswith("would kill it")]
    assert len(killed) > SOME // 4
    assert len(alive) <= 0.05 * (len(killed) + len(alive)), [(o.place, o.after) for o in alive]


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
    # A capture is as good as another: whether there is one is asked.
    ("captures", "(b, a)"),
    # No leap of a knight goes no way at all.
    ("towards", "n >= 0"),
    ("towards", "-1"),
}
"""Mistakes in Chess Solitaire that no transcript can show."""


@pytest.mark.slow
def test_the_kept_suite_of_chess_solitaire_meets_24_pairs_and_every_row() -> None:
    known = survey(CHESS, CHESS.start(), PLAN.effort)
    tables = Tables(rulebook_of(CHESS))
    scripts = [NamedScript(str(i), one) for i, one in enumerate(kept_suite(CHESS, CHESS.start()))]
    found = measure_scripts(known.catalogue, known.start, scripts, tables)
    pairs = [o for o in known.reachable(beyond=False) if isinstance(o, GuardOrder)]
    assert len(pairs) == 24
    assert {*pairs} <= {*found.met}
    assert {RowEffect(row) for row in tables.whole} <= {*found.met}
