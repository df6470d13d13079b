"""`ludex deal`, `ludex solve`, and solutions replayed by `ludex run`."""

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from commands import ludex
from ludex.cli.terminal.colour import colour_cards
from ludex.games.freecell.formats.notation import NotatedMove, read_solution, replayed
from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.options import FREECELL

DEAL_617 = """\
7D TD TH KD 4C 4S JD
AD 7S QC 5H QS TS KS
5C QD 3H 9S 9C 2H KC
3S AC 9D 3C 9H 5D 4H
5S 6D 6S 8S 7C JC
8C 8H 8D 7H 6H 6C
2D AS 3D 4D 2C JH
AH KH TC JS 2S QH
"""


def test_a_deal_is_eight_lines_one_for_each_column() -> None:
    done = ludex("deal", "freecell", "617")
    assert (done.status, done.out) == (0, DEAL_617)


def test_deals_may_be_named_as_microsofts() -> None:
    for deal in ["ms617", "MS617", "ms617-ms617"]:
        assert ludex("deal", "freecell", deal).out == DEAL_617, deal


def test_the_option_takes_microsofts_names_too() -> None:
    run = ludex("run", "freecell", "--deal", "ms617", "--notation", "-", stdin="4a")
    assert run.out == "1 moves: not won, 0 cards are home\n"


def test_a_deal_in_every_format(tmp_path: Path) -> None:
    (tmp_path / "board").write_text(DEAL_617)
    assert ludex("deal", "freecell", "617", "--format", "pysol").out == DEAL_617
    board = json.loads(ludex("deal", "freecell", "617", "--format", "json").out)
    assert board["columns"][0] == ["7D", "TD", "TH", "KD", "4C", "4S", "JD"]
    picture = ludex("deal", "freecell", "617", "--format", "picture").out
    assert "\n  7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥\n" in picture
    line = ludex("deal", "freecell", "617", "--format", "position").out
    assert line.startswith("rules=freecell columns=7DTDTHKD4C4SJD/")
    again = ludex("deal", "freecell", "board", "--format", "position", cwd=tmp_path)
    assert again.out == line


def test_several_deals_are_told_apart(tmp_path: Path) -> None:
    one, two = (ludex("deal", "freecell", deal).out for deal in "12")
    both = ludex("deal", "freecell", "1-2").out
    assert both == f"# deal 1\n{one}# deal 2\n{two}"
    (tmp_path / "board").write_text(f"# deal 2\n{two}")
    assert ludex("deal", "freecell", "board", cwd=tmp_path).out == two
    for form in ("json", "position"):  # a board is a line
        lines = ludex("deal", "freecell", "1-2", "--format", form).out
        assert len(lines.splitlines()) == 2


@pytest.mark.parametrize("command", ["deal", "solve"])
@pytest.mark.parametrize("deal", ["0", "-3", str(2**33), str(2**70)])
def test_a_deal_that_does_not_exist_is_one_line_and_status_2(command: str, deal: str) -> None:
    done = ludex(command, "freecell", deal)
    assert done.status == 2
    assert done.err == f"ludex: Deals are numbered 1 to 8589934591, not {deal}\n"
    assert done.out == ""


def test_bad_usage_is_one_line_and_status_2() -> None:
    for arguments, said in [
        (["deal", "freecell", "abc"], "'abc' is not a deal, such as 617 or 1-1000"),
        (["deal", "freecell", ""], "'' is not a deal, such as 617 or 1-1000"),
        (
            ["deal", "freecell", "9" * 5000],
            f"'{'9' * 60}...' is not a deal, such as 617 or 1-1000, and not a file with a board",
        ),
        (["solve", "freecell", "9-3"], "9-3: the first deal comes after the last"),
        (["solve", "freecell"], "Missing argument 'DEALS|FILE'"),
        (["solve", "freecell", "1", "--budget", "0"], "Invalid value for '--budget'"),
        (
            ["solve", "freecell", "1", "--notation", "x"],
            "Invalid value for '--notation'",
        ),
        (["deal", "freecell", "1", "--format", "x"], "Invalid value for '--format'"),
        (["deal", "chess-solitaire", "1"], "deal is for freecell"),
        (["deal", "freecell", "1", "--preset", "x"], "no preset 'x'"),
        (["deal", "freecell", "1", "--option", "cells=11"], "cells=11: expected"),
        (
            ["deal", "freecell", "1", "--preset", "eight-off", "--option", "cells=1"],
            "the number of cards dealt to the cells is from 0 to 1, not 4",
        ),
        (["run", "freecell", "--notation", "-"], "--notation needs a board"),
        (["run", "freecell", "--deal", "0", "-"], "--deal 0: Deals are numbered"),
        (
            ["run", "freecell", "--deal", "1", "--position", "homes=rest", "-"],
            "--deal or --position, not both",
        ),
        (["run", "freecell", "--deal", "abc", "-"], "Invalid value for '--deal'"),
        (["run", "freecell", "--deal", "1", "--notation", "-"], "no moves in it"),
        (["run", "freecell", "-", "--deal", "1", "--notation", "-"], "not both"),
        (["run", "freecell", "--deal", "1", "--notation", "nowhere"], "No such file"),
        (["run", "chess-solitaire", "--notation", "-"], "--notation is for freecell"),
        (["run", "chess-solitaire", "--deal", "1", "-"], "has no numbered deals"),
    ]:
        done = ludex(*arguments)
        assert done.status == 2, arguments
        assert said in done.err, arguments
        assert done.err.count("\n") == 1, arguments
        assert done.out == "", arguments


def test_everything_wrong_with_a_board_is_listed(tmp_path: Path) -> None:
    for change, said in [
        (("QH", ""), "2 missing: K♠ Q♥"),
        (("7D ", "AS "), "A♠ is already on line 1"),
        (("7D ", "1X "), "line 1: '1X' is not a card"),
    ]:
        (tmp_path / "board").write_text(DEAL_617.replace(*change).replace("KS", "9X"))
        done = ludex("solve", "freecell", "board", cwd=tmp_path)
        assert done.status == 2, change
        assert said in done.err, change
        assert "line 2: '9X' is not a card" in done.err, change
        assert all(line.startswith("ludex: board: ") for line in done.err.splitlines()), change


def test_a_solution_is_printed_and_replays_to_a_win(tmp_path: Path) -> None:
    done = ludex("solve", "freecell", "617")
    first, *lines = done.out.splitlines()
    assert first.startswith("deal 617: solved in ")
    (tmp_path / "solution").write_text("\n".join(lines))
    run = ludex("run", "freecell", "--deal", "617", "--notation", "solution", cwd=tmp_path)
    assert (run.status, run.err) == (0, "")
    assert run.out.endswith("moves: the game is won\n")
    (tmp_path / "solution").write_text("8a 46")
    other = ludex("run", "freecell", "--deal", "618", "--notation", "solution", cwd=tmp_path)
    assert other.status == 1
    assert other.out == (
        "move 2, 46 (move_game_to_game(1,3,5)): "
        "4♠ does not go on A♦: one lower, in the other colour\n"
    )


@pytest.mark.parametrize("form", ["standard", "words"])
def test_solutions_in_both_notations_replay(form: str) -> None:
    done = ludex("solve", "freecell", "1", "--notation", form)
    moves = done.out.partition("\n")[2]
    run = ludex("run", "freecell", "--deal", "1", "--notation", "-", "--json", stdin=moves)
    record = json.loads(run.out)
    assert record["wins"] is True
    assert record["failure"] is None
    assert record["played"] == len(record["events"])


def test_a_solution_as_events_is_a_script() -> None:
    done = ludex("solve", "freecell", "1", "--notation", "events")
    script = done.out.partition("\n")[2]
    run = ludex("run", "freecell", "--deal", "1", "-", stdin=script)
    assert run.status == 0
    assert run.out.endswith("You win: every card is home\n")


def test_half_a_solution_does_not_win() -> None:
    run = ludex("run", "freecell", "--deal", "617", "--notation", "-", stdin="4a 46\n")
    assert run.status == 1
    assert run.out == "2 moves: not won, 0 cards are home\n"
    run = ludex("run", "freecell", "--deal", "617", "--notation", "-", "--json", stdin="4a ab")
    assert json.loads(run.out)["failure"] == {
        "move": 2, "written": "ab", "event": None, "reason": "No card goes from a to b",
    }  # fmt: skip


def test_a_replay_that_gave_up_says_so() -> None:
    state = dealt(FREECELL, 617)
    moves = [move for move in read_solution("4a 46") if isinstance(move, NotatedMove)]
    assert replayed(state, moves).tries is None
    cut = replayed(state, moves, limit=2)
    with patch("ludex.games.freecell.formats.notation.replayed", return_value=cut):
        asked = ("run", "freecell", "--deal", "617", "--notation", "-")
        run = ludex(*asked, stdin="4a 46")
        record = json.loads(ludex(*asked, "--json", stdin="4a 46").out)
    assert run.status == 1
    assert run.out == (
        "unknown: 2 tries to read the moves were not enough; the furthest came to move 2\n"
    )
    assert (record["wins"], record["limit"]) == (False, 2)


def test_what_is_no_move_is_told_with_its_line() -> None:
    run = ludex("run", "freecell", "--deal", "1", "--notation", "-", stdin="26\n2x 3y")
    assert run.status == 2
    assert run.err.startswith("ludex: -: line 2: '2x' is not a move")
    assert run.err.endswith("(and 1 more)\n")


def test_verdicts_as_json_lines() -> None:
    done = ludex("solve", "freecell", "1-2", "--json")
    one, two = map(json.loads, done.out.splitlines())
    assert (one["deal"], one["verdict"], two["deal"]) == (1, "solved", 2)
    assert one["players_moves"] < len(one["moves"])
    assert one["states"] > 0
    cut = json.loads(ludex("solve", "freecell", "11982", "--budget", "50", "--json").out)
    assert (cut["verdict"], cut["limit"]) == ("unknown", "50 positions")
    no = json.loads(ludex("solve", "freecell", "781948", "--json").out)
    assert no["verdict"] == "impossible"
    assert "moves" not in no


def test_a_limit_that_was_reached_is_told_with_the_way_to_go_on() -> None:
    cut = ludex("solve", "freecell", "11982", "--budget", "50")
    assert cut.out == (
        "deal 11982: unknown, limit of 50 positions reached "
        "(--budget 200 searches further); 50 states\n"
    )
    cut = ludex("solve", "freecell", "11982", "--budget", "1")
    assert "limit of 1 position reached" in cut.out
    assert cut.out.endswith("; 1 state\n")


def test_seconds_are_a_budget_and_proofs_have_none() -> None:
    cut = ludex("solve", "freecell", "11982", "--budget", "0.000001s")
    assert "unknown, limit of 1e-06 seconds reached (--budget 4e-06s searches" in cut.out
    proved = ludex("solve", "freecell", "781947..781948", "--prove")
    assert proved.out.endswith("\nimpossible: 781948\n")
    both = ludex("solve", "freecell", "1", "--prove", "--budget", "10")
    assert (both.status, both.out) == (2, "")
    assert both.err == "ludex: --prove has no budget: give one of the two\n"


def test_the_fewest_moves_are_told_with_their_bound() -> None:
    done = ludex("solve", "freecell", "1", "--optimal", "--budget", "20000", "--json")
    record = json.loads(done.out)
    assert record["verdict"] == "solved"
    assert record["at_least"] < record["players_moves"] < len(record["moves"])
    assert record["optimal"] is False
    told = ludex("solve", "freecell", "1", "--optimal", "--budget", "20000")
    assert " home (at least " in told.out
    two = ludex(
        "solve", "freecell", "1", "--optimal", "--option", "packs=2", "--option", "columns=10"
    )
    assert (two.status, two.err) == (2, "ludex: --optimal is for one pack of cards\n")


@pytest.mark.slow
def test_deal_94717719_needs_more_than_the_usual_budget() -> None:
    cut = ludex("solve", "freecell", "94717719")
    assert "(--budget 2000000 searches further)" in cut.out
    on = ludex("solve", "freecell", "94717719", "--budget", "2000000")
    assert on.out.startswith("deal 94717719: solved in ")


@pytest.mark.parametrize("deals", ["1-3", "1..3", "ms1..ms3"])
def test_several_deals_are_summed_up(deals: str) -> None:
    done = ludex("solve", "freecell", deals, "--workers", "2")
    assert len(done.out.splitlines()) == 4
    assert "3 deals: 3 solved, 0 impossible, 0 unknown; mean " in done.out


def test_a_relative_is_solved_by_its_own_rules() -> None:
    done = ludex("solve", "freecell", "3", "--preset", "eight-off")
    assert done.out.startswith("deal 3: solved in ")


def test_play_and_shell_start_from_a_deal() -> None:
    played = ludex("play", "freecell", "--deal", "617", stdin="quit\n")
    assert "\n  7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥\n" in played.out
    shell = ludex("shell", "freecell", "--deal", "617", stdin="quit\n")
    assert "\n  7♦  A♦  5♣  3♠  5♠  8♣  2♦  A♥\n" in shell.out


def test_red_suits_are_red_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert colour_cards("10♦ K♠") == "10♦ K♠"
    with patch("sys.stdout.isatty", return_value=True, create=True):
        assert colour_cards("10♦ K♠") == "\033[31m10♦\033[0m K♠"
        monkeypatch.setenv("NO_COLOR", "1")
        assert colour_cards("10♦") == "10♦"
