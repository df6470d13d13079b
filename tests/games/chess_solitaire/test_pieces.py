"""How the pieces move: drawn boards, and the walks that can be blocked."""

import pytest

from ludex.games.chess_solitaire.game import game
from ludex.games.chess_solitaire.rules.events import MoveAndCapture, Moves
from ludex.games.chess_solitaire.rules.pieces import Piece, between, reaches
from ludex.games.chess_solitaire.rules.state import State
from ludex.kernel import Unreadable
from ludex.language.position import read_position
from ludex.parts.grid import Square


def board(line: str) -> State:
    state = read_position(game, line)
    assert not isinstance(state, Unreadable)
    return state


# Table 1 of the document (repaired where its text is damaged), the piece on (2, 2); a
# second piece is on the board so that the game is in progress, and is not drawn.
TABLE_1 = {
    "K": "+++. +K+. +++. ....",
    "Q": "+++. +Q++ +++. .+.+",
    "N": "...+ .N.. ...+ +.+.",
    "B": "+.+. .B.. +.+. ...+",
    "R": ".+.. +R++ .+.. .+..",
    "P": "+.+. .P.. .... ....",
}


@pytest.mark.requirement("chess-solitaire.Table 1.*", "chess-solitaire.R2")
@pytest.mark.parametrize(("letter", "drawn"), TABLE_1.items())
def test_the_possible_moves_from_2_2_are_those_of_table_1(letter: str, drawn: str) -> None:
    rows = {(2, 2): letter}
    for at in [(1, 1), (1, 2), (2, 4), (1, 4)]:  # something it can capture
        other = Square(*at)
        if reaches(Piece(letter), Square(2, 2), other):
            rows[at] = "K"
            break
    line = "/".join("".join(rows.get((r, c), ".") for c in range(1, 5)) for r in range(1, 5))
    shown = Moves(Square(2, 2)).answer(board(line))
    assert shown.split("\n")[2:] == drawn.split()


def test_a_pawn_in_the_top_row_goes_nowhere() -> None:
    assert not any(
        reaches(Piece.PAWN, Square(1, 2), Square(r, c)) for r in range(1, 5) for c in range(1, 5)
    )


def test_nothing_reaches_its_own_slot() -> None:
    for piece in Piece:
        assert not reaches(piece, Square(2, 2), Square(2, 2))


@pytest.mark.requirement("chess-solitaire.knight first vertically")
def test_the_knight_walks_its_rows_first_and_then_its_columns() -> None:
    assert between(Piece.KNIGHT, Square(2, 3), Square(1, 1)) == (
        Square(1, 3),
        Square(1, 2),
    )
    assert between(Piece.KNIGHT, Square(3, 3), Square(1, 2)) == (
        Square(2, 3),
        Square(1, 3),
    )


@pytest.mark.requirement("chess-solitaire.R3", "chess-solitaire.Table 2.8")
@pytest.mark.parametrize(
    ("drawn", "source", "target", "is_blocked"),
    [
        (".N../.P../..K./....", (1, 2), (3, 3), True),
        (".N../.Q.K/..../....", (1, 2), (2, 4), True),
        ("KP../..N./..../....", (2, 3), (1, 1), True),
        (".K../.P../..N./....", (3, 3), (1, 2), False),
        (".K../..P./..N./....", (3, 3), (1, 2), True),
        (".KP./..../..N./....", (3, 3), (1, 2), True),  # the corner of the L
        ("Q.PK/..../..../....", (1, 1), (1, 4), True),
        ("Q..K/..P./..../....", (1, 1), (1, 4), False),
        ("B.../.P../..K./....", (1, 1), (3, 3), True),
    ],
)
def test_a_walk_is_blocked_by_any_piece_before_its_end(
    drawn: str, source: tuple[int, int], target: tuple[int, int], *, is_blocked: bool
) -> None:
    state = board(drawn)
    event = MoveAndCapture(Square(*source), Square(*target))
    refusal = game.refusal(state, event)
    if is_blocked:
        assert refusal is not None
        assert refusal.code == "blocked"
    else:
        assert refusal is None
