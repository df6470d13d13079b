"""Saved games at the command line: killed, resumed, replayed, counted."""

import fcntl
import json
import signal
import subprocess
from pathlib import Path

import pytest

from commands import ludex, started
from playing import ROOT

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")


def test_a_killed_bot_game_is_resumed_with_everything_accepted(tmp_path: Path) -> None:
    with started(
        "play", TIC_TAC_TOE, "--bot", "2", "--seed", "3", "--save-dir", str(tmp_path),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("mark(5)\nposition\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("cells="):
                break
        process.send_signal(signal.SIGKILL)
    resumed = ludex(
        "resume", "--rules", TIC_TAC_TOE, "--save-dir", str(tmp_path),
        stdin="position\nquit\n",
    )  # fmt: skip
    assert resumed.status == 0
    assert line in resumed.out
    assert "mark(5)" in next(tmp_path.iterdir()).read_text()


def test_games_are_listed_replayed_and_counted(tmp_path: Path) -> None:
    folder = ["--save-dir", str(tmp_path)]
    won = "mark(1)\nmark(2)\nmark(4)\nundo\nmark(4)\nmark(3)\nmark(7)\n"
    assert ludex("play", TIC_TAC_TOE, *folder, stdin=won).status == 0
    assert ludex("play", "chess-solitaire", *folder, stdin="setup_chess(K,1,1)\n").status == 0
    with_rules = ["--rules", TIC_TAC_TOE, *folder]
    listed = json.loads(ludex("saves", *with_rules, "--json").out)
    games = {row["game"]: row for row in listed}
    assert games[TIC_TAC_TOE]["winners"] == [1]
    assert games["chess-solitaire"]["over"] is False
    assert "three in a line" in ludex("saves", *with_rules).out
    name = games[TIC_TAC_TOE]["name"]
    shown = ludex("replay", name, *with_rules)
    assert "->undo\n" in shown.out
    assert shown.out.endswith("XOO\nX..\nX..\n")
    one = ludex("replay", name, "--step", *with_rules, stdin="\n")
    assert one.out.count("->") == 1
    (counted,) = json.loads(ludex("stats", *with_rules, "--json").out)
    assert (counted["played"], counted["won"]) == (1, 1)
    assert TIC_TAC_TOE[:20] in ludex("stats", *with_rules).out


def test_a_saved_game_is_thrown_away_by_name_alone(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    folder = ["--save-dir", str(saves)]
    for _ in range(2):
        ludex("play", "chess-solitaire", *folder, stdin="setup_chess(K,1,1)\n")
    kept, gone = sorted(path.stem for path in saves.glob("*.jsonl"))
    assert f"{kept:40}     1 event   " in ludex("saves", *folder).out
    (tmp_path / "mine.jsonl").write_text("not a game\n")
    for name in ("nothing", "../mine", str(tmp_path / "mine.jsonl")):
        refused = ludex("saves", "--delete", gone, "--delete", name, *folder)
        assert (refused.status, refused.out) == (2, "")
        assert f"no saved game {name!r}" in refused.err
    with (saves / f"{gone}.jsonl").open("rb") as playing:
        fcntl.flock(playing, fcntl.LOCK_EX)
        busy = ludex("saves", "--delete", gone, *folder)
        assert (busy.status, "this game is open in" in busy.err) == (2, True)
    assert ludex("saves", "--delete", gone, *folder).out == f"{gone} was deleted\n"
    assert [path.stem for path in saves.glob("*.jsonl")] == [kept]


def test_what_cannot_be_resumed_is_one_line(tmp_path: Path) -> None:
    folder = ["--save-dir", str(tmp_path)]
    assert "no unfinished game in" in ludex("resume", *folder).err
    assert "no saved game 'x'" in ludex("replay", "x", *folder).err
    (tmp_path / "new.jsonl").write_text('{"ludex": 3}\n')
    newer = ludex("resume", "new", *folder)
    assert newer.status == 2
    assert "saved in format 3; this Ludex reads up to 2" in newer.err
    listed = ludex("saves", *folder)
    assert listed.status == 0
    assert "saved in format 3" in listed.err
    blocked = tmp_path / "file"
    blocked.write_text("")
    unsaved = ludex("play", "chess-solitaire", "--save-dir", str(blocked / "x"))
    assert unsaved.status == 2
    assert "cannot save in" in unsaved.err


def test_a_saved_game_runs_as_a_script_and_gives_the_same_states(
    tmp_path: Path,
) -> None:
    folder = ["--save-dir", str(tmp_path)]
    played = "mark(1)\nmark(2)\nmark(4)\nundo\nmark(7)\n"
    assert ludex("play", TIC_TAC_TOE, *folder, stdin=played).status == 0
    (saved,) = tmp_path.iterdir()
    run = ludex("run", TIC_TAC_TOE, "--from-save", str(saved))
    assert run.status == 0
    assert [line for line in run.out.splitlines() if line.startswith("->")] == [
        "->mark(1)", "->mark(2)", "->mark(4)", "->undo", "->mark(7)",
    ]  # fmt: skip
    assert run.out == ludex("replay", str(saved), "--rules", TIC_TAC_TOE).out
    other = ludex("run", "chess-solitaire", "--from-save", str(saved))
    assert other.status == 2
    assert "is a game of" in other.err


def test_one_bad_file_does_not_hide_the_others(tmp_path: Path) -> None:
    folder = ["--save-dir", str(tmp_path)]
    won = "mark(1)\nmark(2)\nmark(4)\nmark(3)\nmark(7)\n"
    assert ludex("play", TIC_TAC_TOE, *folder, stdin=won).status == 0
    (good,) = tmp_path.glob("*.jsonl")
    header, *events = good.read_text().splitlines(keepends=True)
    (tmp_path / "refused.jsonl").write_text(header + events[0] + events[0])
    gone = json.loads(header) | {"game": "nowhere"}
    (tmp_path / "gone.jsonl").write_text(json.dumps(gone) + "\n")
    odd = json.loads(header) | {"game": "carcassonne", "position": "???"}
    (tmp_path / "odd.jsonl").write_text(json.dumps(odd) + "\n")
    (tmp_path / "cut.jsonl").write_text(header + events[0] + events[1][:9])
    (tmp_path / "deep.jsonl").write_text("[" * 200_000 + "\n")
    for command in ("saves", "stats"):
        told = ludex(command, "--rules", TIC_TAC_TOE, *folder)
        assert told.status == 0
        assert TIC_TAC_TOE[:20] in told.out or "three in a line" in told.out
        for name in ("refused", "gone", "odd", "cut", "deep"):
            assert f"{name}.jsonl: " in told.err
    # The last that is not over.
    resumed = ludex("resume", "--rules", TIC_TAC_TOE, *folder, stdin="quit\n")
    assert "is incomplete" in resumed.err


def test_the_path_of_a_game_file_is_kept_whole_wherever_it_was_named(
    tmp_path: Path,
) -> None:
    folder = ["--save-dir", str(tmp_path)]
    examples = Path(TIC_TAC_TOE).parent
    played = ludex("play", "tic_tac_toe.py", *folder, stdin="mark(1)\n", cwd=examples)
    assert played.status == 0
    listed = ludex("saves", *folder, "--json", cwd=tmp_path).out
    assert '"events": 1' in listed
    assert TIC_TAC_TOE in listed


SOLVED = "move_and_capture(1,1,1,2)\nquit\n"


@pytest.mark.parametrize(
    ("game", "beginning", "script", "practice"),
    [
        ("chess-solitaire", ("--position", "KP../..../..../...."), SOLVED, True),
        ("chess-solitaire", (), "setup_chess(K,1,1)\nsetup_chess(P,1,2)\nstart_game\n"
         + SOLVED, True),
        ("holdem", ("--seed", "3", "--preset", "one_hand", "--players", "2"),
         "fold\nquit\n", True),
        ("holdem", ("--preset", "one_hand", "--players", "2"), "fold\nquit\n", False),
        ("freecell", ("--seed", "3"), "1a\nquit\n", False),
        ("freecell", ("--deal", "617"), "1a\nquit\n", False),
    ],
)  # fmt: skip
def test_a_chosen_seed_or_position_is_practice_and_counted_apart(
    tmp_path: Path,
    game: str,
    beginning: tuple[str, ...],
    script: str,
    *,
    practice: bool,
) -> None:
    folder = ("--save-dir", str(tmp_path))
    assert ludex("play", game, *beginning, *folder, stdin=script).status == 0
    (row,) = json.loads(ludex("saves", *folder, "--json").out)
    assert (row["practice"], row["assisted"]) == (practice, practice)
    assert ludex("saves", *folder).out.endswith("(practice)\n") is practice
    for counted in json.loads(ludex("stats", *folder, "--json").out):
        assert counted["assisted"] == practice


def test_a_new_deal_after_a_chosen_seed_is_none_of_it(tmp_path: Path) -> None:
    folder = ("--save-dir", str(tmp_path))
    chosen = ("--seed", "3", "--preset", "one_hand", "--players", "2")
    ludex("play", "holdem", *chosen, *folder, stdin="fold\nnew\nfold\nquit\n")
    rows = json.loads(ludex("saves", *folder, "--json").out)
    assert sorted(row["practice"] for row in rows) == [False, True]
