"""Which mutants are made, how a suite names what it notices, and how far a proof goes."""

from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from typing import Any

from counting import COUNTING
from ludex.check.rulebooks import rulebook_of
from ludex.kernel import Dice, Event
from ludex.language.script_check import Dialect
from ludex.study.coverage.tables import Tables
from ludex.study.mutants import Mutant, mutants_of
from ludex.study.mutants.equivalence import EquivalenceCheck
from ludex.study.mutants.evaluation import BySuite, record_expected
from ludex.study.mutants.tables import draw_changes
from playing import ROOT, example

TIC = example("tic_tac_toe")
NOTHING = Mutant("effect", "", 0, "", "", "", nullcontext)


def test_half_of_those_drawn_are_of_tables_unless_only_they_are_wanted() -> None:
    kinds = [mutant.kind for mutant in mutants_of(TIC, count=13)]
    assert (len(kinds), kinds.count("table")) == (13, 7)
    assert len(mutants_of(TIC, count=13, kinds=["table"])) == 13


def test_a_mutant_of_a_table_says_in_which_file_and_line_it_stands() -> None:
    lines = (ROOT / "examples" / "tic_tac_toe.py").read_text().splitlines()
    for mutant in mutants_of(TIC, count=5, kinds=["table"]):
        assert mutant.row is not None
        assert mutant.file == "tic_tac_toe.py"
        assert lines[mutant.line - 1].startswith(mutant.row.table)


def test_every_number_is_shifted_by_one_both_up_and_down() -> None:
    found: dict[tuple[object, ...], set[int]] = {}
    for mutant in mutants_of(TIC, kinds=["shift"]):
        if mutant.before.isdigit():
            steps = found.setdefault((mutant.where, mutant.line, mutant.before), set())
            steps.add(int(mutant.after) - int(mutant.before))
    assert found
    assert all(steps == {1, -1} for steps in found.values())
    guards = [m for m in mutants_of(TIC, kinds=["shift"]) if m.where == "Mark.guards"]
    assert {("9", "10"), ("9", "8")} <= {(m.before, m.after) for m in guards}


def test_of_the_changes_of_a_table_none_is_drawn_twice() -> None:
    tables = Tables(rulebook_of(TIC))
    drawn = [*islice(draw_changes(tables, Dice(1), 10_000), 10_000)]
    assert 10 < len(drawn) < 10_000
    assert len({(one.row, one.after) for one in drawn}) == len(drawn)


def broken(_: object) -> str:
    raise ZeroDivisionError


def test_a_suite_counts_the_events_up_to_the_one_that_crashes() -> None:
    event = TIC.moves(TIC.start())[0]
    script = record_expected(TIC, TIC.start(), "one", [event, event], Dialect.DOCUMENT)

    def noticed(text: Any) -> str | None:
        return BySuite(replace(TIC, text=text), TIC.start(), [script]).notices()

    start = TIC.start()
    assert noticed(TIC.text) is None
    assert noticed(broken) == "one, event 0: ZeroDivisionError"
    assert noticed(lambda s: TIC.text(s) if s == start else broken(s)) == (
        "one, event 1: ZeroDivisionError"
    )
    assert noticed(lambda s: TIC.text(s) if s == start else "?") == "one, event 1"


class Climb(Event[int]):
    """Go one or two up, for ever."""

    two: bool

    def apply(self, s: int) -> int:
        return s + 1 + self.two


def test_what_differs_nowhere_is_proved_where_everything_was_compared() -> None:
    whole = EquivalenceCheck(COUNTING, 0).compare(NOTHING)
    assert (whole.script, whole.is_proved, whole.states) == (None, True, 22)
    endless = replace(COUNTING, events=(Climb,), outcome=lambda _: None)
    part = EquivalenceCheck(endless, 0).compare(NOTHING)
    assert (part.script, part.is_proved) == (None, False)
    assert 60 < part.states <= 81  # each state that a walk of forty leads to, once
