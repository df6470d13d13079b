"""Line mode and the lobby, played through a pipe to the end."""

import json
from pathlib import Path

from commands import ludex
from ludex.play.starts import KNOWN_DEALS
from playing import ROOT

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")
KUHN_POKER = str(ROOT / "examples" / "kuhn_poker.py")


def test_two_people_play_tic_tac_toe_at_one_keyboard() -> None:
    moves = "mark(1)\nmark(1)\nmark(5)\nmark(2)\nundo\nmark(4)\nmark(9)\nlegal\nmark(7)\n"
    done = ludex("play", TIC_TAC_TOE, stdin=moves)
    assert done.status == 0
    assert "No: cell 1 is taken" in done.out
    assert "  1 Mark 2 [mark(2)]\n" in done.out
    assert done.out.rstrip().endswith(
        "The game is over: three in a line: 1, 4, 7. Won by player 1."
    )


def test_a_bot_takes_a_seat_and_hidden_cards_stay_hidden() -> None:
    done = ludex("play", KUHN_POKER, "--bot", "2", "--seed", "4", stdin="1\n")
    assert "chance: Deal\n" in done.out  # without its cards
    assert "(1, 1) KING ?\n" in done.out
    assert "player 2: " in done.out
    assert done.err.startswith("seed 4, saved in ")


def test_undo_goes_back_to_the_person_s_own_decision() -> None:
    done = ludex(
        "play",
        TIC_TAC_TOE,
        "--bot",
        "2",
        "--seed",
        "1",
        stdin="1\nundo\nundo\nredo\nquit\n",
    )
    assert done.out.count("...\n...\n...") == 2
    assert "Nothing to undo" in done.out


def test_the_lobby_lists_the_games_and_plays_one() -> None:
    script = (
        "whist\nchess-solitaire\nhelp\nsetup_chess(K,1,1)\nsetup_chess(P,1,2)\n"
        "start_game\nrules\nposition\n1\nquit\nquit\n"
    )
    done = ludex(stdin=script)
    assert done.status == 0
    assert "no game 'whist'" in done.err
    assert "The game is over: You win: one piece is left." in done.out
    assert "\nKP../..../..../....\n" in done.out
    assert "CHESS SOLITAIRE" in done.out


def test_the_lobby_is_left_at_the_end_of_the_input() -> None:
    assert ludex(stdin="").status == 0


def test_a_hint_says_which_piece_then_where_to_then_does_it() -> None:
    start = ["--position", ".N../.Q.R/P.../....", "--seed", "1"]
    asked = "hint\nhint\nhint\nposition\nquit\n"
    said = ludex("play", "chess-solitaire", *start, stdin=asked).out
    assert "Look at a2 (pawn)." in said
    assert "It goes to b3 (queen). It begins a way to win in 3 moves." in (said)
    assert "\npawn on a2 takes queen on b3.\n" in said
    assert said.splitlines()[-1] == ".N../.P.R/..../...."


def test_the_light_tells_what_can_still_be_won() -> None:
    start = ["--position", ".N../.Q.R/P.../....", "--seed", "1"]
    asked = "winnable\nhint\nmove_and_capture(2,4,2,2)\nwinnable\nhint\nundo\nquit\n"
    done = ludex("play", "chess-solitaire", *start, stdin=asked)
    assert "Proven: this position can be won." in done.out
    lost = "Proven: this position cannot be won. It could be won only before the first move."
    assert done.out.count(lost) == 2
    saved = Path(done.err.split("saved in ")[1].strip()).read_text().splitlines()
    assert '"assisted": true' in saved[1]


def test_a_solver_that_gave_up_is_asked_to_look_further() -> None:
    asked = "winnable\nhint\nwinnable 0\nwinnable 1 2\nhint 100\nhelp\nhint\nquit\n"
    given = ["--deal", "11982", "--budget", "50", "--seed", "1"]
    said = ludex("play", "freecell", *given, stdin=asked).out
    assert "Unknown: no proof within 50 positions; `winnable 200` searches further." in said
    assert "Unknown: no proof within 50 positions; `hint 200` searches further." in said
    assert "The number of positions is between 1 and 1,000,000,000." in said
    assert "'winnable 1 2' is not written like an event." in said
    assert "  hint NUMBER     the same, with at most that many positions" in said
    assert said.count("Unknown: no proof within 100 positions; `hint 400`") == 2


def test_who_looks_further_gets_the_hint() -> None:
    given = ["--deal", "617", "--budget", "5", "--seed", "1"]
    said = ludex("play", "freecell", *given, stdin="hint\nhint 2000\nhint\nquit\n").out
    assert "Unknown: no proof within 5 positions; `hint 20` searches further." in said
    assert "Look at the " in said
    assert "It begins a way to win in " in said


def test_where_no_solver_is_nothing_is_counted_in_positions() -> None:
    said = ludex("play", "carcassonne", "--seed", "3", stdin="hint 50\nquit\n").out
    assert "Hints of this game do not count positions: ask without a number." in said


def test_before_a_board_is_set_up_nothing_is_proven() -> None:
    done = ludex("play", "chess-solitaire", stdin="winnable\nhint\nquit\n")
    assert done.out.count("Unknown: there is no proof for this position.") == 2


def test_where_no_solver_is_the_best_bot_gives_hints() -> None:
    done = ludex(
        "play",
        "carcassonne",
        "--preset",
        "standard",
        "--seed",
        "3",
        stdin="help\nhint\nhint\nhint\nquit\n",
    )
    assert "  hint        ask for advice (noted as assisted)" in done.out
    assert "Look at the drawn tile (city on one side)." in done.out
    assert "It goes to free place (0, 0) (" in done.out
    assert " points on average" in done.out
    assert "the next best (Lay city on one side at (0, 0), " in done.out
    assert "player 1: Lay city on one side at (0, 0), " in done.out


def test_freecell_has_hints_too() -> None:
    done = ludex("play", "freecell", "--deal", "617", stdin="help\nhint\nhint\nwinnable\nquit\n")
    assert " It begins a way to win in " in done.out
    assert "Proven: this position can be won." in done.out
    assert "hint, winnable  ask for advice" in done.out
    lost = ludex("play", "freecell", "--deal", "11982", stdin="winnable\nquit\n")
    assert "Proven: this position cannot be won." in lost.out


def test_a_game_is_begun_anew_by_its_own_event() -> None:
    start = ["--position", "NPBB/..../..../....", "--seed", "1"]
    done = ludex("play", "chess-solitaire", *start, stdin="reset_game\nlog\nquit\n")
    assert done.status == 0
    assert "Restarted." in done.out
    freecell = ludex("play", "freecell", "--deal", "3", stdin="new_game\nquit\n")
    assert freecell.status == 0
    assert "Restarted." in freecell.out


def test_restart_new_and_log_in_line_mode(tmp_path: Path) -> None:
    script = "move_game_to_free(7,3)\nLog\n UNDO \nredo\nRestart\nposition\nnew\nmove_game_to_free(7,3)\nlog\nquit\n"
    done = ludex("play", "freecell", "--deal", "617", "--save-dir", str(tmp_path), stdin=script)
    assert done.status == 0, done.err
    assert "nothing was played, so nothing was saved" in done.err  # the restarted game
    assert done.err.count("saved in") == 3
    first, second = (
        json.loads(path.read_text().splitlines()[0])
        for path in sorted(tmp_path.iterdir(), key=lambda p: p.stat().st_mtime)
    )
    assert first["label"] == "deal 617"
    number = int(second["label"].removeprefix("deal "))
    assert 1 <= number <= KNOWN_DEALS  # nobody remembers ten digits
    assert f"deal {number}, seed " in done.err
    assert "Taken back: " in done.out
    assert "Done again: " in done.out


def test_the_table_counts_columns_from_one_and_tells_how_to_type() -> None:
    script = "legal\nmove_game_to_free(3,0)\nmove_game_to_free(3,0)\nquit\n"
    done = ludex("play", "freecell", "--deal", "617", stdin=script)
    lines = done.out.splitlines()
    assert lines[1].startswith("Type moves in the usual notation: 26 is column 2")
    assert lines[2] == (
        "Events count places from 0, as scripts do: "
        "move_game_to_free(3,0) moves column 4 to free cell 1."
    )
    assert "   1   2   3   4   5   6   7   8" in lines
    assert " 4a 4♥ to free cell 1 [move_game_to_free(3,0)]" in lines
    assert "4♥ to free cell 1." in lines
    assert "No: Free cell 1 is taken, by 4♥" in lines
    transcript = ludex("run", "freecell", "-", "--deal", "617", stdin=script[6:29])
    assert "   0   1   2   3   4   5   6   7" in transcript.out.splitlines()


def test_the_squares_of_a_board_are_named_at_its_edge() -> None:
    done = ludex("play", "chess-solitaire", stdin="setup_chess(K,1,2)\nquit\n")
    assert "\n4 .K..\n3 ....\n2 ....\n1 ....\n  abcd\n" in done.out
    assert "moves(1,2) is b4." in done.out


def test_a_new_game_of_carcassonne_has_roads_and_a_seed_changes_no_rules(tmp_path: Path) -> None:
    """The game that is offered first is the base game, with or without a seed."""
    new = ludex(
        "play", "carcassonne", "--plain", "--save-dir", str(tmp_path), stdin="position\n1\nquit\n"
    )  # fmt: skip
    assert "set=base" in new.out
    folder = ("--save-dir", str(tmp_path / "seeded"))
    seeded = ludex(
        "play", "carcassonne", "--plain", "--seed", "3", *folder, stdin="position\nquit\n"
    )
    assert "set=base" in seeded.out
    for saved in tmp_path.rglob("*.*"):
        assert json.loads(saved.read_text().splitlines()[0])["preset"] == "base"


def test_what_is_called_the_same_is_listed_once(tmp_path: Path) -> None:
    """An ace goes home to any of four places: that is one thing to do."""
    folder = ["--save-dir", str(tmp_path)]
    done = ludex("play", "freecell", "--seed", "5", *folder, stdin="legal\n7h\n")
    listed = [line for line in done.out.splitlines() if "A♠ home [" in line]
    assert listed == [" 7h A♠ home [move_game_to_home(6,0)]"]
    assert "A♠ home." in done.out
