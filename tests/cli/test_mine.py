"""`ludex mine`: the same puzzles whoever digs, kept and gone on with, and collected."""

import json
from pathlib import Path

from commands import ludex

MINE = ["mine", "chess-solitaire", "--pieces", "2-3", "--boards", "20,000"]


def test_the_same_is_found_with_two_workers_and_kept(tmp_path: Path) -> None:
    alone = ludex(*MINE, "--seed", "1", "--json")
    assert (alone.status, alone.err) == (0, "")
    two, three = json.loads(alone.out)
    assert (two["boards"], two["unique"]) == (4_320, 1_540)  # every board
    assert (three["boards"], three["odds"]) == (20_000, 3)
    out = str(tmp_path / "mined.parquet")
    words = ["--seed", "1", "--json", "--workers", "2", "--out", out]
    assert ludex(*MINE, *words) == alone
    assert ludex(*MINE, "--json", "--out", out) == alone  # with the seed of the file
    report = json.loads(ludex("report", out, "--json").out)[0]
    assert report["rows"] == two["unique"] + three["unique"]
    assert report["numbers"]["odds"]["most"] == 3


def test_a_collection_is_written(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    small = ["mine", "chess-solitaire", "--pieces", "4", "--boards", "9000"]
    done = ludex(*small, "--seed", "2", "--collect", str(path))
    assert (done.status, done.err) == (0, "")
    lines = path.read_text().splitlines()
    assert "--boards 9000 --seed 2" in lines[1]
    assert "[hardest 4]" in lines


def test_what_cannot_be_mined_is_one_line() -> None:
    for words, said in [
        (["freecell"], "freecell has no puzzles to search for; chess-solitaire has"),
        (["chess-solitaire", "--pieces", "9-4"], "expected a size"),
        (["chess-solitaire", "--pieces", "many"], "expected a size"),
        (["chess-solitaire", "--boards", "0"], "expected from 1 to"),
        (["chess-solitaire", "--cluster", "nowhere"], "expected an address"),
        (
            ["chess-solitaire", "--pieces", "2", "--collect", "no/such/folder"],
            "--collect no/such/folder: there is no such folder",
        ),
    ]:
        done = ludex("mine", *words)
        assert done.status == 2, words
        assert said in done.err, words
        assert done.err.count("\n") == 1, words
