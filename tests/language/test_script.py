"""The grammar of event scripts: one table, read both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.language.script import ScriptFault, ScriptPlace, WrittenEvent, parse

READ = [
    ("", []),
    ("-- nothing but a comment", []),
    ("start_game", ["start_game"]),
    ("  start_game  -- begin", ["start_game"]),
    ("undo redo undo", ["undo", "redo", "undo"]),
    ("moves (4, 3)", ["moves(4,3)"]),
    ("moves\n(\n4 ,\n3\n)", ["moves(4,3)"]),
    ("moves(-9,-3)moves(1,2)", ["moves(-9,-3)", "moves(1,2)"]),
    ("setup_chess(N, 2, 1) start_game -- two", ["setup_chess(N,2,1)", "start_game"]),
    ("undo\r\nredo\r\n", ["undo", "redo"]),
    ("deal(7♥, 10s)", ["deal(7♥,10s)"]),
]


@pytest.mark.parametrize(("text", "events"), READ)
def test_events_are_read_whatever_the_spacing(text: str, events: list[str]) -> None:
    assert [str(written) for written in parse(text.split("\n"))] == events


@pytest.mark.parametrize(("text", "events"), READ)
def test_what_is_printed_reads_back(text: str, events: list[str]) -> None:
    assert [str(written) for written in parse([" ".join(events)])] == events


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("moves()", 1, 7, "empty parentheses"),
        ("undo\n  (", 2, 3, "not closed"),
        ("undo\nmoves(1,", 2, 8, "opened at line 2, column 6 is not closed"),
        ("moves(1 2)", 1, 9, "expected ',' or ')', found '2'"),
        ("moves(,1)", 1, 7, "expected an argument, found ','"),
        ("moves(1,)", 1, 9, "expected an argument, found ')'"),
        (")", 1, 1, "expected the name of an event, found ')'"),
        ("7(1)", 1, 1, "expected the name of an event, found '7'"),
        ("\0\x01", 1, 1, "expected the name of an event"),
        ("moves(1(2))", 1, 8, "expected ',' or ')', found '('"),
    ],
)
def test_the_first_fault_is_found_at_its_place(
    text: str, line: int, column: int, problem: str
) -> None:
    *_, fault = parse(text.split("\n"))
    assert isinstance(fault, ScriptFault)
    assert fault.at == ScriptPlace(line, column)
    assert problem in fault.problem


@given(st.text())
def test_any_text_is_a_script_or_has_one_fault_at_its_end(text: str) -> None:
    *events, last = [
        WrittenEvent("none", (), ScriptPlace(0, 0), ()),
        *parse(text.splitlines()),
    ]
    assert all(isinstance(event, WrittenEvent) for event in events)
    assert isinstance(last, WrittenEvent | ScriptFault)
