"""The other commands: what they print, for people and for machines."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from commands import ludex
from ludex.cli.commands import COMMANDS
from ludex.registry.shipped import GAMES
from playing import ROOT

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")
KUHN_POKER = str(ROOT / "examples" / "kuhn_poker.py")


def test_help_teaches() -> None:
    done = ludex("--help")
    assert done.status == 0
    for command in (
        "games",
        "rules",
        "play",
        "run",
        "shell",
        "events",
        "simulate",
        "poker",
    ):
        assert f"\n  {command} " in done.out
        assert ludex(command, "--help").status == 0


def test_help_does_not_load_what_it_does_not_need() -> None:
    import subprocess
    import sys

    program = (
        "import sys; sys.argv = ['ludex', '--help']\n"
        "from ludex.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'rich.console', 'ludex.kernel', 'hypothesis'} & {*sys.modules}\n"
        "print(sorted(heavy), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == "[]\n"


def test_the_games_are_listed_in_which_somebody_decides_something() -> None:
    listed = json.loads(ludex("games", "--json").out)
    names = [name for name in GAMES if name != "fighting"]
    assert [game["name"] for game in listed] == names
    table = ludex("games").out
    assert all(name in table for name in names)
    assert "fighting" not in table


def test_nobody_plays_where_chance_does_it_all() -> None:
    for words in [
        ("bots",),
        ("match", "--bots", "greedy", "random"),
        ("play", "--plain"),
    ]:
        command, *options = words
        done = ludex(command, "fighting", *options)
        assert (done.status, done.out) == (2, ""), words
        assert "fighting has no decisions for players" in done.err, words
        assert done.err.count("\n") == 1, words


def test_what_chance_does_alone_is_run_printed_and_simulated(tmp_path: Path) -> None:
    script = tmp_path / "hands.txt"
    script.write_text("deal(AsAhAdAcKs,2c3c4c5c7d)\n")
    assert "four of a kind, aces" in ludex("run", "fighting", str(script)).out
    assert "FIGHTING" in ludex("rules", "fighting").out
    done = ludex("simulate", "fighting", "--games", "5", "--seed", "1")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("name", [*GAMES, TIC_TAC_TOE, KUHN_POKER])
def test_every_game_has_rules_and_an_interface(name: str) -> None:
    text = ludex("rules", name)
    assert text.status == 0
    assert "refused, in this order" in text.out
    markdown = ludex("rules", name, "--format", "markdown")
    assert markdown.out.startswith("# ")
    blocks = json.loads(ludex("rules", name, "--json").out)
    assert blocks[0]["block"] == "heading"
    interface = ludex("events", name).out
    assert interface.startswith("system ")
    events = json.loads(ludex("events", name, "--json").out)
    assert {"undo", "redo"} <= {event["event"] for event in events}


def test_simulate_reports_for_people_and_machines() -> None:
    done = ludex("simulate", "chess-solitaire", "--games", "20", "--seed", "1")
    assert done.status == 0
    assert "chess-solitaire: 20 games, seed 1: 20 ended, 0 violations" in done.out
    report = json.loads(ludex("simulate", TIC_TAC_TOE, "--games", "9", "--seed", "1", "--json").out)
    assert (report["games"], report["ended"], report["violations"]) == (9, 9, 0)
    assert report["events"] >= 9 * 5
    assert report["seconds"] > 0
    unchecked = ludex("simulate", TIC_TAC_TOE, "--games", "9", "--unchecked", "--json")
    assert json.loads(unchecked.out)["games"] == 9
    cut = ludex("simulate", TIC_TAC_TOE, "--max-events", "3", "--games", "5", "--json")
    assert json.loads(cut.out)["ended"] == 0


def test_a_violation_is_printed_as_a_script_with_status_1(tmp_path: Path) -> None:
    text = Path(TIC_TAC_TOE).read_text()
    broken = text.replace("turn=lambda", "always={'few': lambda s: None in s.cells}, turn=lambda")
    (tmp_path / "broken.py").write_text(broken)
    done = ludex("simulate", "broken.py", "--games", "50", "--seed", "1", cwd=tmp_path)
    assert done.status == 1
    *_, script = done.out.partition("after this script:\n")
    assert len(script.splitlines()) == 9
    report = json.loads(
        ludex(
            "simulate",
            "broken.py",
            "--games",
            "20",
            "--seed",
            "1",
            "--json",
            cwd=tmp_path,
        ).out
    )
    assert report["violations"] > 0
    (tmp_path / "script.txt").write_text("\n".join(report["breach"]["script"]))
    assert ludex("run", TIC_TAC_TOE, str(tmp_path / "script.txt")).status == 0


def test_the_shell_echoes_in_a_pipe_and_explains() -> None:
    done = ludex(
        "shell", "chess-solitaire",
        stdin="man\nsetup_chess(K,1,1)\nfly\nman start_game fly\nlegal\nposition\nquit\nundo",
    )  # fmt: skip
    assert done.status == 0
    assert "->setup_chess(K,1,1)\n# of chess pieces on board: 1\n" in done.out
    assert "    Take back the last event.\n" in done.out
    assert "    refused 1: The game has already started\n" in done.out
    assert "\nsetup K.../..../..../....\n" in done.out
    assert "->undo" not in done.out
    assert "no event 'fly'" in done.err


def test_the_shell_lets_chance_act() -> None:
    done = ludex("shell", KUHN_POKER, "--seed", "1", stdin="chance\nbet\nbet\n")
    assert "->deal(" in done.out
    assert "(2, 2) " in done.out


def test_the_version_is_told() -> None:
    assert ludex("--version").out.startswith("ludex ")


def test_the_latest_game_is_replayed_by_that_name(tmp_path: Path) -> None:
    folder = ("--save-dir", str(tmp_path))
    none = ludex("replay", *folder)
    assert (none.status, none.err) == (2, f"ludex: no saved game in {tmp_path}\n")
    for piece in "NQ":
        stdin = f"setup_chess({piece},1,1)\n"
        assert ludex("play", "chess-solitaire", *folder, stdin=stdin).status == 0
    for name in ((), ("latest",)):
        done = ludex("replay", *name, *folder)
        assert "->setup_chess(Q,1,1)\n" in done.out


def test_python_m_ludex_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludex", "games"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "chess-solitaire" in done.stdout


def test_rules_are_printed_in_portuguese() -> None:
    told = ludex("rules", "chess-solitaire", "--language", "pt").out
    assert "SOLITÁRIO DE XADREZ" in told
    assert "recusado, por esta ordem" in told
    assert "O jogo já começou" in told


def test_a_language_that_nobody_speaks_here_is_told() -> None:
    refused = ludex("rules", "chess-solitaire", "--language", "la")
    assert refused.status == 2
    assert "no language 'la'; there are: en, pt" in refused.err


def test_the_list_of_commands_has_the_first_sentence_of_each() -> None:
    for command in COMMANDS:
        module, _, name = command.at.partition(":")
        text = getattr(import_module(module), name).__doc__
        assert " ".join(text.split()).startswith(command.summary), command.name


def test_a_game_that_nobody_plays_is_in_no_list() -> None:
    for words in (("play", "fightin"), ("bots", "poker"), ("games",), ("warm", "nothing")):
        done = ludex(*words)
        assert "fighting" not in done.out + done.err, words
    assert ludex("rules", "fighting").status == 0  # whoever knows its name can read and run it
