"""Mutants: small mistakes in a rulebook, who notices them, and what they leave behind."""

from collections import Counter
from typing import Any

import pytest

from ludex.check.rulebooks import rulebook_of
from ludex.kernel import Event, Game, Unreadable
from ludex.language.position import read_position
from ludex.language.script_check import Dialect
from ludex.registry import load
from ludex.study.coverage.tables import Tables
from ludex.study.mutants import KINDS, Mutant, MutantVerdict, mutants_of, try_mutants
from ludex.study.mutants.equivalence import EquivalenceCheck
from ludex.study.mutants.evaluation import ByLaws, BySuite, record_expected
from ludex.study.mutants.report import junit, report_lines, score
from playing import ROOT

CHESS = load("chess-solitaire")
TIC = load(str(ROOT / "examples" / "tic_tac_toe.py"))
LATE = read_position(TIC, "cells=[1 2 - - 1 - - - 2] turn=1")
"""Five cells are left, and both can still win."""


def suite_of(game: Game[Any], *texts: str) -> BySuite:
    scripts = []
    for number, text in enumerate(texts):
        events: list[Event[Any]] = []
        for word in text.split():
            event = game.read(word)
            assert not isinstance(event, Unreadable)
            events.append(event)
        scripts.append(record_expected(game, game.start(), str(number), events, Dialect.DOCUMENT))
    return BySuite(game, game.start(), scripts)


def the(game: Game[Any], kind: str, after: str) -> Mutant:
    found = [m for m in mutants_of(game, kinds=[kind]) if after in m.after]
    assert len(found) == 1
    return found[0]


def test_every_kind_of_mutant_is_made_of_any_rulebook() -> None:
    kinds = Counter(mutant.kind for mutant in mutants_of(TIC))
    assert {*kinds} == {*KINDS} - {"confuse"}  # it has no phases, and an event has one argument
    assert any(mutant.kind == "confuse" for mutant in mutants_of(CHESS))
    assert kinds["swap"] == 1


def test_the_rulebook_is_as_it_was_when_a_mutant_is_gone() -> None:
    judge = suite_of(TIC, "mark(5) mark(5) mark(0) mark(1) mark(9)")
    for mutant in mutants_of(TIC):
        with mutant.put():
            judge.notices()
        assert judge.notices() is None, mutant


def test_a_suite_notices_a_guard_that_is_negated_dropped_or_swapped() -> None:
    judge = suite_of(CHESS, "start_game setup_chess(K,9,9)")
    found = [
        mutant
        for mutant in mutants_of(CHESS, kinds=["swap"])
        if mutant.where == "SetupChess.guards"
    ]
    verdicts = [one.verdict for one in try_mutants(found, judge)]
    assert verdicts == [MutantVerdict.KILLED, MutantVerdict.SURVIVED]


def test_a_survivor_comes_with_a_script_that_would_kill_it() -> None:
    mutant = the(TIC, "swap", "cell {self.cell} is taken")
    lazy = suite_of(TIC, "mark(1)")
    (one,) = try_mutants([mutant], lazy, EquivalenceCheck(TIC, LATE))
    assert one.verdict is MutantVerdict.SURVIVED
    assert one.compared is not None
    assert one.compared.script is not None
    better = suite_of(TIC, " ".join(one.compared.script))
    (again,) = try_mutants([mutant], better)
    assert again.verdict is MutantVerdict.KILLED


def test_a_mutant_that_means_the_same_is_proved_to() -> None:
    """A line of tic-tac-toe that is written twice changes nothing."""
    (one,) = try_mutants([twice()], suite_of(TIC, "mark(1)"), EquivalenceCheck(TIC, LATE))
    assert one.verdict is MutantVerdict.EQUIVALENT
    assert "all 85 reachable states" in "\n".join(report_lines([one], "tic-tac-toe", 1, "a suite"))


def twice() -> Mutant:
    tables = Tables(rulebook_of(TIC))
    lines = tables.value["LINES"]
    return Mutant(
        "table", "", 0, "LINES", "", "", lambda: tables.changed("LINES", (*lines, lines[-1]))
    )  # fmt: skip


def test_another_winner_is_no_equivalent_though_no_transcript_shows_it() -> None:
    mutants = [m for m in mutants_of(TIC, kinds=["shift"]) if m.where == "outcome"]
    comparison = EquivalenceCheck(TIC, LATE)
    for mutant in mutants:
        assert not comparison.compare(mutant).is_proved


def test_the_laws_notice_an_effect_that_raises() -> None:
    judge = ByLaws(TIC, TIC.start())
    assert judge.notices() is None
    mutant = mutants_of(TIC, kinds=["drop"])[0]  # no cell 10: then its effect raises
    (one,) = try_mutants([mutant], judge)
    assert one.verdict is MutantVerdict.KILLED


def test_a_mutant_that_does_not_come_to_an_end_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludex.study.mutants.evaluation.TIMEOUT", 0.3)
    judge = suite_of(TIC, "mark(1)")

    class Forever:
        def __enter__(self) -> None:
            self.usual = TIC.events[0].apply
            TIC.events[0].apply = lambda *_: _forever()  # type: ignore[method-assign]  # a mutant

        def __exit__(self, *_: object) -> None:
            TIC.events[0].apply = self.usual  # type: ignore[method-assign]  # as above

    (one,) = try_mutants([Mutant("effect", "", 0, "", "", "", Forever)], judge)
    assert one.verdict is MutantVerdict.KILLED
    assert "does not finish" in one.by


def _forever() -> object:
    while True:
        pass


def test_the_same_seed_draws_the_same_mutants() -> None:
    names = [[(m.place, m.after) for m in mutants_of(CHESS, count=30, seed=7)] for _ in "ab"]
    assert names[0] == names[1]
    assert len(names[0]) == 30


def test_a_part_is_left_out_of_a_row_replaced_or_put_into_it() -> None:
    found = [m for m in mutants_of(CHESS, count=300, kinds=["table"]) if m.row]
    rows = [m for m in found if m.before.startswith("(") and m.after.startswith("(")]
    parts = Counter(
        (m.after.count("), (") + 1) * (m.after != "()")
        - (m.before.count("), (") + 1) * (m.before != "()")
        for m in rows
        if "stands" not in m.after
    )
    assert {*parts} == {-1, 0, 1}
    assert any(m.before == "()" for m in rows)  # nothing was in the way, now there is


def test_the_report_counts_and_names_survivors() -> None:
    found = [*try_mutants(mutants_of(TIC), suite_of(TIC, "mark(1) mark(1)"))]
    report = "\n".join(report_lines(found, "tic-tac-toe", 1, "a suite"))
    assert "tic_tac_toe.py:" in report
    assert "not compared with the rulebook" in report
    assert 0 < score(found) < 100
    assert junit(found, "tic-tac-toe").count("<failure") == sum(
        one.verdict is MutantVerdict.SURVIVED for one in found
    )
