"""`ludex league`, and players from outside in the other commands."""

import json
from pathlib import Path
from time import monotonic, sleep

import pytest

from commands import ludex, started
from foreign_programs import FIRST, LAST, has_gone, program

GAME = "examples/tic_tac_toe.py"


def test_bots_programs_and_functions_meet(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(view, dice):\n    return view.legal[-1]\n")
    cheat = program(tmp_path, 'print("bestmove mark(10)", flush=True)', "cheat")
    done = ludex(
        "league", GAME, "--player", f"First=cmd:{program(tmp_path)}",
        "--player", f"Cheat=cmd:{cheat}", "--player", f"Mine={mine}:choose",
        "--player", "solved", "--deals", "1", "--seed", "4", "--out", str(tmp_path / "l"),
    )  # fmt: skip
    assert done.status == 0, done.err
    title, _, first, *_, last, where = done.out.splitlines()
    assert title == f"{GAME}: 12 games, seed 4"
    assert first.split()[:2] == ["1", "solved"]
    assert last.split()[:2] == ["4", "Cheat"]
    assert where.endswith(f"ludex report {tmp_path / 'l'})")
    assert "Cheat mark(10) is refused: there is no cell 10" in done.err
    told = json.loads((tmp_path / "l" / "standings.json").read_text())
    assert told["games"] == told["of"] == 12
    assert told["standings"][-1]["faults"] == 6
    page = (tmp_path / "l" / "standings.html").read_text()
    assert "there is no cell 10" in page
    again = ludex("run", GAME, str(next((tmp_path / "l" / "games").glob("0001*"))))
    assert again.status == 0
    report = ludex("report", str(tmp_path / "l"), "--json")
    assert report.status == 0, report.err
    (summed,) = json.loads(report.out)
    assert (summed["job"], summed["rows"], summed["chunks"]) == ("league", 12, [12, 12])
    assert summed["outcomes"]["Cheat loses by a fault"]["count"] == 6


def test_the_same_command_goes_on_without_a_seed(tmp_path: Path) -> None:
    words = ("--player", "random", "--player", "greedy", "--deals", "2", "--json")
    first = ludex("league", GAME, *words, "--out", str(tmp_path / "l"))
    again = ludex("league", GAME, *words, "--out", str(tmp_path / "l"))
    assert json.loads(first.out) == json.loads(again.out)


@pytest.mark.slow
def test_processes_do_not_change_a_league(tmp_path: Path) -> None:
    def standings(jobs: str) -> object:
        done = ludex(
            "league", GAME, "--player", "random", "--player", "greedy",
            "--player", f"P=cmd:{program(tmp_path, LAST)}", "--swiss", "2",
            "--deals", "1", "--seed", "3", "--jobs", jobs, "--json",
        )  # fmt: skip
        assert done.status == 0, done.err
        told = json.loads(done.out)
        assert told["games"] == 4
        for each in told["standings"]:
            del each["seconds_per_move"]
        return told

    assert standings("1") == standings("2")


def test_what_is_wrong_is_one_line() -> None:
    for words, told in [
        (["--player", "random"], "a league needs two players"),
        (["--player", "random", "--player", "random"], "two players called 'random'"),
        (
            ["--player", "random", "--player", "cmd:./none"],
            "there is no program './none'",
        ),
        (["--player", "random", "--player", "nobody"], "there is no bot 'nobody'"),
        (["--player", "random", "--player", "greedy", "--deals", "0"], "'--deals'"),
        (["--player", "x=random", "--player", " x =greedy"], "two players called 'x'"),
        (["--player", "=random", "--player", "greedy"], "a name has 1 to 40 printable"),
        (["--player", "a\nb=random", "--player", "greedy"], "a name has 1 to 40 printable"),
        (
            ["--player", f"{'a' * 41}=random", "--player", "greedy"],
            "a name has 1 to 40",
        ),
        (
            ["--player", "random", "--player", "cmd:a\nb"],
            "characters that cannot be printed",
        ),
    ]:
        done = ludex("league", GAME, *words)
        assert done.status == 2, words
        assert told in done.err, words
        assert len(done.err.splitlines()) == 1, words


def test_a_table_for_more_asks_for_more_players() -> None:
    done = ludex("league", "holdem", "--player", "random", "--player", "greedy")
    assert done.status == 2
    assert "6 seats here, for 2 players; try --option players=2" in done.err
    swiss = ludex("league", "freecell", "--player", "random", "--player", "greedy", "--swiss", "2")
    assert swiss.status == 2
    assert "--swiss is for tables of two" in swiss.err


def test_a_program_sits_at_the_table_and_in_a_match(tmp_path: Path) -> None:
    bot = f"cmd:{program(tmp_path, FIRST)}"
    table = ludex(
        "play", GAME, "--plain", "--bot", f"{bot}@2", "--save-dir", str(tmp_path / "s"),
        stdin="mark(5)\nquit\n",
    )  # fmt: skip
    assert table.status == 0, table.err
    assert "player 2: Mark 1" in table.out
    match = ludex("match", GAME, "--bots", bot, "random", "--games", "2")
    assert match.status == 0, match.err


@pytest.mark.usefixtures("trusted_players")
def test_a_saved_game_starts_no_program_unless_asked(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    answer = f'open({str(mark)!r}, "w").close(); {FIRST}'
    bot = f"cmd:{program(tmp_path, answer)}"
    folder = ("--save-dir", str(tmp_path / "s"))
    said = "mark(5)\nquit\n"
    ludex("play", GAME, "--plain", "--bot", f"{bot}@2", *folder, stdin=said)
    mark.unlink()
    resumed = ("resume", "--rules", GAME, "--plain", *folder)
    refused = ludex(*resumed, stdin="mark(9)\nquit\n")
    assert refused.status == 2
    assert "add --programs" in refused.err
    assert not mark.exists()
    assert ludex(*resumed, "--programs", stdin="mark(9)\nquit\n").status == 0
    assert mark.exists()


def test_a_program_that_ends_leaves_a_line_and_a_saved_game(tmp_path: Path) -> None:
    answer = 'sys.exit("no idea")'
    bot = f"cmd:{program(tmp_path, answer)}"
    done = ludex(
        "play", GAME, "--plain", "--bot", f"{bot}@2", "--save-dir", str(tmp_path / "s"),
        stdin="mark(5)\nquit\n",
    )  # fmt: skip
    assert done.status == 2
    (saved,) = (tmp_path / "s").glob("*.jsonl")
    assert done.err.splitlines()[-1].endswith(
        f"has ended with status 1 (no idea); to continue: ludex resume {saved} --programs, "
        "or --stand-in greedy for a bot instead"
    )
    assert "mark(5)" in saved.read_text()
    again = ("resume", str(saved), "--rules", GAME, "--plain", "--stand-in")
    resumed = ludex(*again, "greedy", stdin="quit\n")
    assert resumed.status == 0, resumed.err
    assert "player 2: Mark " in resumed.out
    wrong = ludex(*again, bot)
    assert wrong.status == 2
    assert wrong.err.startswith(f"ludex: --stand-in {bot}: ")


def test_a_program_that_cannot_play_is_told_before_the_first_move(
    tmp_path: Path,
) -> None:
    for command, told in [
        ("python3 {folder}/none.py", "before it sent a hello"),
        ("true", "has ended with status 0, before it sent a hello"),
        ("{folder}/plain.py", "cannot be run: chmod +x it, or write python3"),
        ("{folder}", "is a folder, not a program"),
        ("{folder}/my program --fast", "there is no program"),
    ]:
        (tmp_path / "plain.py").write_text("print('hello')")
        bot = f"cmd:{command.format(folder=tmp_path)}@2"
        done = ludex("play", GAME, "--plain", "--bot", bot, stdin="mark(5)\n")
        assert done.status == 2, command
        assert done.err.startswith("ludex: --bot"), command
        assert told in done.err, command
        assert len(done.err.splitlines()) == 1, command


def test_a_file_alone_is_neither_a_program_nor_a_function() -> None:
    done = ludex("play", GAME, "--plain", "--bot", "./play.py@2")
    assert done.status == 2
    assert "write cmd:./play.py for a program, ./play.py:NAME for a function" in done.err


ODD = [
    "<script>alert(1)</script>",
    "a&b",
    "\"quoted\" 'too'",
    "../../up",
    "漢字 🙂",
    "--",
    "%s{}",
]


def test_names_of_any_signs_harm_no_page_and_no_file(tmp_path: Path) -> None:
    players = [word for name in ODD for word in ("--player", f"{name}=random")]
    out = tmp_path / "league"
    done = ludex("league", GAME, *players, "--deals", "1", "--seed", "1", "--out", str(out))
    assert done.status == 0, done.err
    page = (out / "standings.html").read_text()
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    told = json.loads((out / "standings.json").read_text())
    assert {one["player"] for one in told["standings"]} == {*ODD}
    assert {path.parent for path in tmp_path.rglob("*.txt")} == {out / "games"}
    script = min((out / "games").iterdir())
    assert ludex("run", GAME, str(script)).status == 0


@pytest.mark.slow
@pytest.mark.usefixtures("trusted_players")
def test_the_workers_of_a_killed_league_end_with_their_programs(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    note = f'import os; open({str(pids)!r}, "a").write(f"{{os.getpid()}} {{os.getppid()}} ")'
    slow = program(tmp_path, f"{note}; time.sleep(60)")
    with started(
        "league", GAME, "--player", f"slow=cmd:{slow}", "--player", "random",
        "--deals", "3", "--jobs", "2", "--seconds", "60",
    ) as league:  # fmt: skip
        begun = monotonic()
        while len(pids.read_text().split() if pids.exists() else ()) < 2:
            assert monotonic() - begun < 60
            sleep(0.05)
        league.kill()
        league.wait()
        for pid in map(int, pids.read_text().split()):
            assert has_gone(pid)
