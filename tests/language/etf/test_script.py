"""The course's oracle on faulty scripts: its words and its places, exactly.

The expected texts follow the grammar and the generated code of the Eiffel Testing Framework.
"""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.chess_solitaire.game import game
from ludex.kernel import Game
from ludex.language.etf.interface import interface
from ludex.language.script_check import Dialect, Typed, script_faults
from playing import every_game

GOLDEN = Path(__file__).parents[2] / "every_game" / "golden"

SYNTAX = "Syntax Error: specification of command executions cannot be parsed"
TYPES = "Type Error: specification of command executions is not type-correct"
MOVES = "declaration moves(row: INTEGER_32 ; col: INTEGER_32)"
SETUP = "declaration setup_chess(c: CHESS = {K, Q, N, B, R, P} ; row: INTEGER_32 ; col: INTEGER_32)"


def oracle(script: str) -> list[str]:
    return list(script_faults(game, lambda: script.splitlines(keepends=True), Dialect.ETF))


def ran(script: str) -> list[str]:
    assert oracle(script) == []
    typed = Typed(game, Dialect.ETF)
    return [str(e) for e in typed.events(lambda: script.splitlines(keepends=True))]


def test_arguments_are_joined_by_a_comma_and_a_blank() -> None:
    assert oracle("moves(K,1)") == [TYPES, f"moves(K, 1) does not conform to {MOVES}"]
    assert oracle("moves( K ,N )") == [
        TYPES,
        f"moves(K, N) does not conform to {MOVES}",
    ]


def test_a_declaration_prints_the_members_of_its_set() -> None:
    assert oracle("setup_chess(1,1,1)") == [
        TYPES,
        f"setup_chess(1, 1, 1) does not conform to {SETUP}",
    ]


def test_an_event_without_its_arguments_is_printed_with_empty_parentheses() -> None:
    assert oracle("moves") == [TYPES, f"moves() does not conform to {MOVES}"]
    assert oracle("setup_chess") == [
        TYPES,
        f"setup_chess() does not conform to {SETUP}",
    ]


@pytest.mark.parametrize("event", ["move_piece(1,1,2,2)", "take_off(1,1)", "clear_board"])
def test_the_oracle_does_not_know_the_events_of_our_editor(event: str) -> None:
    name = event.partition("(")[0]
    assert oracle(event) == [TYPES, f"Error: unknown event name {name}"]
    assert name not in interface(game)
    assert name in game.calls


def test_every_event_of_a_wrong_type_is_listed() -> None:
    assert oracle("fly\nmoves(1) start_game\nMoves(1,2)") == [
        TYPES,
        "Error: unknown event name fly",
        f"moves(1) does not conform to {MOVES}",
        "Error: unknown event name Moves",
    ]


@pytest.mark.parametrize(
    ("script", "events"),
    [
        ("moves(- 1, 2)", ["moves(-1,2)"]),
        ("moves(-\n1,-  -- a comment\n2)", ["moves(-1,-2)"]),
        ("moves(- 0, 007)", ["moves(0,7)"]),
        ("moves(1.0, - 3.00)", ["moves(1,-3)"]),
        ("moves?(1?,2)?undo", ["moves(1,2)", "undo"]),
        ("moves\t(4 ,\r\n3)--end\n  -- more\n\nundo", ["moves(4,3)", "undo"]),
    ],
    ids=[
        "minus",
        "minus over lines",
        "zeros",
        "whole reals",
        "question marks",
        "lines",
    ],
)
def test_what_the_framework_reads_runs(script: str, events: list[str]) -> None:
    assert ran(script) == events


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("moves()", "parse error (Line 1, Column 7)"),
        ("moves(,1)", "parse error (Line 1, Column 7)"),
        ("moves(1 2)", "parse error (Line 1, Column 9)"),
        ("moves(1,2))", "parse error (Line 1, Column 11)"),
        ("7", "parse error (Line 1, Column 1)"),
        ("undo\n_undo", "parse error (Line 2, Column 1)"),
        ("moves(+1,2)", "parse error (Line 1, Column 7)"),
        ("moves(1-2)", "parse error (Line 1, Column 8)"),
        ("moves(.5,1)", "parse error (Line 1, Column 7)"),
        ("moves(1.,1)", "parse error (Line 1, Column 8)"),
        ("moves(1..2)", "parse error (Line 1, Column 8)"),
        ("moves(- K,2)", "parse error (Line 1, Column 9)"),
        ("moves(é,2)", "parse error (Line 1, Column 7)"),
    ],
)
def test_a_parse_error_stands_where_the_token_begins(script: str, problem: str) -> None:
    assert oracle(script) == [SYNTAX, problem]


@pytest.mark.parametrize(
    ("script", "place"),
    [
        ("-- one\n\nundo\n   \n  -- two\nmoves()\n", "(Line 2, Column 7)"),
        ("-- one\nundo -- two\n\n  moves(\n-- three\n)", "(Line 3, Column 1)"),
        ("\n\n\nmoves(1,2\n\n", "(Line 2, Column 1)"),
    ],
    ids=["before", "between", "end"],
)
def test_lines_are_counted_without_comments_and_blank_ones(script: str, place: str) -> None:
    assert oracle(script) == [SYNTAX, f"parse error {place}"]


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("setup_chess(k,1,1)", "Unknown identifier k (Line 1, Column 13)"),
        (
            "moves(1,2,3)",
            'Too many arguments passed for "moves" (Line 1, Column 11)',
        ),
        (
            "start_game(1)",
            'Too many arguments passed for "start_game" (Line 1, Column 12)',
        ),
        (
            "moves(2147483648,1)",
            "Invalid number for 32-bit integer 2147483648 (Line 1, Column 7)",
        ),
        (
            "moves(-2147483649,1)",
            "Invalid number for 32-bit integer -2147483649 (Line 1, Column 8)",
        ),
        (
            "moves(0002147483648,1)",
            "Invalid number for 32-bit integer 2147483648 (Line 1, Column 7)",
        ),
        (
            "moves(1,- 01.50)",
            "Invalid number for 32-bit integer -1.5 (Line 1, Column 11)",
        ),
    ],
)
def test_what_the_parser_finds_besides_is_a_syntax_error(script: str, problem: str) -> None:
    assert oracle(script) == [SYNTAX, problem]


def test_of_several_such_faults_the_last_is_told() -> None:
    script = "moves(1,2,3)\nsetup_chess(x,1,1) moves(1,2147483648)"
    told = "Invalid number for 32-bit integer 2147483648 (Line 2, Column 28)"
    assert oracle(script) == [SYNTAX, told]
    assert oracle("moves(1,2,3,4)")[1].endswith("(Line 1, Column 13)")
    assert oracle("setup_chess(x,1,1) fly(") == [
        SYNTAX,
        "parse error (Line 2, Column 1)",
    ]


def test_an_unknown_event_is_told_whatever_its_numbers() -> None:
    script = "fly(2147483648, 99999999999999999999, 1.5)"
    assert oracle(script) == [TYPES, "Error: unknown event name fly"]
    # Words are looked up before anybody asks for which event.
    assert oracle("fly(k)") == [SYNTAX, "Unknown identifier k (Line 1, Column 5)"]


@pytest.mark.parametrize(
    ("script", "shown"),
    [
        ("moves(true, 1)", "moves(true, 1)"),
        ("moves(TRUE,False)", "moves(TRUE, False)"),
        ('moves("a b",1)', "moves(a b, 1)"),
        ('moves("", 1)', 'moves("", 1)'),
        (r'moves("say \"K\"",1)', r"moves(say \"K\", 1)"),
        ("moves(1,'x')", "moves(1, 1)"),
        ("moves([1,K], <<>>)", "moves([1, K], <<>>)"),
        ("moves(<<- 1.50,[],[true]>>, 2)", "moves(<<-1.50, [], [true]>>, 2)"),
    ],
)
def test_values_of_the_framework_s_own_types_are_type_errors(script: str, shown: str) -> None:
    assert oracle(script) == [TYPES, f"{shown} does not conform to {MOVES}"]


def test_a_real_is_a_type_error_where_no_number_is_asked_for() -> None:
    assert oracle("setup_chess(- 1.50, 02, 1)") == [
        TYPES,
        f"setup_chess(-1.50, 2, 1) does not conform to {SETUP}",
    ]


def test_a_string_may_span_lines_and_hide_marks() -> None:
    script = 'undo moves(1,"two)\n -- lines?\n(here") moves(1'
    assert oracle(script) == [SYNTAX, "parse error (Line 3, Column 1)"]
    closed = 'moves("-- no comment",\n1)'
    assert oracle(closed) == [
        TYPES,
        f"moves(-- no comment, 1) does not conform to {MOVES}",
    ]


def test_a_quotation_mark_that_is_never_closed_is_a_parse_error() -> None:
    assert oracle('moves(1,\n "2)\nundo') == [SYNTAX, "parse error (Line 2, Column 2)"]


@pytest.mark.parametrize("word", ["system", "type", "INTEGER", "INTEGER_64", "ARRAY"])
def test_keywords_are_no_names(word: str) -> None:
    assert oracle(f"undo {word}") == [SYNTAX, "parse error (Line 1, Column 6)"]
    assert oracle(f"moves({word},1)") == [SYNTAX, "parse error (Line 1, Column 7)"]
    assert oracle(word.swapcase()) == [
        TYPES,
        f"Error: unknown event name {word.swapcase()}",
    ]


def test_integers_off_the_board_are_for_the_game_to_refuse() -> None:
    assert ran("moves(-2147483648,2147483647)") == ["moves(-2147483648,2147483647)"]


def test_columns_are_counted_in_bytes() -> None:
    assert oracle('moves("é",1) moves()')[1] == "parse error (Line 1, Column 21)"


@pytest.mark.parametrize("other", every_game(), ids=lambda game: game.name)
def test_games_that_the_framework_never_had_speak_its_dialect_too(
    other: Game[Any],
) -> None:
    lines = (GOLDEN / f"{other.name}.txt").read_text().splitlines
    assert list(script_faults(other, lines, Dialect.ETF)) == []
    as_document = list(map(str, Typed(other).events(lines)))
    assert list(map(str, Typed(other, Dialect.ETF).events(lines))) == as_document


@given(st.text(alphabet="moves undo(),-?'\"<>[]K1.7é\n", max_size=40))
def test_any_text_is_a_script_or_has_its_oracle(text: str) -> None:
    told = oracle(text)
    assert not told or (told[0] in (SYNTAX, TYPES) and len(told) > 1)
    assert told or ran(text) is not None
