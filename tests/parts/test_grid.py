"""Grids: boards as values."""

from hypothesis import given
from hypothesis import strategies as st

from ludex.parts.grid import Grid, Square, squares

places = st.sampled_from(sorted(squares(3, 4)))


def test_an_empty_board_has_squares_and_nothing_on_them() -> None:
    board: Grid[str] = Grid.empty(3, 4)
    assert len(board) == 0
    assert len(board.squares) == 12
    assert Square(3, 4) in board.squares
    assert Square(4, 3) not in board.squares
    assert board.lines == ((None,) * 4,) * 3


@given(places, places)
def test_a_thing_moves_and_takes_what_it_finds(a: Square, b: Square) -> None:
    board = Grid[str].empty(3, 4).put(b, "taken").put(a, "moved")
    if a != b:
        after = board.moved(a, b)
        assert after[b] == "moved"
        assert a not in after
        assert len(after) == 1
        assert board[a] == "moved"
        assert list(after) == [b]


def test_a_path_is_clear_when_nothing_is_on_it() -> None:
    board = Grid[str].empty(3, 3).put(Square(2, 2), "x")
    assert board.is_clear([Square(1, 1), Square(3, 3)])
    assert not board.is_clear([Square(1, 1), Square(2, 2)])
    assert board.is_clear([])


def test_a_square_is_written_with_a_blank() -> None:
    assert str(Square(4, 3)) == "(4, 3)"
    assert Square(4, 3).beyond(-1, 1) == Square(3, 4)


def test_off_the_board_there_is_nothing_and_not_some_other_square() -> None:
    board = Grid[str].empty(4, 4).put(Square(2, 1), "K")
    assert Square(2, 1) in board
    for off in (Square(1, 5), Square(0, 5), Square(5, 1), Square(3, -3), Square(-2, 1)):
        assert off not in board
