"""The README: short, its programs are run; the tutorial: its game works with every command.

The README's commands are run with those of the book.
"""

import json
import os
import re
import signal
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest

from pages import blocks, commands, run
from playing import ROOT

README = (ROOT / "README.md").read_text()
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text()
THE_MOST_LINES = 130


MAKE = [c for c, _ in commands(README) if c.startswith("make ")]


def test_the_readme_stays_short_and_leads_to_the_book() -> None:
    assert len(README.splitlines()) <= THE_MOST_LINES
    for page in ("index", "install", "players", "teachers", "researchers", "tutorial"):
        assert f"(docs/{page}.md)" in README


def test_the_readme_names_the_two_commands_of_a_fresh_machine() -> None:
    assert MAKE == ["make run", "make test"]
    makefile = (ROOT / "Makefile").read_text()
    for command in MAKE:
        assert f"\n{command.removeprefix('make ')}:" in makefile


@pytest.mark.slow
def test_make_run_ends_in_a_lobby_with_the_five_games(tmp_path: Path) -> None:
    if not (ROOT / ".venv" / "web").exists():
        return  # `make test` is what runs this; tried where it has set up its place
    serve = f"SERVE=--port 0 --db sqlite:///{tmp_path}/tables.sqlite3"
    with subprocess.Popen(
        ["make", "run", serve],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True,
    ) as running:  # fmt: skip
        try:
            assert running.stdout is not None
            lines = iter(running.stdout)
            told = next(line for line in lines if line.startswith("Ludex is at"))
            address = told.split()[3]
            with urlopen(f"{address}/api/games") as answer:
                games = {game["name"] for game in json.load(answer)}
            with urlopen(address) as page:
                assert b"Ludex" in page.read()
        finally:
            os.killpg(running.pid, signal.SIGKILL)  # make, and the server it has started
    assert games == {
        "carcassonne", "chess-solitaire", "freecell", "holdem", "russian-bank"
    }  # fmt: skip


def test_the_rule_that_the_readme_shows_is_the_rule() -> None:
    shown, *_ = blocks(README, "python")
    rules = ROOT / "src" / "ludex" / "games" / "chess_solitaire" / "rules" / "events.py"
    assert shown in rules.read_text()


def test_the_programs_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    *_, program = blocks(README, "python")
    exec(compile(program, "README.md", "exec"), {})
    assert re.match(r"\d+ events: player 1 wins", capsys.readouterr().out)


def test_the_tutorial_s_game_works_with_every_command(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text("\n\n".join(blocks(TUTORIAL, "python")))
    for command, _ in commands(TUTORIAL):
        done = run(command, tmp_path)
        assert done.status == 0, (command, done.err)
    (tmp_path / "script.txt").write_text("take(3) take(1) undo take(4)")
    done = run("ludex run nim.py script.txt", tmp_path)
    assert done.out.splitlines()[-1] == "Error: take one, two or three stones"
