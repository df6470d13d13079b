"""Scripts are checked as a whole: where, what, and what was perhaps meant."""

import pytest

from ludex.games.chess_solitaire.game import game
from ludex.language.script_check import Dialect, script_faults


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
            ["line 1, column 1: no event 'Moves' in chess-solitaire; did you mean 'moves'?"],
        ),
        (
            "undo\n  moves(1)",
            ["line 2, column 3: moves(row: INTEGER; col: INTEGER) takes 2 arguments, 1 given"],
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
def test_the_document_dialect_says_where_what_and_perhaps(script: str, expected: list[str]) -> None:
    assert list(script_faults(game, script.splitlines, Dialect.DOCUMENT)) == expected


def test_integers_off_the_board_are_for_the_game_to_refuse() -> None:
    script = "moves(-2147483648,2147483647)".splitlines
    assert list(script_faults(game, script, Dialect.DOCUMENT)) == []
