"""The packaged example, built as a wheel and installed in a folder of its own.

Ludex is not touched: it finds the game by the entry points that pip wrote. Nothing is fetched.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from commands import ENVIRONMENT
from packages import HEAPS
from playing import ROOT
from serving import process

Ludex = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has installed the wheel, and nothing else."""
    folder = tmp_path_factory.mktemp("heaps")
    offline = ("--no-deps", "--no-index", "--disable-pip-version-check", "-q")
    pip = (sys.executable, "-m", "pip")
    built = (*pip, "wheel", "--no-build-isolation", *offline, "-w", str(folder))
    subprocess.run([*built, str(HEAPS)], check=True)
    (wheel,) = folder.glob("ludex_heaps-1.0-*.whl")
    target = folder / "site"
    subprocess.run([*pip, "install", *offline, "--target", target, wheel], check=True)
    return target


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


def test_the_game_and_its_command_are_there(ludex: Ludex) -> None:
    listed = ludex("games", "--json")
    assert listed.stderr == ""
    assert [game["name"] for game in json.loads(listed.stdout)][-1] == "heaps"
    assert ludex("heaps", "3", "5", "7").stdout == "take(1,1) wins\n"
    assert "heaps" in ludex("--help").stdout.split("Commands:")[1]


def test_it_is_played_with_hints_simulated_and_read(
    ludex: Ludex, tmp_path: Path
) -> None:
    saves = ("--save-dir", str(tmp_path))
    played = ludex("play", "heaps", "--plain", *saves, stdin="hint\nhint\nhint\nquit\n")
    assert "nim-sum of nought" in played.stdout
    assert ludex("simulate", "heaps", "--games", "20", "--jobs", "2").returncode == 0
    (tmp_path / "board").write_text("1+2+4")
    dealt = ludex("deal", "heaps", str(tmp_path / "board"), "--format", "position")
    assert dealt.stdout.startswith("heaps=[1 2 4]")


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


def test_every_command_of_the_page_on_packages_works(
    ludex: Ludex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "packages.md").read_text()
    monkeypatch.setitem(ENVIRONMENT, "XDG_DATA_HOME", str(tmp_path))
    commands = re.findall(r"^\$ ludex (.*)$", page, re.MULTILINE)
    assert len(commands) == 5
    for command in commands:
        done = ludex(*command.split())
        assert done.returncode == 0, (command, done.stderr)


def test_the_page_shows_the_companion_of_the_example() -> None:
    page = (ROOT / "docs" / "packages.md").read_text()
    shown = page.split("companion = Companion(")[1].split("```")[0]
    assert shown in (HEAPS / "src" / "heaps" / "companion.py").read_text()
