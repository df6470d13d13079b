"""`ludex puzzle`: boards as asked for, ids that decode, the puzzle of the day."""

import json

import pytest

from commands import ludex


def test_a_puzzle_is_drawn_with_its_level_and_id() -> None:
    done = ludex(
        "puzzle", "chess-solitaire", "--pieces", "4", "--seed", "5", "--solution"
    )
    assert done.status == 0
    rows = done.out.splitlines()[:4]
    assert sum(len(row) - row.count(".") for row in rows) == 4
    assert done.out.count("move_and_capture(") == 3


def test_an_id_gives_the_same_puzzle_again() -> None:
    arguments = ["--pieces", "5", "--unique", "--seed", "1", "--json"]
    made = json.loads(ludex("puzzle", "chess-solitaire", *arguments).out)
    assert (made["pieces"], made["ways"]) == (5, 1)
    again = json.loads(
        ludex("puzzle", "chess-solitaire", "--id", made["id"], "--json").out
    )
    assert again == made


def test_the_puzzle_of_a_day_is_the_same_for_everybody() -> None:
    first = ludex("puzzle", "chess-solitaire", "--date", "2026-02-28")
    assert first.out == ludex("puzzle", "chess-solitaire", "--date", "2026-02-28").out
    assert first.out != ludex("puzzle", "chess-solitaire", "--date", "2026-03-01").out
    assert ludex("puzzle", "chess-solitaire", "--daily").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess-solitaire", "--id", "nonsense"], "is no puzzle id"),
        (["chess-solitaire", "--date", "tomorrow"], "expected a date"),
        (["chess-solitaire", "--pieces", "1"], "Invalid value for '--pieces'"),
        (["chess-solitaire", "--pieces", "17"], "Invalid value for '--pieces'"),
        (["chess-solitaire", "--level", "mad"], "Invalid value for '--level'"),
        (["chess-solitaire", "--id", "0000000000"], "cannot be won"),
        (["examples/tic_tac_toe.py"], "there are puzzles for chess-solitaire"),
    ],
)
def test_what_cannot_be_made_is_one_line(arguments: list[str], said: str) -> None:
    done = ludex("puzzle", *arguments)
    assert done.status == 2
    assert said in done.err
    assert done.err.count("\n") == 1
