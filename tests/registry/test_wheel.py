"""The packaged example, built as a wheel and installed in a folder of its own.

Ludex is not touched: it finds the game by the entry points that pip wrote. Nothing is fetched.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from commands import ENVIRONMENT
from packages import HEAPS, built
from playing import ROOT
from serving import process

pytestmark = pytest.mark.slow

Ludex = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has installed the wheel, and nothing else."""
    folder = tmp_path_factory.mktemp("heaps")
    pip = (sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "-q")
    target = ("--target", str(folder / "site"))
    subprocess.run([*pip, *target, str(built(HEAPS, folder))], check=True)
    return folder / "site"


@pytest.fixture
def path(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in an environment that has Ludex and the package."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}{os.pathsep}{site}")


@pytest.fixture
def ludex(path: None) -> Ludex:
    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "ludex", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            env={**os.environ, **ENVIRONMENT},
            check=False,
        )

    return run


def test_the_game_and_its_command_are_there_and_in_other_processes_too(
    ludex: Ludex,
) -> None:
    listed = ludex("games", "--json")
    assert listed.stderr == ""
    assert [game["name"] for game in json.loads(listed.stdout)][-1] == "heaps"
    assert ludex("heaps", "3", "5", "7").stdout == "take(1,1) wins\n"
    assert ludex("simulate", "heaps", "--games", "20", "--jobs", "2").returncode == 0


def test_it_has_a_table_on_the_web_with_a_bot_that_thinks_elsewhere(
    path: None, tmp_path: Path
) -> None:
    with process(f"sqlite:///{tmp_path}/games.db", "heaps") as serving:
        web = serving.server
        (offered,) = web.get("/api/games")
        assert offered["title"] == "Heaps"
        with web.table(game="heaps", seats=["me", "bot:greedy"]) as me:
            first = me.see()
            assert first["scene"]["text"] == "1: ooo\n2: ooooo\n3: ooooooo"
            me.act("take(3,7)")
            mine = me.until(lambda m: m["type"] == "table" and m["your_turn"])
        assert mine["log_length"] == 2
