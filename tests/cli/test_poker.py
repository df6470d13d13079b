"""`ludex poker`: what it prints, and one line for input that cannot be."""

import json
from pathlib import Path

import pytest

from commands import ludex
from holdem_tables import table
from ludex.games.poker.holdem.game import game
from ludex.language.position import position_line


def test_two_hands_are_compared_in_words() -> None:
    done = ludex("poker", "compare", "KsKh4d4c2s", "AsAhQdJc9c")
    assert done.status == 0
    assert done.out == "hand 1 wins: two pair, kings and fours, beats a pair of aces\n"
    tie = ludex("poker", "compare", "2s3s", "2d3d", "--board", "AhAdAcKhKd")
    assert tie.out.startswith("a tie: ")


def test_the_documents_order_has_two_keys() -> None:
    hands = ("AsAdKd", "AcKsQd")
    by_value = ("poker", "compare", "--by", "value")
    axioms = ludex(*by_value, *hands)
    assert axioms.out.startswith("hand 2 wins")
    assert ludex(*by_value, *hands, "--key", "axioms").out == axioms.out
    everyday = ludex(*by_value, *hands, "--key", "ace_high")
    assert everyday.out.startswith("hand 1 wins")
    ids = ludex(*by_value, "--ids", "1 14 26", "27 52 25")
    assert ids.out == axioms.out


def test_a_file_is_compared_row_by_row(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text(
        "hand1,hand2\nKsKh4d4c2s,AsAhQdJc9c\nAsAhQdJc9c,KsKh4d4c2s\n"
        "2s3s4s5s7s,2h3h4h5h7h\nAsAs4d4c2s,KsKhQdJc9c\nshort\n"
    )
    done = ludex("poker", "compare", "--file", "pairs.csv", cwd=tmp_path)
    assert done.out.split() == ["1", "2", "0", "-1", "-1"]
    (tmp_path / "ids.csv").write_text("hand1,hand2\n1 14 26,27 52 25\n1 1,2 3\n")
    value = ("poker", "compare", "--file", "ids.csv", "--by", "value", "--ids")
    assert ludex(*value, cwd=tmp_path).out.split() == ["2", "-1"]
    everyday = ludex(*value, "--key", "ace_high", cwd=tmp_path)
    assert everyday.out.split() == ["1", "-1"]


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
    assert sampled.err == "the result was sampled, so bars are drawn instead of a grid\n"
    again = ludex(*spot, "--plot", "grid.png", cwd=tmp_path)
    assert again.status == 2
    assert "grid.png exists" in again.err


BAD = [
    (["compare", "AsAsKdKcQh", "2c3c4c5c7d"], "As appears twice"),
    (["compare", "AsKsQsJsTs", "As2c3c4c5c"], "As is in both hands"),
    (["compare", "XxKsQsJsTs", "As2c3c4c5c"], "'Xx' in 'XxKsQsJsTs' is not a card"),
    (["compare", "AsKsQsJsTs", "Ad2c3c4c"], "5 cards against 4"),
    (["compare", "AsKsQs", "Ad2c3c"], "a hand has five, six or seven cards, not 3"),
    (["compare", "AsKsQsJsTs"], "two hands are compared, 1 given"),
    (["compare", "--by", "value", "--ids", "1 53", "2 3"], "53 is not a card"),
    (["compare", "--by", "value", "--ids", "a b", "2 3"], "'a b' are not ids"),
    (["compare", "--key", "axioms", "As", "Ks"], "--key and --ids go with --by"),
    (["compare", "--file", "nowhere.csv"], "nowhere.csv: No such file"),
    (["equity", "AsAh", "AsKd"], "As appears twice"),
    (["equity", "AsAs", "KdKc"], "As appears twice"),
    (["equity", "AsAh", "KdKc", "--board", "2c2c3d"], "2c appears twice"),
    (["equity", "AsAh", "KdKc", "--board", "As2c3d"], "As appears twice"),
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
    (["equity", "AsAh", "KdKc", "--trials", "0"], "a sample needs at least one"),
    (["equity", "AsAh", "KdKc", "--plot", "/nowhere/x.png"], "there is no folder"),
    (["equity", "AsAh", "KdKc", "--plot", "x.txt"], "the picture is a .png file"),
    (["equity", "AsAh", "KdKc", "--dead", "2c3c4c5c6c7c8c9cTcJcQcKc"], "Kc appears"),
]  # fmt: skip


def test_bad_input_is_one_line_and_status_2() -> None:
    for arguments, line in BAD:
        done = ludex("poker", *arguments)
        assert done.status == 2, arguments
        assert done.out == "", arguments
        assert line in done.err, arguments
        assert done.err.count("\n") == 1, arguments


def test_fifty_three_cards_are_too_many() -> None:
    pack = "".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
    done = ludex("poker", "compare", pack + "As", pack)
    assert done.status == 2
    assert "As appears twice" in done.err
    dead = ludex("poker", "equity", "AsAh", "KdKc", "--dead", pack)
    assert dead.status == 2


SCRIPT = "deal_holes(AsAhKdKc) raise_to(200) call deal_board(2c7d9h) deal_board(Jc) deal_board(Kh)"


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


def test_an_export_says_where_pokerkit_comes_to_other_stacks(tmp_path: Path) -> None:
    short = position_line(game, table(200, 1, 200, button=3).start)
    script = "deal_holes(AsAhKdKcQsQh) call call deal_board(2c7d9h) check check"
    script += " deal_board(Js) check check deal_board(3s) check check"
    done = ludex(
        "poker", "export", "-", "hand.phh", "--position", short,
        stdin="\n".join(script.split()), cwd=tmp_path,
    )  # fmt: skip
    assert done.status == 0, done.err
    assert "PokerKit may come to other stacks: the big blind could not be" in done.err
    assert (tmp_path / "hand.phh").read_text().startswith("# PokerKit may come")
    again = ludex("poker", "phh", "hand.phh", cwd=tmp_path)
    assert again.status == 0, again.err


RAKED = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [inf, inf, inf]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cc", "p1 f", "p2 cc",
  "d db 2c7d9h", "p2 f"]
winnings = [0, 0, 2.4]
"""


def test_a_hand_of_another_house_is_shown_with_what_is_to_be_said(
    tmp_path: Path,
) -> None:
    (tmp_path / "hand.phh").write_text(RAKED)
    shown = ludex("poker", "phh", "hand.phh", cwd=tmp_path)
    assert shown.status == 0, shown.err
    lines = shown.out.splitlines()
    assert lines[0] == "# amounts on the table are in units of 0.1"
    assert "# no stack is known" in lines
    assert "# p2 folds although a check is free, and has folded" in lines
    assert lines[-1] == "# rake: 0.1"
    strict = ludex("poker", "phh", "hand.phh", "--strict", cwd=tmp_path)
    assert strict.status == 2
    assert "Infinity is not a number of chips" in strict.err
    told = json.loads(ludex("poker", "phh", "hand.phh", "--json", cwd=tmp_path).out)
    assert told["stacks"] == [None] * 3
    assert told["won"] == [0, 0, 25]
    assert told["corrected"] is True


def test_many_hands_are_summed_up(tmp_path: Path) -> None:
    lie = RAKED.replace('"p3 cc"', '"p1 cc"')
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "two.phhs").write_text(f"[1]\n{RAKED}\n[2]\n{lie}")
    (tmp_path / "one.phh").write_text(RAKED)
    (tmp_path / "other.txt").write_text("no hand")
    both = ludex("poker", "phh", ".", cwd=tmp_path)
    assert both.status == 1
    lines = both.out.splitlines()
    assert lines[0] == "3 hands in 2 files: 2 accepted (2 corrected), 1 refused"
    assert "        2  folds where a check was free" in lines
    assert "        1  it is the turn of p…" in lines
    assert "sub/two.phhs, hand 2: action 4 (p1 cc): it is the turn of p3" in both.out
    told = json.loads(ludex("poker", "phh", "sub/two.phhs", "--json", cwd=tmp_path).out)
    assert (told["hands"], told["accepted"], told["refused"]) == (2, 1, 1)
    assert told["corrections"] == {"folds where a check was free": 1}
    assert told["reasons"][0]["hands"] == 1
    assert ludex("poker", "phh", "sub/two.phhs", "--hand", "1", cwd=tmp_path).status == 0
    second = ludex("poker", "phh", "sub/two.phhs", "--hand", "2", cwd=tmp_path)
    assert second.status == 2
    assert "hand 2: action 4 (p1 cc): it is the turn of p3" in second.err
    third = ludex("poker", "phh", "sub/two.phhs", "--hand", "3", cwd=tmp_path)
    assert "--hand 3: sub/two.phhs has 2 hands" in third.err
    (tmp_path / "sub" / "bad.phh").write_bytes(b"\xff")
    bad = ludex("poker", "phh", "one.phh", "sub", cwd=tmp_path)
    assert bad.status == 1
    assert "line 1 is not text" in bad.out
    (tmp_path / "empty").mkdir()
    empty = ludex("poker", "phh", "empty", cwd=tmp_path)
    assert empty.status == 2
    assert "no .phh or .phhs file is in this folder" in empty.err
    one = ludex("poker", "phh", ".", "--hand", "1", cwd=tmp_path)
    assert "--hand shows a hand of one file" in one.err


def test_a_line_without_end_is_not_read_into_memory(tmp_path: Path) -> None:
    (tmp_path / "long.phh").write_text("x" * 1_000_001)
    done = ludex("poker", "phh", "long.phh", cwd=tmp_path)
    assert done.status == 2
    assert "line 1 is too long" in done.err


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


def test_the_axioms_are_printed_as_written_and_as_repaired() -> None:
    done = ludex("poker", "axioms")
    assert done.out.count("_D: ") == 12
    assert "  isA_F: ∀a·∃x·a ∈ ℙ(SetID)" in done.out
    repaired = ludex("poker", "axioms", "--reading", "repaired")
    assert "* isA_F: ∀a, x·a ∈ ℙ(SetID)" in repaired.out
    assert len(json.loads(ludex("poker", "axioms", "--json").out)) == 32


def test_a_fact_is_entailed_refuted_or_open() -> None:
    fact = ("poker", "axioms", "isA({Kh}) = FALSE", "--reading")
    assert ludex(*fact, "repaired").out.startswith("open: isA({Kh}) = FALSE")
    assert json.loads(ludex(*fact, "ours", "--json").out)["verdict"] == "entailed"


def test_the_chain_of_axioms_is_printed() -> None:
    hands = ("AsAhKd", "AcKhQd")
    done = ludex("poker", "compare", "--by", "value", "--explain", *hands)
    assert done.out == (
        "  compareSetCard_FR: {Kd, Ah, As} v {Kh, Qd, Ac}\n"
        "      isA_F: TRUE, TRUE; getMax_Func: 13, 13; getMax_Card_F: {Kd}, {Kh}\n"
        "  compareSetCard_F21 = 2: {Ah, As} v {Qd, Ac}\n"
        "      isA_F: TRUE, TRUE; getMax_Func: 1, 12\n"
        "hand 2 wins: king-queen-ace beats king-ace-ace\n"
    )
    ranked = ludex("poker", "compare", "--explain", "KsKh4d4c2s", "KdKc4h4s3s")
    assert ranked.out.startswith("  two pair on both sides: the parts are compared")
    assert "  compareSetCard_F21 = 2: {2s} v {3s}\n" in ranked.out
    kinds = ludex("poker", "compare", "--explain", "KsKh4d4c2s", "AsAhQdJc9c")
    assert kinds.out.startswith("  two pair v pair: the kinds of hands decide")


def test_questions_about_axioms_that_cannot_be_are_one_line() -> None:
    for words, reason in [
        (["axioms", "isA({Kh}"], "cannot be read"),
        (["axioms", "--deck", "Kh"], "--deck goes with a fact"),
        (["axioms", "--lint", "isA({Kh}) = TRUE"], "a fact, or --lint"),
        (["compare", "--explain", "--file", "x.csv"], "--explain goes with two hands"),
        (["compare", "--explain", "AsKsQsJsTs", "As2c3c4c5c"], "As is in both hands"),
        (["compare", "--by", "value", "--ids", "--explain", "1 53", "2 3"], "53"),
    ]:
        done = ludex("poker", *words)
        assert done.status == 2, words
        assert reason in done.err, words
        assert done.err.count("\n") == 1, words
