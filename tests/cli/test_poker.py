"""`ludex poker`: what it prints, and one line for input that cannot be."""

import json
from pathlib import Path

import pytest

from commands import ludex


def test_two_hands_are_compared_in_words() -> None:
    done = ludex("poker", "compare", "KsKh4d4c2s", "AsAhQdJc9c")
    assert done.status == 0
    assert done.out == "hand 1 wins: two pair, kings and fours, beats a pair of aces\n"
    tie = ludex("poker", "compare", "2s3s", "2d3d", "--board", "AhAdAcKhKd")
    assert tie.out.startswith("a tie: ")


def test_the_documents_order_has_two_keys() -> None:
    hands = ("AsAdKd", "AcKsQd")
    by_value = ("poker", "compare", "--by", "value")
    assert ludex(*by_value, *hands).out.startswith("hand 1 wins")
    recursive = ludex(*by_value, *hands, "--key", "recursive")
    assert recursive.out.startswith("hand 2 wins")
    ids = ludex(*by_value, "--ids", "1 14 26", "27 52 25", "--key", "recursive")
    assert ids.out == recursive.out


def test_a_file_is_compared_row_by_row(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text(
        "hand1,hand2\nKsKh4d4c2s,AsAhQdJc9c\nAsAhQdJc9c,KsKh4d4c2s\n"
        "2s3s4s5s7s,2h3h4h5h7h\nAsAs4d4c2s,KsKhQdJc9c\nshort\n"
    )
    done = ludex("poker", "compare", "--file", "pairs.csv", cwd=tmp_path)
    assert done.out.split() == ["1", "2", "0", "-1", "-1"]
    (tmp_path / "ids.csv").write_text("hand1,hand2\n1 14 26,27 52 25\n1 1,2 3\n")
    value = ("poker", "compare", "--file", "ids.csv", "--by", "value", "--ids")
    assert ludex(*value, cwd=tmp_path).out.split() == ["1", "-1"]
    recursive = ludex(*value, "--key", "recursive", cwd=tmp_path)
    assert recursive.out.split() == ["2", "-1"]


def test_exact_equity_is_exact_and_says_so() -> None:
    done = ludex("poker", "equity", "AsAh", "KdKc", "--board", "2c7d9hJs")
    assert done.out.startswith("exact: all 44 boards\n")
    one = ludex("poker", "equity", "AsAh", "KdKc", "--board", "2c7d9hJs3c")
    assert one.out.startswith("exact: the one board\n")
    whole = json.loads(ludex("poker", "equity", "AsAh", "KdKc", "--json").out)
    assert whole["exact"] is True
    assert whole["boards"] == 1_712_304
    assert (whole["players"][0]["wins"], whole["players"][0]["ties"]) == (1388072, 6538)
    assert round(whole["players"][0]["equity"], 9) == 0.812554897


def test_a_sample_gives_its_margin_and_seed() -> None:
    done = ludex("poker", "equity", "AsAh", "--players", "3", "--trials", "2000")
    assert done.out.startswith("sampled: 2,000 boards, seed 0, 95 % confidence\n")
    assert " to " in done.out
    sure = ("poker", "equity", "AsAh", "2c2d", "--board", "AcAdKh", "--trials", "100")
    assert "1.000000000 (0.963007 to 1.000000)" in ludex(*sure).out
    assert "0.000000000 (0.000000 to 0.036993)" in ludex(*sure).out


def test_a_picture_is_drawn_and_not_overwritten(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    spot = ("poker", "equity", "--range", "QQ+", "--range", "AKs", "--board", "2c7d9h")
    for _ in range(2):
        done = ludex(*spot, "--plot", "grid.png", "--force", cwd=tmp_path)
        assert done.status == 0, done.err
        assert (tmp_path / "grid.png").read_bytes().startswith(b"\x89PNG")
        assert done.err == ""
    sampled = ludex(*spot, "--trials", "100", "--plot", "bars.png", cwd=tmp_path)
    assert sampled.err == "bars are drawn, no grid: the result was sampled\n"
    again = ludex(*spot, "--plot", "grid.png", cwd=tmp_path)
    assert again.status == 2
    assert "grid.png exists" in again.err


BAD = [
    (["compare", "AsAsKdKcQh", "2c3c4c5c7d"], "As is there twice"),
    (["compare", "AsKsQsJsTs", "As2c3c4c5c"], "As is in both hands"),
    (["compare", "XxKsQsJsTs", "As2c3c4c5c"], "'Xx' in 'XxKsQsJsTs' is not a card"),
    (["compare", "AsKsQsJsTs", "Ad2c3c4c"], "5 cards against 4"),
    (["compare", "AsKsQs", "Ad2c3c"], "a hand has five, six or seven cards, not 3"),
    (["compare", "AsKsQsJsTs"], "two hands are compared, 1 given"),
    (["compare", "--by", "value", "--ids", "1 53", "2 3"], "53 is not a card"),
    (["compare", "--by", "value", "--ids", "a b", "2 3"], "'a b' are not ids"),
    (["compare", "--key", "recursive", "As", "Ks"], "--key and --ids go with --by"),
    (["compare", "--file", "nowhere.csv"], "nowhere.csv: No such file"),
    (["equity", "AsAh", "AsKd"], "As is there twice"),
    (["equity", "AsAs", "KdKc"], "As is there twice"),
    (["equity", "AsAh", "KdKc", "--board", "2c2c3d"], "2c is there twice"),
    (["equity", "AsAh", "KdKc", "--board", "As2c3d"], "As is there twice"),
    (["equity", "AsAh", "KdKc", "--board", "2c"], "a board has 0, 3, 4 or 5 cards"),
    (["equity", "AsAh", "KdKc", "--board", "2c3c4c5c6c7c"], "a board has 0, 3, 4 or 5"),
    (["equity", "AsAh", "KdXx"], "'Xx'"),
    (["equity", "AsAh", "--range", ""], "the range '' is empty"),
    (["equity", "AsAh", "--range", "KK", "--dead", "KsKhKd"], "nothing is left"),
    (["equity", "AsAh"], "name a second hand, --range or --players 2"),
    (["equity", "AsAh", "--players", "11"], "--players 11: two to ten"),
    (["equity", "AsAh", "--players", "-3"], "--players -3: two to ten"),
    (["equity", "AsAh", "KdKc", "QdQc", "--players", "2"], "3 hands are given"),
    (["equity", "AsAh", "--players", "4", "--method", "exact"], "too many to count"),
    (["equity", "AsAh", "KdKc", "--trials", "0"], "a sample needs one at least"),
    (["equity", "AsAh", "KdKc", "--plot", "/nowhere/x.png"], "there is no folder"),
    (["equity", "AsAh", "KdKc", "--plot", "x.txt"], "the picture is a .png file"),
    (["equity", "AsAh", "KdKc", "--dead", "2c3c4c5c6c7c8c9cTcJcQcKc"], "Kc is there"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "line"), BAD, ids=[" ".join(a) for a, _ in BAD])
def test_bad_input_is_one_line_and_status_2(arguments: list[str], line: str) -> None:
    done = ludex("poker", *arguments)
    assert done.status == 2
    assert done.out == ""
    assert line in done.err
    assert done.err.count("\n") == 1


def test_fifty_three_cards_are_too_many() -> None:
    pack = "".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
    done = ludex("poker", "compare", pack + "As", pack)
    assert done.status == 2
    assert "As is there twice" in done.err
    dead = ludex("poker", "equity", "AsAh", "KdKc", "--dead", pack)
    assert dead.status == 2


SCRIPT = (
    "deal_holes(AsAhKdKc) raise_to(200) call deal_board(2c7d9h) deal_board(Jc) "
    "deal_board(Kh)"
)


def test_a_hand_is_exported_and_replayed_with_pictures(tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_text(SCRIPT)
    two = ("--preset", "cash", "--option", "players=2")
    done = ludex("poker", "export", "script.txt", "hand.phh", *two, cwd=tmp_path)
    assert done.status == 0, done.err
    replayed = ludex("poker", "phh", "hand.phh", cwd=tmp_path)
    assert replayed.status == 0, replayed.err
    assert "->p2 cbr 200\n" in replayed.out
    assert "wins 400 with three of a kind, kings" in replayed.out
    again = ludex("poker", "export", "script.txt", "hand.phh", *two, cwd=tmp_path)
    assert "hand.phh exists" in again.err
    seeded = ludex("poker", "export", "-", "--seed", "1", *two, stdin="fold")
    assert '"p2 f"' in seeded.out


def test_bad_hand_histories_are_one_line(tmp_path: Path) -> None:
    assert ludex("poker", "phh", "nowhere.phh", cwd=tmp_path).status == 2
    for text in ("", "x = ", "variant = 'NT'", "\x00", "[1]\nvariant = 'NT'"):
        done = ludex("poker", "phh", "-", stdin=text)
        assert done.status == 2
        assert done.err.count("\n") == 1
        assert done.err.startswith("ludex: standard input: ")
    refused = ludex("poker", "export", "-", stdin="fold")
    assert refused.status == 2
    assert "fold: Waiting for chance" in refused.err
    assert ludex("poker", "export", "-", "--hand", "2", stdin="").status == 2
