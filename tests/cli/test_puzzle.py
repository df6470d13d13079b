"""`ludex puzzle`: boards as asked for, ids that decode, the puzzle of the day."""

import json
from pathlib import Path

import pytest

from commands import ENVIRONMENT, ludex
from ludex.games.chess_solitaire.solver import puzzles
from ludex.kernel import Dice
from ludex.registry import PuzzleSpec


def test_a_puzzle_is_drawn_with_its_level_and_id() -> None:
    done = ludex("puzzle", "chess-solitaire", "--pieces", "4", "--seed", "5", "--solution")
    assert done.status == 0
    rows = done.out.splitlines()[:4]
    assert sum(len(row) - row.count(".") for row in rows) == 4
    assert done.out.count("move_and_capture(") == 3


def test_an_id_gives_the_same_puzzle_again() -> None:
    arguments = ["--pieces", "5", "--unique", "--seed", "1", "--json"]
    made = json.loads(ludex("puzzle", "chess-solitaire", *arguments).out)
    assert (made["pieces"], made["ways"]) == (5, 1)
    again = json.loads(ludex("puzzle", "chess-solitaire", "--id", made["id"], "--json").out)
    assert again == made


def test_the_puzzle_of_a_day_is_the_same_for_everybody() -> None:
    first = ludex("puzzle", "chess-solitaire", "--date", "2026-02-28")
    assert first.out == ludex("puzzle", "chess-solitaire", "--date", "2026-02-28").out
    assert first.out != ludex("puzzle", "chess-solitaire", "--date", "2026-03-01").out
    assert ludex("puzzle", "chess-solitaire", "--daily").status == 0


def test_what_cannot_be_made_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "EFFORT", 1_000)
    for arguments, said in [
        (["chess-solitaire", "--id", "nonsense"], "is not the name of a puzzle"),
        (["chess-solitaire", "--date", "tomorrow"], "expected a date"),
        (["chess-solitaire", "--pieces", "1"], "Invalid value for '--pieces'"),
        (["chess-solitaire", "--pieces", "17"], "Invalid value for '--pieces'"),
        (["chess-solitaire", "--level", "mad"], "Invalid value for '--level'"),
        (["chess-solitaire", "--id", "0000000000"], "cannot be won"),
        (["examples/tic_tac_toe.py"], "there are puzzles for chess-solitaire"),
        (["chess-solitaire", "--daily", "--seed", "3"], "--seed or --daily, not both"),
        (["chess-solitaire", "--id", "x", "--pieces", "7"], "it excludes --pieces"),
        (["chess-solitaire", "--daily", "--pieces", "7"], "it excludes --pieces"),
        (["chess-solitaire", "--collection", "--seed", "7"], "it excludes --seed"),
        (["chess-solitaire", "--collection", "--solution"], "it excludes --solution"),
        (
            ["chess-solitaire", "--collection", "--pieces", "7", "--level", "hard"],
            "not both",
        ),
        (["chess-solitaire", "--collection", "--pieces", "2"], "no such puzzles"),
        (
            ["chess-solitaire", "--seed", "1", "--pieces", "2", "--level", "hard"],
            "no puzzle with 2 pieces, hard among ",
        ),
    ]:
        done = ludex("puzzle", *arguments)
        assert done.status == 2, arguments
        assert said in done.err, arguments
        assert done.err.count("\n") == 1, arguments


def test_the_collection_is_listed_by_level_and_by_size() -> None:
    listed = ["puzzle", "chess-solitaire", "--collection"]
    hard = json.loads(ludex(*listed, "--level", "hard", "--json").out)
    assert {each["level"] for each in hard} == {"hard"}
    eight = ludex(*listed, "--pieces", "8").out.splitlines()
    assert all("  8  master  random captures win one game in" in line for line in eight)
    everything = ludex(*listed).out.splitlines()
    assert len(everything) > 5 * len(hard) > 300
    again = json.loads(ludex("puzzle", "chess-solitaire", "--id", hard[-1]["id"], "--json").out)
    assert again == {**hard[-1], "luck": again["luck"]}
    assert again["traps"] >= again["first_trap"] >= 1


def test_the_search_for_a_puzzle_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "EFFORT", 300)
    heard: list[int] = []
    found = puzzles.make_puzzle(PuzzleSpec(4, "hard"), Dice(3), tries=20_000, tell=heard.append)
    assert found is None
    assert heard == [*range(1, len(heard) + 1)]
    assert len(heard) < 100


def test_a_fresh_seed_is_shown_and_gives_the_same_puzzle() -> None:
    first = ludex("puzzle", "chess-solitaire", "--pieces", "4")
    again = ludex("puzzle", "chess-solitaire", "--pieces", "4", "--seed", first.err[5:])
    assert first.err.startswith("seed ")
    assert (again.out, again.err) == (first.out, "")


def test_a_puzzle_is_played_by_its_id(tmp_path: Path) -> None:
    play = ["play", "chess-solitaire", "--puzzle", " 018BQ61hng", "--plain"]
    done = ludex(*play, "--save-dir", str(tmp_path), stdin="1\nquit\n")
    assert "4 ...N\n3 .PN.\n2 B.K.\n1 PB.P\n  abcd\n" in done.out
    (path,) = tmp_path.glob("*.jsonl")
    assert json.loads(path.read_text().splitlines()[0])["label"] == "puzzle 018bq61hng"


def test_a_beginning_that_there_is_not_is_one_line() -> None:
    for arguments, said in [
        (["chess-solitaire", "--puzzle", "0000000000"], "cannot be won"),
        (["chess-solitaire", "--puzzle", "hello"], "is not the name of a puzzle"),
        (
            ["freecell", "--puzzle", "018bq61hng"],
            "there are puzzles for chess-solitaire",
        ),
        (
            ["chess-solitaire", "--puzzle", "018bq61hng", "--preset", "standard"],
            "it excludes every other start",
        ),
        (["freecell", "--deal", "9" * 23], f"numbered 1 to 8589934591, not {'9' * 23}"),
        (["holdem", "--deal", "3"], "holdem has no numbered deals"),
        (["fighting"], "fighting has no decisions for players."),
    ]:
        done = ludex("play", *arguments)
        assert done.status == 2, arguments
        assert said in done.err, arguments
        assert done.err.count("\n") == 1, arguments


def test_the_lobby_in_words_has_the_same_doors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "XDG_DATA_HOME", str(tmp_path))
    answers = "puzzles\n7\n018bq61hng\n1\nquit\ncontinue\n1\nquit\nstatistics\nquit\n"
    done = ludex(stdin=answers)
    assert done.status == 0
    assert "Today's puzzle, " in done.out
    assert "Puzzle by its id: puzzle 018bq61hng." in done.out
    assert "Continue a saved game (1 to choose from)." in done.out
    assert done.out.count("Chess Solitaire. Capture") == 2  # begun, and gone on with
    assert "No game has been played to its end yet." in done.out
