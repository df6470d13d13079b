"""Scripts are checked as a whole, and both dialects say what is wrong."""

import pytest

from ludex.games.chess_solitaire import game
from ludex.text.check import Dialect, faults

SYNTAX = "Syntax Error: specification of command executions cannot be parsed"
TYPES = "Type Error: specification of command executions is not type-correct"
MOVES = "declaration moves(row: INTEGER_32 ; col: INTEGER_32)"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("moves()", [SYNTAX, "parse error (Line 1, Column 7)"]),
        ("undo\nmoves(1,2", [SYNTAX, "parse error (Line 2, Column 9)"]),
        ("setup_chess(k,1,1)", [SYNTAX, "Unknown identifier k (Line 1, Column 13)"]),
        (
            "moves(1,2,3)",
            [SYNTAX, 'Too many arguments passed for "moves" (Line 1, Column 11)'],
        ),
        (
            "moves(2147483648,1)",
            [
                SYNTAX,
                "Invalid number for 32-bit integer 2147483648 (Line 1, Column 7)",
            ],
        ),
        ("moves(1)", [TYPES, f"moves(1) does not conform to {MOVES}"]),
        ("moves(K, 1)", [TYPES, f"moves(K,1) does not conform to {MOVES}"]),
        (
            "fly\nmoves(1)\nMoves(1,2)",
            [
                TYPES,
                "Error: unknown event name fly",
                f"moves(1) does not conform to {MOVES}",
                "Error: unknown event name Moves",
            ],
        ),
        ("fly moves(", [SYNTAX, "parse error (Line 1, Column 10)"]),
    ],
)
def test_the_oracle_s_words_for_bad_scripts(script: str, expected: list[str]) -> None:
    assert list(faults(game, script.splitlines, Dialect.ETF)) == expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (
            "move_and_captur(1,2,3,4)",
            [
                "line 1, column 1: no event 'move_and_captur' in chess-solitaire; "
                "did you mean 'move_and_capture'?"
            ],
        ),
        (
            "Moves(1,2)",
            [
                "line 1, column 1: no event 'Moves' in chess-solitaire; did you mean 'moves'?"
            ],
        ),
        (
            "undo\n  moves(1)",
            [
                "line 2, column 3: moves(row: INTEGER; col: INTEGER) takes 2 arguments, "
                "1 given"
            ],
        ),
        ("start_game(1)", ["line 1, column 1: start_game takes 0 arguments, 1 given"]),
        (
            "setup_chess(k,1,1)",
            [
                "line 1, column 13: setup_chess: c should be one of K, Q, N, B, R, P, "
                "not 'k'; did you mean 'K'?"
            ],
        ),
        (
            "moves(1,2147483648)",
            [
                "line 1, column 9: moves: col should be a number from 1 to 4, not "
                "'2147483648': it does not fit 32 bits"
            ],
        ),
    ],
)
def test_the_document_dialect_says_where_what_and_perhaps(
    script: str, expected: list[str]
) -> None:
    assert list(faults(game, script.splitlines, Dialect.DOCUMENT)) == expected


def test_integers_off_the_board_are_for_the_game_to_refuse() -> None:
    script = "moves(-2147483648,2147483647)".splitlines
    assert list(faults(game, script, Dialect.ETF)) == []
    assert list(faults(game, script, Dialect.DOCUMENT)) == []
