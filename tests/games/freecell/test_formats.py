"""Boards are read and written in the formats of the field, problems and all."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.freecell.formats.boards import (
    Problem,
    json_text,
    plain_text,
    pysol_text,
    read_board,
)
from ludex.games.freecell.rules.deals import Board, microsoft_board, random_board
from ludex.games.freecell.rules.options import FREECELL, SEAHAVEN_TOWERS, Rules
from ludex.kernel.dice import Dice
from ludex.parts.cards import Card, Rank, Suit

DEAL_1 = plain_text(microsoft_board(1))


def problems(text: str, rules: Rules = FREECELL) -> list[str]:
    found = read_board(text, rules)
    assert isinstance(found, tuple)
    return [str(problem) for problem in found]


@st.composite
def boards(draw: st.DrawFn) -> tuple[Board, Rules]:
    """Boards in the midst of play: cards home, in cells, and the rest anywhere."""
    packs = draw(st.integers(1, 2))
    rules = Rules(draw(st.integers(4, 13)), draw(st.integers(0, 10)), packs)
    homes = [draw(st.integers(0, 13)) for _ in range(rules.homes)]
    rest = [
        Card(suit, rank, 0)
        for suit in Suit
        for rank in Rank
        for _ in range(sum(homes[suit + 4 * p] < rank for p in range(packs)))
    ]
    Dice(draw(st.integers())).shuffle(rest)
    in_cells = rest[: draw(st.integers(0, min(rules.cells, len(rest))))]
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    for card in rest[len(in_cells) :]:
        columns[draw(st.integers(0, rules.columns - 1))].append(card)
    cells = in_cells + [None] * (rules.cells - len(in_cells))
    return Board(tuple(map(tuple, columns)), tuple(cells), tuple(homes)), rules


@given(boards())
@pytest.mark.parametrize("write", [plain_text, pysol_text, json_text])
def test_what_is_written_is_read_back(
    write: Callable[[Board], str], case: tuple[Board, Rules]
) -> None:
    board, rules = case
    text = write(board)
    again = read_board(text, rules)
    assert isinstance(again, Board)
    assert write(again) == text
    if rules.packs == 1:
        assert again == board


def test_in_two_packs_the_copies_of_a_card_are_told_apart() -> None:
    rules = Rules(columns=4, packs=2)
    full = " ".join(f"{suit}-K {suit}-K" for suit in "HCD")
    text = f"Founds: {full} S-K S-J\nKS QS\n"
    board = read_board(text, rules)
    assert isinstance(board, Board)
    assert board.columns[0] == (Card.parse("KS'"), Card.parse("QS'"))


def test_fc_solve_and_pysol_headers_are_both_read_with_a_byte_order_mark() -> None:
    for homes, cells in (("Foundations:", "Freecells:"), ("Founds:", "FC:")):
        text = f"\ufeff{homes} H-Q C-K S-K D-J\n{cells} - KH -\n: QD\n: KD\n"
        board = read_board(text, FREECELL)
        assert isinstance(board, Board)
        assert board.homes == (13, 12, 13, 11)
        assert board.cells == (None, Card.parse("KH"), None, None)
        assert board.columns[:3] == ((Card.parse("QD"),), (Card.parse("KD"),), ())


def test_headers_need_no_blank_after_them() -> None:
    board = read_board("Founds:H-Q C-K S-K D-K\nFC:KH\n", FREECELL)
    assert isinstance(board, Board)
    assert board.homes == (13, 12, 13, 13)
    assert board.cells[0] == Card.parse("KH")


def test_blank_lines_are_empty_columns_only_between_columns() -> None:
    text = "Founds: H-Q C-K S-K D-Q\nKD\n\nKH\n\n\n"
    board = read_board(text, FREECELL)
    assert isinstance(board, Board)
    assert [len(column) for column in board.columns] == [1, 0, 1, 0, 0, 0, 0, 0]
    assert read_board(f"\n\n{DEAL_1}\n\n", FREECELL) == microsoft_board(1)


def test_tens_ones_lower_case_and_symbols_are_read() -> None:
    text = DEAL_1.replace("T", "10").replace("A", "1").lower().replace("s", "♠")
    assert read_board(text, FREECELL) == microsoft_board(1)


def test_solvitaire_boards_are_read() -> None:
    piles = [[str(c).replace("T", "10") for c in p] for p in microsoft_board(617).columns]
    text = json.dumps({"tableau piles": piles})
    assert read_board(text, FREECELL) == microsoft_board(617)


def test_all_cards_on_one_line_are_taken_in_deal_order() -> None:
    board = random_board(SEAHAVEN_TOWERS, Dice(3))
    rows = [c[i] for i in range(5) for c in board.columns] + [*board.cells[:2]]
    assert read_board(" ".join(map(str, rows)), SEAHAVEN_TOWERS) == board


def test_every_problem_of_a_board_is_listed_with_its_line() -> None:
    text = DEAL_1.replace("JD", "1X").replace("7H QC AS", "7H QC 2S")
    text = f"FC: 4S - - - -\nFounds: H-14 Z-2 S-0 S-0\n{text}QH ??\n"
    assert problems(text) == [
        "line 1: 5 free cells are given, but there are only 4",
        "line 2: 'H-14' is not a home, such as H-5 or S-0",
        "line 2: 'Z-2' is not a home, such as H-5 or S-0",
        "line 2: ♠ is given a home too many",
        "line 3: '1X' is not a card",
        "line 5: 4♠ is already on line 1",
        "line 8: 2♠ is already on line 3",
        "line 11: there are only 8 columns, so 'QH ??' has no place",
        "2 missing: A♠ J♦",
    ]


def test_a_board_of_51_cards_names_the_missing_one() -> None:
    assert problems(DEAL_1.replace("JD ", "")) == ["1 missing: J♦"]


def test_a_card_that_is_home_cannot_lie_on_the_table_too() -> None:
    assert problems(f"Founds: S-A\n{DEAL_1}") == ["A♠ is home and also on line 7"]


def test_an_empty_text_misses_everything() -> None:
    (problem,) = problems("")
    assert problem.startswith("52 missing: A♠ 2♠")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ('{"columns": [', Problem(1, "this is not JSON: Expecting value")),
        ("{}", Problem(0, 'there is no list of "columns" (or "tableau piles")')),
        ('{"columns": [3]}', Problem(0, "column 1 is not a list of cards")),
        ('{"columns": [["1X", 7]]}', Problem(0, "column 1: '1X' is not a card")),
        ('{"columns": [], "cells": 3}', Problem(0, '"cells" is not a list')),
        (
            '{"columns": [], "homes": [{"suit": "H", "cards": 14}]}',
            Problem(
                0,
                "{'suit': 'H', 'cards': 14} is not a home, such as {\"suit\": \"H\", \"cards\": 5}",
            ),
        ),
        (
            '{"columns": [[],[],[],[],[],[],[],[],[]]}',
            Problem(0, "9 columns are given, but there are only 8"),
        ),
    ],
)
def test_bad_json_is_told_in_a_line(text: str, first: Problem) -> None:
    found = read_board(text, FREECELL)
    assert isinstance(found, tuple)
    assert found[0] == first


@pytest.mark.parametrize("text", ['{"columns": [', "{}", '{"columns": 3}', "{" * 9])
def test_where_there_is_no_board_no_card_is_missing(text: str) -> None:
    assert len(problems(text)) == 1
