"""The wheel, installed into an environment of its own, without the source beside it."""

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tomllib
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns, rmtree, which
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from ludex.registry import played
from ludex.registry.shipped import GAMES
from packages import built
from playing import ROOT

SHARED = Path(sysconfig.get_path("purelib"))
"""Where the packages are that Ludex needs: they are not fetched once more."""


PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


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
        done = self.run(str(self.folder / "venv" / "bin" / "ludex"), *arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built here; nothing is asked of any index."""
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


def into(folder: Path, wheel: Path, python: str = sys.executable) -> Installed:
    """The wheel alone in an environment of its own."""
    made = Installed(folder, wheel)
    subprocess.run([python, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    pip = [
        *PIP,
        "--python",
        made.python,
        "install",
        "--no-index",
        "--no-deps",
        "--no-compile",
    ]
    subprocess.run([*pip, wheel], check=True)
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Installed:
    made = into(wheel.parent, wheel)
    (site,) = wheel.parent.glob("venv/lib/python*/site-packages")
    # Behind the environment's own, and without what is linked to from there.
    (site / "shared.pth").write_text(f"{SHARED}\n")
    return made


@pytest.mark.slow
def test_what_runs_is_what_was_installed(installed: Installed) -> None:
    told = installed.run(installed.python, "-c", "import ludex; print(ludex.__file__)")
    assert told.stdout.startswith(str(installed.folder / "venv")), told.stderr


@pytest.mark.slow
def test_the_games_are_found_and_their_rules_printed(installed: Installed) -> None:
    listed = installed.ludex("games")
    for game in played():
        assert game.name in listed
    assert installed.ludex("rules", "freecell").startswith("FREECELL\n========")
    module = installed.run(installed.python, "-m", "ludex", "games")
    assert (module.returncode, module.stdout) == (0, listed)


@pytest.mark.slow
def test_a_script_is_run(installed: Installed) -> None:
    script = "setup_chess(K,1,1) setup_chess(P,1,2) start_game move_and_capture(1,1,1,2)"
    told = installed.ludex("run", "chess-solitaire", "-", stdin=script)
    assert told.splitlines()[-4:] == [".K..", "....", "....", "...."]


@pytest.mark.slow
def test_a_game_in_a_file_is_played(installed: Installed) -> None:
    told = installed.ludex(
        "play", str(ROOT / "examples" / "tic_tac_toe.py"), stdin="mark(5)\nquit\n"
    )
    assert "...\n.X.\n...\n" in told


@pytest.mark.slow
def test_the_wheel_holds_the_page_the_examples_and_no_tests(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        names = opened.namelist()
    assert "ludex/py.typed" in names
    for path in ROOT.glob("src/ludex/games/*/document/*.toml"):
        assert str(path.relative_to(ROOT / "src")) in names
    assert {"ludex/server/client/index.html", "ludex/examples/tic_tac_toe.py"} <= {*names}
    assert not [name for name in names if "__pycache__" in name]
    assert {name.split("/")[0] for name in names} == {
        "ludex",
        f"{distribution()}.dist-info",
    }


@pytest.mark.slow
def test_the_wheel_serves_the_page_on_a_machine_without_node(installed: Installed) -> None:
    programs = installed.folder / "venv" / "bin"
    with subprocess.Popen(
        [programs / "ludex", "serve", "--port", "0", "--db", f"sqlite:///{installed.folder}/t.db"],
        cwd=installed.folder, env={"PATH": str(programs), "HOME": str(installed.folder)},
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    ) as serving:  # fmt: skip
        try:
            assert serving.stdout is not None
            address = next(
                line for line in serving.stdout if line.startswith("Ludex is at")
            ).split()[3]
            with urlopen(address) as page:
                text = page.read().decode()
            script = re.search(r'src="(/[^"]+\.js)"', text)
            assert script is not None
            with urlopen(address.rstrip("/") + script[1]) as loaded:
                assert loaded.status == 200
        finally:
            os.killpg(serving.pid, signal.SIGKILL)


@pytest.mark.slow
def test_the_games_that_come_as_examples_are_played_by_name(installed: Installed) -> None:
    assert "...\n.X.\n...\n" in installed.ludex("play", "tic-tac-toe", stdin="mark(5)\nquit\n")


@pytest.mark.slow
def test_without_npm_and_without_the_page_no_wheel_is_built_unless_asked(tmp_path: Path) -> None:
    rest = tmp_path / "rest"
    without(rest)
    build = f"from hatchling.build import build_wheel; build_wheel({str(tmp_path)!r})"
    for asked, names in (({}, 0), ({"LUDEX_WHEEL_WITHOUT_PAGE": "yes"}, 1)):
        done = subprocess.run(
            [sys.executable, "-c", build], cwd=rest, env={"PATH": "/nowhere", **asked},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert len([*tmp_path.glob("*.whl")]) == names, done.stderr
        assert ("needs Node.js and npm, which are not here" in done.stderr) is not bool(names)


def distribution() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return f"{project['name']}-{project['version']}"


# -- one game in a distribution of its own ------------------------------------------------------

MOVED, FOLDER = "chess-solitaire", Path("src/ludex/games/chess_solitaire")
OF_ITS_OWN = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "ludex-chess-solitaire"
version = "1.0"
dependencies = ["ludex"]

[project.entry-points."ludex.games"]
{games}

[project.entry-points."ludex.companions"]
{companions}

[tool.hatch.build.targets.wheel]
packages = ["src/ludex"]
"""


def without(folder: Path) -> str:
    """Ludex without the folder of one game and without its entry points, which are returned."""
    copytree(
        ROOT / "src",
        folder / "src",
        ignore=ignore_patterns("client", "book", "__pycache__"),
    )
    copytree(ROOT / "examples", folder / "examples", ignore=ignore_patterns("__pycache__"))
    rmtree(folder / FOLDER)
    copyfile(ROOT / "README.md", folder / "README.md")
    copyfile(ROOT / "LICENSE", folder / "LICENSE")
    copyfile(ROOT / "hatch_build.py", folder / "hatch_build.py")
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    own = [line for line in lines if line.startswith(f"{MOVED} = ")]
    kept = "\n".join(line for line in lines if line not in own)
    (folder / "pyproject.toml").write_text(f"{kept}\n")
    games, companions = own
    return OF_ITS_OWN.format(games=games, companions=companions)


@pytest.mark.slow
def test_a_game_is_moved_into_a_wheel_of_its_own_by_its_folder_and_entry_points(
    tmp_path: Path,
) -> None:
    rest, alone = tmp_path / "rest", tmp_path / "alone"
    project = without(rest)
    copytree(ROOT / FOLDER, alone / FOLDER, ignore=ignore_patterns("__pycache__"))
    (alone / "pyproject.toml").write_text(project)
    made = into(tmp_path, built(rest, tmp_path, with_page=False))
    (site,) = tmp_path.glob("venv/lib/python*/site-packages")
    (site / "shared.pth").write_text(f"{SHARED}\n")
    others = [name for name in GAMES if name != MOVED]
    listed = [game["name"] for game in json.loads(made.ludex("games", "--json"))]
    assert listed == [name for name in listed if name != MOVED]
    pip = [*PIP, "--python", made.python, "install", "--no-index", "--no-deps"]
    subprocess.run([*pip, built(alone, tmp_path)], check=True)
    listed_after = [game["name"] for game in json.loads(made.ludex("games", "--json"))]
    assert {*listed_after} - {*listed} == {MOVED}
    assert {*listed} <= {*others}
    script = "setup_chess(R,1,1)\nsetup_chess(P,1,4)\nstart_game\nmove_and_capture(1,1,1,4)\n"
    assert "Game Over: You Win!" in made.ludex("run", MOVED, "-", stdin=script)


# -- every Python that is here ----------------------------------------------------------------

EVERY_LAW = """
from ludex.check.laws import find_broken_laws
from ludex.registry.shipped import GAMES
from ludex.registry import load
from ludex.kernel import Dice

for name in GAMES:
    game = load(name)
    for breach in find_broken_laws(game, [game.start()], Dice(1), plays=1):
        print(name, breach)
print(*GAMES)
"""


def pythons() -> dict[tuple[int, int], str]:
    """Each version from 3.11 on that this machine has, this one among them."""
    found = [which(f"python3.{minor}") for minor in range(11, 30)]
    found += map(str, Path.home().glob(".pyenv/versions/*/bin/python"))
    versions = {}
    for python in filter(None, found):
        told = subprocess.run(
            [python, "-c", "import venv, sys; print(*sys.version_info[:2])"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if told.returncode == 0:
            major, minor = map(int, told.stdout.split())
            versions[major, minor] = python
    versions[sys.version_info[:2]] = sys.executable
    return {version: versions[version] for version in sorted(versions) if version >= (3, 11)}


@pytest.mark.slow
def test_every_python_that_is_here_keeps_the_laws_of_all_games(wheel: Path, tmp_path: Path) -> None:
    """Rules and laws need no package, so that there is nothing to install beside the wheel."""
    for version, python in pythons().items():
        there = into(tmp_path / ".".join(map(str, version)), wheel, python)
        done = there.run(there.python, "-W", "error", "-c", EVERY_LAW)
        assert (done.stdout, done.stderr) == (f"{' '.join(GAMES)}\n", ""), version
