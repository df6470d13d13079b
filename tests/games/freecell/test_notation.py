"""Solutions are read and written as the field writes them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.freecell.formats.boards import Problem, read_board
from ludex.games.freecell.formats.notation import (
    HOME,
    NotatedMove,
    cell,
    column,
    noted,
    read_move,
    read_solution,
    read_words,
)
from ludex.games.freecell.rules.deals import Board
from ludex.games.freecell.rules.options import FREECELL

TABLE = [
    ("26", NotatedMove(column(1), column(5))),
    ("a7", NotatedMove(cell(0), column(6))),
    ("3h", NotatedMove(column(2), HOME)),
    ("bh", NotatedMove(cell(1), HOME)),
    ("8a", NotatedMove(column(7), cell(0))),
    ("26v3", NotatedMove(column(1), column(5), 3)),
    ("26va", NotatedMove(column(1), column(5), 10)),
    ("a10", NotatedMove(cell(0), column(9))),
    ("102", NotatedMove(column(9), column(1))),
    ("110", NotatedMove(column(0), column(9))),
    ("4k", NotatedMove(column(3), cell(7))),
    ("11-1", NotatedMove(column(10), column(0))),
    ("1-11", NotatedMove(column(0), column(10))),
]

WORDS = [
    ("Move a card from stack 7 to freecell 0", NotatedMove(column(7), cell(0))),
    ("Move a card from freecell 3 to stack 1", NotatedMove(cell(3), column(1))),
    ("Move 2 cards from stack 6 to stack 0", NotatedMove(column(6), column(0), 2)),
    ("Move a card from stack 4 to the foundations", NotatedMove(column(4), HOME)),
    ("Move a card from freecell 1 to the foundations", NotatedMove(cell(1), HOME)),
]


@pytest.mark.parametrize(("text", "move"), TABLE)
def test_the_short_notation_both_ways(text: str, move: NotatedMove) -> None:
    assert read_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(("line", "move"), WORDS)
def test_the_notation_in_words_both_ways(line: str, move: NotatedMove) -> None:
    assert read_words(line) == move
    assert move.words == line


@pytest.mark.parametrize("text", ["", "2", "h2", "2i", "x3", "26v", "26vg", "09", "14-1"])
def test_what_is_no_move_is_not_read(text: str) -> None:
    assert read_move(text) is None


def test_a_card_from_column_to_column_is_one_card() -> None:
    """fc-solve writes a number there; others write `a card`."""
    found = read_words("Move a card from stack 5 to stack 1")
    assert found == NotatedMove(column(5), column(1), 1)


places = st.one_of(st.integers(0, 12).map(column), st.integers(0, 9).map(cell), st.just(HOME))
moves = st.builds(NotatedMove, places, places, st.none() | st.integers(1, 26)).filter(
    lambda move: move.source != HOME
)


@given(st.lists(moves))
def test_a_written_solution_is_read_back(solution: list[NotatedMove]) -> None:
    assert read_solution(" ".join(map(str, solution))) == tuple(solution)


def test_counts_are_written_only_into_an_empty_column() -> None:
    board = read_board("Founds: S-J H-Q C-Q D-J\nKC QD\nKS\nKH QS\nKD\n", FREECELL)
    assert isinstance(board, Board)
    moves = [
        NotatedMove(column(0), column(4), 2),
        NotatedMove(column(1), cell(0), 1),
        NotatedMove(cell(0), column(1), 1),
        NotatedMove(column(1), column(5), 1),
        NotatedMove(column(4), HOME, 1),
    ]
    assert [*map(str, noted(board, moves))] == ["15v2", "2a", "a2", "26", "5h"]


def test_a_solution_in_words_is_written_line_by_line() -> None:
    assert [move.words for _, move in WORDS] == [line for line, _ in WORDS]


FC_SOLVE_SHORT = """\
-=-=-=-=-=-=-=-=-=-=-=-

7a 7b 46
3h

This game is solveable.
Total number of states checked is 130.
This scan generated 144 states.
"""

FC_SOLVE_LONG = """\
-=-=-=-=-=-=-=-=-=-=-=-

Foundations: H-0 C-0 D-0 S-0
Freecells:  QH
: 7D TD TH KD 4C 4S JD
:

====================

Move a card from stack 7 to freecell 0

                        H-0 C-0 D-0 S-0
--- --- --- ---


 --  --  --  --  --  --  --  --
 7D  AD  5C  3S  5S  8C  2D  AH
10D  7S  QD  AC  6D  8H  AS  KH

Move 2 cards from stack 6 to stack 0

====================

This game is solveable.
"""


def test_moves_are_found_amid_the_output_of_fc_solve() -> None:
    short: Any = read_solution(FC_SOLVE_SHORT)
    assert [*map(str, short)] == ["7a", "7b", "46", "3h"]
    assert read_solution(FC_SOLVE_LONG) == (WORDS[0][1], WORDS[2][1])


def test_every_word_that_is_no_move_is_listed_with_its_line() -> None:
    assert read_solution("26 xx\n3h 9z\nMove it to stack 3\n") == (
        Problem(1, "'xx' is not a move, such as 26, a7 or 3h"),
        Problem(2, "'9z' is not a move, such as 26, a7 or 3h"),
        Problem(3, "'Move it to stack 3' is not a move"),
    )


@pytest.mark.parametrize(
    "line",
    [
        "Move a card from freecell 12 to stack 0",
        "Move a card from stack 0 to freecell 10",
        f"Move a card from stack {'9' * 5000} to freecell 0",
        f"26v{'f' * 5000}",
        "26 3H 5h",
        "3H 5h",
        "6S hello world",
        "=26 3h",
        "I could not solve this game.",
    ],
)
def test_what_is_no_move_is_told_and_never_dropped(line: str) -> None:
    read = read_solution(f"26 a7\n{line}\n3h")
    assert all(isinstance(problem, Problem) for problem in read)
    assert {problem.line for problem in read} == {2}  # type: ignore[union-attr]


def test_pictures_between_the_moves_are_passed_over() -> None:
    printed = (
        "====================\n\nMove: 8a \n\n"
        " QH                     H-0 C-0 D-0 S-0\n--- --- --- --- \n\n"
        " --  --  --  --  --  --  --  -- \n 7D  AD  5C  3S  5S  8C  2D  AH \n"
        "10D  7S \n\nThis game is solveable.\nTotal number of states checked is 155.\n"
    )
    assert read_solution(printed) == (read_move("8a"),)
