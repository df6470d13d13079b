"""`ludex match` and `ludex bots`: who plays, how well, and what is wrong with the question."""

import json
import signal
import subprocess
from dataclasses import replace
from pathlib import Path
from time import sleep

import pytest

from commands import ludex, started
from ludex.registry import companion_of, load
from playing import ROOT

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")


def test_a_match_says_who_won_and_how_sure_that_is() -> None:
    done = ludex(
        "match", "carcassonne", "--bots", "greedy", "random", "--games", "6", "--seed", "1"
    )  # fmt: skip
    assert (done.status, done.err) == (0, "")
    first, second, rate, score, elo, *pace = done.out.splitlines()
    assert first == "carcassonne: 6 games, seed 1, seats exchanged"
    assert second == "greedy against random: 6 won, 0 drawn, 0 lost"
    assert rate == "  win rate  100.0 % (95 %: 61.0 to 100.0)"
    assert " per game (95 %: " in score
    assert elo == "  Elo       +505 (95 %: -54 to +1064)"
    assert [line.split(",")[0] for line in pace] == [
        "greedy  108 moves",
        "random  108 moves",
    ]


def test_several_processes_play_the_same_match() -> None:
    def match(jobs: str) -> object:
        done = ludex(
            "match", "examples/kuhn_poker.py", "--bots", "greedy,random",
            "--games", "20", "--seed", "7", "--jobs", jobs, "--json",
        )  # fmt: skip
        assert done.status == 0, done.err
        result = json.loads(done.out)
        assert result["games"] == 20
        assert not result["interrupted"]
        for bot in result["bots"]:
            assert bot.pop("seconds") >= 0
        return result

    assert match("1") == match("2")


def test_three_bots_sit_at_a_table_for_three() -> None:
    done = ludex(
        "match", "carcassonne", "--bots", "random", "greedy", "random",
        "--option", "players=3", "--games", "3", "--seed", "1",
    )  # fmt: skip
    assert done.status == 0
    assert "greedy: 3 won, 0 drawn, 0 lost" in done.out
    assert done.out.count("random: 0 won, 0 drawn, 3 lost") == 2


def test_a_match_that_cannot_be_is_one_line_and_status_2() -> None:
    for arguments, words in [
        (["--bots", "greedy"], "a match needs two bots"),
        (["--bots", "greedy", "deep"], "there is no bot 'deep'"),
        (["--bots", "greedy", "search:fast"], "'fast' is not a budget"),
        (["--bots", "greedy", "random", "--games", "7"], "takes a multiple of 2"),
        (["--bots", "greedy", "random", "--games", "0"], "--games"),
        (
            ["--bots", "greedy", "random", "tree", "--sprt", "0", "20"],
            "--sprt compares two bots, not 3",
        ),
        (
            ["--bots", "greedy", "random", "--sprt", "20", "0"],
            "write the smaller number first",
        ),
        (
            ["--bots", "greedy", "random", "--sprt", "nan", "0"],
            "write the smaller number first",
        ),
        (
            ["--bots", "greedy", "random", "--log", "/dev/null/x"],
            "--log /dev/null/x: Not a directory",
        ),
        (["--bots", "greedy", "random", "--preset", "odd"], "no preset 'odd'"),
        (["--bots", "greedy", "random", "--jobs", "0"], "--workers"),
        ([], "--bots"),
    ]:
        done = ludex("match", "carcassonne", *arguments)
        assert (done.status, done.out) == (2, ""), arguments
        assert words in done.err, arguments
        assert done.err.count("\n") == 1, arguments


def test_a_game_for_one_has_no_matches() -> None:
    done = ludex("match", "freecell", "--bots", "greedy", "random")
    assert done.status == 2
    assert "2 bots for 1 seat of freecell\n" in done.err


def test_of_more_bots_than_seats_every_two_meet() -> None:
    done = ludex(
        "match", "examples/tic_tac_toe.py", "--bots", "random", "greedy", "tree:60",
        "--games", "4", "--seed", "1",
    )  # fmt: skip
    assert done.status == 0, done.err
    lines = done.out.splitlines()
    assert lines[0] == "tic-tac-toe: 12 games, seed 1, seats exchanged"
    ranked = [line.split(":")[0].strip() for line in lines if " won, " in line]
    assert ranked == ["tree", "greedy", "random"]
    table = lines[lines.index("Score in percent against each opponent:") + 2 :][:3]
    assert [row.split()[0] for row in table] == ["tree:60", "greedy", "random"]


def test_ratings_and_pairs_are_there_for_machines() -> None:
    done = ludex(
        "match", "examples/tic_tac_toe.py", "--bots", "random", "greedy", "tree:60",
        "--games", "4", "--seed", "1", "--json",
    )  # fmt: skip
    found = json.loads(done.out)
    assert [pair["bots"] for pair in found["pairs"]] == [
        ["random", "greedy"],
        ["random", "tree:60"],
        ["greedy", "tree:60"],
    ]
    assert all(pair["games"] == 4 for pair in found["pairs"])
    elo = [bot["elo"] for bot in found["bots"]]
    assert abs(sum(value for value, _, _ in elo)) < 0.2
    assert all(low < value < high for value, low, high in elo)
    assert "sprt" not in found


def test_a_sequential_test_stops_when_enough_is_known() -> None:
    arguments = (
        "match", "examples/tic_tac_toe.py", "--bots", "greedy", "random",
        "--games", "1000", "--seed", "1", "--sprt", "0", "100",
    )  # fmt: skip
    done = ludex(*arguments)
    assert done.status == 0, done.err
    assert " of 1,000 games" in done.out.splitlines()[0]
    assert (
        "SPRT: greedy is better than random by 100 Elo rather than by 0 (log-likelihood ratio +"
        in done.out.splitlines()[-1]
    )
    sequential = json.loads(ludex(*arguments, "--json").out)["sprt"]
    assert (sequential["elo0"], sequential["elo1"]) == (0.0, 100.0)
    assert sequential["verdict"] == "elo1"
    assert sequential["llr"] >= sequential["bounds"][1]


def test_every_game_is_kept_as_a_script_that_runs(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = (
        "match", "examples/kuhn_poker.py", "--bots", "greedy", "random",
        "--games", "4", "--seed", "3", "--log", str(log), "--json",
    )  # fmt: skip
    done = ludex(*arguments)
    assert done.status == 0, done.err
    kept = [json.loads(line) for line in (log / "games.jsonl").read_text().splitlines()]
    assert [game["bots"] for game in kept] == [["greedy", "random"], ["random", "greedy"]] * 2  # fmt: skip
    assert len(list(log.glob("*.txt"))) == 4
    wins = sum(game["winners"] == ["greedy"] for game in kept)
    assert json.loads(done.out)["bots"][0]["wins"] == wins
    for game in kept:
        ran = ludex("run", "examples/kuhn_poker.py", str(log / game["script"]))
        assert ran.status == 0, ran.err
    again = ludex(*arguments)
    assert (again.status, again.out) == (2, "")
    assert again.err == f"ludex: --log {log}: the folder is not empty\n"


def test_an_own_bot_that_fails_is_told_in_a_line(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("def choose(view, dice):\n    return None\n")
    done = ludex("match", "examples/tic_tac_toe.py", "--bots", f"{own}:choose", "random")
    assert (done.status, done.out) == (2, "")
    assert done.err == f"ludex: {own}:choose: it returns nothing, which is not an event\n"


SHORT = """
from pathlib import Path

from ludex.kernel import Event, Game, Outcome, Seat, Start


class Win(Event[int]):
    \"\"\"Win, and leave word of it.\"\"\"

    def apply(self, s: int) -> int:
        Path("won").touch()
        return 1


game = Game(
    name="short",
    title="Short",
    summary="Win.",
    players=(2, 2),
    start=Start.fixed(0),
    events=(Win,),
    outcome=lambda s: Outcome((Seat(0),), "won") if s else None,
    text=str,
)
"""


def demand_what_is_known(status: int, out: str, err: str) -> None:
    assert (status, err) == (130, "ludex: interrupted\n")
    assert " of 1,000,000,000,000,000 games, seed 1" in out
    assert "random against random: " in out


ENDLESS = (
    "match", "short.py", "--bots", "random", "random", "--games", str(10**15), "--seed", "1",
)  # fmt: skip


def test_an_interrupted_match_prints_what_is_known(tmp_path: Path) -> None:
    pressed = "done.append(1); len(done) == 50 and os.kill(os.getpid(), 2)"
    short = SHORT.replace('Path("won").touch()', pressed)
    (tmp_path / "short.py").write_text(f"import os\ndone = []\n{short}")
    done = ludex(*ENDLESS, cwd=tmp_path)
    demand_what_is_known(done.status, done.out, done.err)


@pytest.mark.slow
def test_an_interrupted_match_of_two_processes_prints_what_is_known(
    tmp_path: Path,
) -> None:
    (tmp_path / "short.py").write_text(SHORT)
    with started(
        *ENDLESS, "--jobs", "2", cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as match:  # fmt: skip
        while not (tmp_path / "won").exists():
            assert match.poll() is None
            sleep(0.1)
        sleep(2)  # a game that was played has to come back
        match.send_signal(signal.SIGINT)
        out, err = match.communicate(timeout=60)
    demand_what_is_known(match.returncode, out, err)


def test_the_bots_are_listed_with_a_sentence_each_and_who_gives_hints() -> None:
    done = ludex("bots", "russian-bank")
    assert done.status == 0
    names = [line.split("  ")[0] for line in done.out.splitlines()]
    assert names[:5] == ["random", "greedy", "tree", "search", "planner"]
    assert done.out.endswith("The strongest is planner; hints come from the bot planner.\n")
    assert "hints come from the FreeCell solver." in ludex("bots", "freecell").out
    exact = ludex("bots", "chess-solitaire").out
    assert "hints come from a solver that looks at every position." in exact


def test_the_list_of_bots_is_there_for_machines() -> None:
    listed = json.loads(ludex("bots", "carcassonne", "--json").out)
    names = [bot["name"] for bot in listed["bots"]]
    assert names == [
        "document",
        "original",
        "playouts",
        "random",
        "greedy",
        "tree",
        "search",
        "builder",
    ]
    assert all(bot["sentence"].endswith(".") for bot in listed["bots"])
    assert listed["hints"] == "the bot builder"


def test_every_game_of_a_match_begins_where_it_is_asked_to(tmp_path: Path) -> None:
    line = "cells=[1 1 - 2 2 - - - -] turn=1"
    words = ("match", TIC_TAC_TOE, "--bots", "greedy", "random", "--games", "2", "--seed", "1")
    done = ludex(*words, "--position", line, "--log", str(tmp_path / "log"), "--json")
    assert done.status == 0, done.err
    script = min((tmp_path / "log").glob("*-greedy-random.txt")).read_text()
    assert "--position" in script
    assert "mark(3)" in script  # greedy wins at once
    bad = ludex(*words, "--position", "cells=[]")
    assert (bad.status, bad.err.count("\n")) == (2, 1)
    numbered = ludex(*words, "--deal", "617")
    assert (numbered.status, numbered.err.count("\n")) == (2, 1)


def test_an_unknown_bot_is_answered_with_the_bots_of_the_game() -> None:
    there = "document, original, playouts, random, greedy, tree, search, builder, best, level:1 to"
    told = f"there is no bot 'foo' of carcassonne; there are: {there}"
    for words in (
        ("play", "carcassonne", "--bot", "foo"),
        ("match", "carcassonne", "--bots", "foo", "random"),
        ("league", "carcassonne", "--player", "foo", "--player", "random"),
    ):
        done = ludex(*words)
        assert (done.status, done.out) == (2, "")
        assert told in done.err, words


def test_bots_that_are_weaker_for_want_of_an_extra_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    weaker = replace(companion_of(load("carcassonne")), weaker="Stronger bots need an extra.")
    for room in ("cli.arguments.seats", "players.opponents"):
        monkeypatch.setattr(f"ludex.{room}.companion_of", lambda _: weaker)
    for words in (
        (
            "match",
            "carcassonne",
            "--bots",
            "random",
            "random",
            "--games",
            "2",
            "--option",
            "tiles=5",
        ),
        ("play", "carcassonne", "--bot", "random"),
    ):
        done = ludex(*words)
        assert "ludex: carcassonne: Stronger bots need an extra.\n" in done.err, done.err
    best = json.loads(ludex("bots", "carcassonne", "--json").out)["bots"][-1]
    assert best["name"] == "builder"
    assert best["sentence"].endswith(" Stronger bots need an extra.")
