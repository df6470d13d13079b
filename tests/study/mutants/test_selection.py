"""Which mutants are made, how a suite names what it notices, and how far a proof goes."""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from counting import COUNTING
from ludex.check.rulebooks import DataTable, Rulebook, rulebook_of
from ludex.kernel import Dice, Event
from ludex.language.script_check import Dialect
from ludex.registry import Filter, PrintedPart
from ludex.study.coverage.tables import Tables, rows_of
from ludex.study.mutants import Mutant, MutantVerdict, mutants_of, try_mutants
from ludex.study.mutants.equivalence import EquivalenceCheck
from ludex.study.mutants.evaluation import BySuite, record_expected
from ludex.study.mutants.operators import mistakes
from ludex.study.mutants.program import ByProgram
from ludex.study.mutants.reached import at_work, run_scripts
from ludex.study.mutants.sources import source_mutants
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


def test_a_row_that_is_put_in_leaves_all_others_as_they_are() -> None:
    held = {"a": {1: "one"}, "b": {2: "two"}}
    tables = Tables(Rulebook((), (), (DataTable("NESTED", held),)))
    drawn = [one for one in draw_changes(tables, Dice(1), 30) if one.before == "no row"]
    assert {one.row.path for one in drawn} == {("a", 2), ("b", 1)}
    for one in drawn:
        rows = {path: value for path, value in rows_of(one.value) if path != one.row.path}
        assert rows == dict(rows_of(held))


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


def test_mistakes_are_made_in_lines_that_are_run() -> None:
    book = rulebook_of(TIC)
    every = [*source_mutants(book)]
    mark = TIC.read("mark(1)")
    assert isinstance(mark, Event)
    assert at_work(book, every, lambda: None) == []
    played = at_work(book, every, lambda: run_scripts(TIC, TIC.start(), [(mark,)]))
    assert {"Mark.guards", "Mark.apply"} <= {one.where for one in played}
    assert len(played) < len(every)


def test_a_result_may_be_left_out_and_a_conversion_may_not() -> None:
    made = mistakes(ast.parse("a = judged(b); c = tuple(d)"), lambda _, __: ())
    assert [(one.before, one.after) for one in made if one.kind == "skip"] == [("judged(b)", "b")]


def test_of_a_statement_its_first_line_is_shown() -> None:
    made = mistakes(ast.parse("if a:\n    b = c"), lambda _, __: ())
    assert [(one.before, one.after) for one in made] == [("if a:", "if not a:")]


SQUARES = """
def squares(count):
    some = []
    while len(some) < count:
        some += [len(some) ** 2]
    return some

TABLE = {0: squares(0)}
"""


def test_a_table_that_is_not_made_in_time_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludex.study.mutants.derived.TIMEOUT", 0.1)
    module = ModuleType("squares")
    module.__file__ = str(tmp_path / "squares.py")
    Path(module.__file__).write_text(SQUARES)
    exec(compile(SQUARES, module.__file__, "exec"), vars(module))
    book = Rulebook((module,), (), (DataTable("TABLE", module.TABLE, "squares"),))
    endless = next(m for m in source_mutants(book) if m.after.startswith("while not"))
    with endless.put():
        assert module.TABLE == {}
    assert module.TABLE == {0: []}


Choices = Callable[[int], list[str]]


class Program:
    """A program that prints a smaller number, and the mistakes that are made in it."""

    def __init__(self) -> None:
        self.choices: Choices = lambda n: [*map(str, range(n))]

    def every(self, n: int) -> list[str]:
        return self.choices(n)

    def filter(self) -> Filter:
        def right(given: str, said: str) -> tuple[PrintedPart, ...]:
            is_right = said.isdigit() and int(said) < int(given)
            return (PrintedPart("a number", said if is_right else "0", "less", "It is less."),)

        return Filter(
            name="less",
            summary="A smaller number",
            right=right,
            generate=lambda dice: str(2 + dice.below(9)),
            run=lambda n, dice: dice.choice(self.every(n)),
            read=int,
            choices=self.every,
        )

    def mutant(self, wrong: Choices) -> Mutant:
        @contextmanager
        def put() -> Iterator[None]:
            usual, self.choices = self.choices, wrong
            yield
            self.choices = usual

        return replace(NOTHING, put=put)


def test_a_program_with_a_choice_may_leave_some_of_it_out() -> None:
    program = Program()
    wrong: list[Choices] = [
        lambda _: ["0"],
        lambda n: [str(n)],
        lambda n: [str(n)] if n > 9 else ["0"],
        lambda _: [],
    ]
    judge = ByProgram(program.filter(), 1)
    tried = [*try_mutants(map(program.mutant, wrong), judge)]
    assert [one.verdict for one in tried] == [
        MutantVerdict.EQUIVALENT,
        MutantVerdict.KILLED,
        MutantVerdict.SURVIVED,
        MutantVerdict.KILLED,
    ]
    reasons = [one.compared.because for one in tried if one.compared]
    assert reasons[0].startswith("all that it may print is right")
    assert reasons[1].endswith("other inputs would kill it")
