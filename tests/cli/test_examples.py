"""`ludex examples`, games named as examples, `ludex new` without an interface, `ludex warm`."""

import os
import subprocess
from pathlib import Path

from commands import ENVIRONMENT, LUDEX, ludex
from playing import ROOT


def test_the_examples_are_listed_printed_and_copied(tmp_path: Path) -> None:
    listed = ludex("examples").out
    assert "\ntic-tac-toe       Three in a line win.\n" in listed
    source = (ROOT / "examples" / "pig.py").read_text()
    assert ludex("examples", "pig").out == source
    copy = tmp_path / "my_pig.py"
    assert ludex("examples", "pig", str(copy)).status == 0
    assert copy.read_text() == source
    again = ludex("examples", "pig", str(copy))
    assert (again.status, len(again.err.splitlines())) == (2, 1)
    wrong, names = (
        ludex("examples", "pgi"),
        ", ".join(line.split()[0] for line in listed.splitlines()),
    )
    assert (wrong.status, wrong.err) == (
        2,
        f"ludex: no example 'pgi'. There are: {names}.\n",
    )


def test_every_command_takes_an_example_by_its_name(tmp_path: Path) -> None:
    done = ludex("play", "tic-tac-toe", "--save-dir", str(tmp_path), stdin="mark(5)\nquit\n")
    assert "...\n.X.\n...\n" in done.out
    assert ludex("rules", "Kuhn_Poker").out.startswith("KUHN POKER\n")
    assert "Did you mean 'tic-tac-toe'?" in ludex("play", "tic-tac-to").err
    (save,) = tmp_path.glob("*.jsonl")
    assert str(ROOT / "examples" / "tic_tac_toe.py") in save.read_text()


def test_a_new_game_is_whole_and_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "count_up.py"
    assert ludex("new", str(file)).status == 0
    checked = ludex("check", str(file))
    assert (checked.status, "complete; nothing wrong was found" in checked.out) == (0, True)
    played = ludex("play", str(file), "--save-dir", str(tmp_path), stdin="add(4)\nadd(3)\nquit\n")
    assert "add one, two or three" in played.out + played.err
    assert "The number is 3." in played.out
    assert "Count up" in ludex("rules", str(file)).out
    for words in (("new",), ("new", str(tmp_path / "a b.py")), ("new", str(file))):
        wrong = ludex(*words)
        assert (wrong.status, len(wrong.err.splitlines())) == (2, 1), words


def test_games_are_compiled_before_they_are_needed() -> None:
    done = ludex("warm", "chess-solitaire")
    assert done.status == 0
    assert [line.split()[:2] for line in done.out.splitlines()] == [
        ["chess-solitaire", what] for what in ("engine", "bots", "hints")
    ]
    assert ludex("warm", "tic-tac-toe").status == 0


def test_a_shell_completes_commands() -> None:
    asked = {"_LUDEX_COMPLETE": "complete_bash", "COMP_WORDS": "ludex examp", "COMP_CWORD": "1"}
    program = LUDEX[2].replace("main()", "import sys; sys.argv[0] = 'ludex'; main()")
    done = subprocess.run(
        [*LUDEX[:2], program], env={**os.environ, **ENVIRONMENT, **asked},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.split() == ["examples"]
