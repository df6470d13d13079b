"""The wheel, installed into an environment of its own, without the source beside it."""

import os
import subprocess
import sys
import sysconfig
import tomllib
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

from ludex.games import played
from playing import ROOT

CLIENT = ROOT / "src" / "ludex" / "server" / "client" / "index.html"
SHARED = Path(sysconfig.get_path("purelib"))
"""Where the packages are that Ludex needs: they are not fetched once more."""


@dataclass(frozen=True)
class Installed:
    folder: Path
    wheel: Path

    @property
    def python(self) -> str:
        return str(self.folder / "venv" / "bin" / "python")

    def run(self, *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
        kept = {k: v for k, v in os.environ.items() if k not in hidden}
        return subprocess.run(
            command,
            input=stdin,
            cwd=self.folder,
            env={**kept, "XDG_DATA_HOME": str(self.folder), "COLUMNS": "100"},
            capture_output=True,
            text=True,
            check=False,
        )

    def ludex(self, *arguments: str, stdin: str = "") -> str:
        done = self.run(
            str(self.folder / "venv" / "bin" / "ludex"), *arguments, stdin=stdin
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Built here and installed there; nothing is asked of any index."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    built = [*pip, "wheel", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*built, "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("ludex-*.whl")
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True
    )
    made = Installed(folder, wheel)
    into = [*pip, "--python", made.python, "install", "--no-index", "--no-deps"]
    subprocess.run([*into, wheel], check=True)
    (site,) = folder.glob("venv/lib/python*/site-packages")
    # Behind the environment's own, and without what is linked to from there.
    (site / "shared.pth").write_text(f"{SHARED}\n")
    return made


def test_what_runs_is_what_was_installed(installed: Installed) -> None:
    told = installed.run(installed.python, "-c", "import ludex; print(ludex.__file__)")
    assert told.stdout.startswith(str(installed.folder / "venv")), told.stderr


def test_the_games_are_found_and_their_rules_printed(installed: Installed) -> None:
    listed = installed.ludex("games")
    for game in played():
        assert game.name in listed
    assert installed.ludex("rules", "freecell").startswith("FREECELL\n========")
    module = installed.run(installed.python, "-m", "ludex", "games")
    assert (module.returncode, module.stdout) == (0, listed)


def test_a_script_is_run(installed: Installed) -> None:
    script = (
        "setup_chess(K,1,1) setup_chess(P,1,2) start_game move_and_capture(1,1,1,2)"
    )
    told = installed.ludex("run", "chess-solitaire", "-", stdin=script)
    assert told.splitlines()[-4:] == [".K..", "....", "....", "...."]


def test_a_game_in_a_file_is_played(installed: Installed) -> None:
    told = installed.ludex(
        "play", str(ROOT / "examples" / "tic_tac_toe.py"), stdin="mark(5)\nquit\n"
    )
    assert "...\n.X.\n...\n" in told


def test_the_wheel_holds_the_web_client_where_it_is_built_and_no_tests(
    installed: Installed,
) -> None:
    with ZipFile(installed.wheel) as wheel:
        names = wheel.namelist()
    assert "ludex/py.typed" in names
    assert ("ludex/server/client/index.html" in names) is CLIENT.is_file()
    assert {name.split("/")[0] for name in names} == {
        "ludex",
        f"{distribution()}.dist-info",
    }


def distribution() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return f"{project['name']}-{project['version']}"
