"""Every page works in the environment that it tells its reader to make, and not only in ours."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from extras import make_environment
from pages import blocks, commands, place
from playing import ROOT
from test_book import APART, ELSEWHERE, FINDS, FOUND, LONG, PAGES, QUICKLY, README

MADE_BY_MAKE_RUN = ("web", "fast")
"""The extras of `make run`, with which a page begins that names none."""

NAMED = re.compile(r"ludex\[([a-z,]+)\]")

Environment = Callable[[tuple[str, ...]], Path]

SHORTER = {
    "ludex check ": " --states 300",
    "ludex match carcassonne ": " --games 2",
    "ludex mutate ": " --count 3",
    "ludex simulate carcassonne ": " --games 1",
    "ludex suite ": " --time 1",
}
"""Limits for commands whose output is not shown: the same packages are needed for less work."""


@pytest.fixture(scope="module")
def environment() -> Iterator[Environment]:
    """Give the folder of programs of an environment with these extras, made once."""
    with TemporaryDirectory(prefix="ludex-extras-") as whole:
        Path(whole).chmod(0o755)  # programs that are graded run as another user

        @cache
        def made(extras: tuple[str, ...]) -> Path:
            return make_environment(Path(whole, "-".join(("with", *extras))), extras)

        yield made


class Work(NamedTuple):
    """What is run of a page, in the environment that it asks for."""

    extras: tuple[str, ...]
    commands: tuple[tuple[str, str], ...]
    programs: tuple[str, ...]


def extras_of(page: str) -> tuple[str, ...]:
    """Return the extras that a page names, or those of `make run`."""
    named = {extra for found in NAMED.findall(page) for extra in found.split(",")} - {"gpu"}
    return tuple(sorted(named or MADE_BY_MAKE_RUN))


def work_of_pages() -> dict[str, Work]:
    """Return what is run of each page: a command once for each set of extras."""
    found: dict[str, Work] = {}
    known: set[tuple[tuple[str, ...], str]] = set()
    texts = {"README": README, **{name: PAGES[name] for name in PAGES if name not in APART}}
    for page, text in texts.items():
        extras = tuple(sorted(MADE_BY_MAKE_RUN)) if page == "README" else extras_of(text)
        asked = [
            (command, output)
            for command, output in commands(text)
            if not command.startswith("make ")
            and command not in (*FOUND, "ludex resume")
            and (extras, command) not in known
        ]
        known |= {(extras, command) for command, _ in asked}
        programs = blocks(text, "python")
        if page == "README":  # what is before it is a part of a rulebook
            programs = programs[-1:]
        elif page not in LONG or page in ELSEWHERE:  # tests/test_book.py runs them, or another file
            programs = []
        if asked or programs:
            found[page] = Work(extras, tuple(asked), tuple(programs))
    return found


WORK = work_of_pages()


def run(programs: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command in an environment that is active, with nobody at the keyboard."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    path = f"{programs}{os.pathsep}/usr/local/bin:/usr/bin:/bin"
    return subprocess.run(
        words, cwd=folder, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={**kept, "PATH": path, "COLUMNS": "100", "XDG_DATA_HOME": str(folder)},
    )  # fmt: skip


def test_the_set_of_make_run_is_the_one_that_is_tried_here() -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert f"\nWITH_web := [{','.join(MADE_BY_MAKE_RUN)}]\n" in makefile


@pytest.mark.slow
def test_a_missing_extra_is_one_line(environment: Environment, tmp_path: Path) -> None:
    for words, extra in {
        ("simulate", "freecell", "--engine"): "fast",
        ("tables", "chess-solitaire"): "fast",
        ("mine", "chess-solitaire"): "fast",
        ("warm",): "fast",
        ("serve",): "web",
        ("mcp",): "mcp",
        ("report", "games.parquet"): "cluster",
    }.items():
        done = run(environment(()), place_in(tmp_path), "ludex", *words)
        assert done.returncode == 2, (words, done.stderr)
        assert len(done.stderr.splitlines()) == 1, (words, done.stderr)
        assert f"ludex[{extra}]" in done.stderr, (words, done.stderr)


@pytest.mark.slow
def test_a_weaker_bot_says_what_is_missing(environment: Environment, tmp_path: Path) -> None:
    for words in (
        ("ludex", "bots", "carcassonne"),
        ("ludex", "match", "carcassonne", "--bots", "random", "greedy", "--games", "2"),
        ("ludex", "play", "carcassonne", "--bot", "builder"),
    ):
        done = run(environment(()), tmp_path, *words)
        told = [line for line in (done.stdout + done.stderr).splitlines() if "ludex[fast]" in line]
        assert told, (words, done.stderr)
        assert done.returncode == (2 if "builder" in words else 0)


def test_programs_say_which_extra_they_need(environment: Environment, tmp_path: Path) -> None:
    for program, extra in {
        "from ludex.compile.playouts import simulate": "fast",
        "import ludex.envs": "rl",
    }.items():
        done = run(environment(()), tmp_path, "python", "-c", program)
        assert f'pip install "ludex[{extra}]"' in done.stderr.splitlines()[-1]


def place_in(folder: Path) -> Path:
    return folder if (folder / "examples").exists() else place(folder)


@pytest.mark.slow
@pytest.mark.parametrize("page", WORK)
def test_a_page_works_in_the_environment_that_it_tells_to_make(
    page: str, environment: Environment, tmp_path: Path
) -> None:
    work, folder = WORK[page], place(tmp_path)
    binaries = environment(work.extras)
    for command, output in work.commands:
        limits = QUICKLY if output else {**QUICKLY, **SHORTER}
        quickly = next((more for c, more in limits.items() if command.startswith(c)), "")
        done = run(binaries, folder, "bash", "-o", "pipefail", "-c", command + quickly)
        told = (command, work.extras, done.stdout, done.stderr)
        assert done.returncode == command.startswith(FINDS), told
        assert not output or page not in LONG or done.stdout == output, command
    for program in work.programs:
        (folder / "program.py").write_text(program)
        done = run(binaries, folder, "python", "program.py")
        assert done.returncode == 0, done.stderr
