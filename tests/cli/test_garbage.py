"""Garbage in every place of every command: one clear line, exit status 2, never a traceback."""

import io
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from commands import ENVIRONMENT, LUDEX, ludex
from ludex.cli.command_group import _collected, _loaded
from ludex.cli.commands import COMMANDS

NAMES = [command.name for command in COMMANDS]
GAMELESS = {
    "games", "saves", "stats", "resume", "replay", "backup", "restore", "verify", "report",
    "examples", "new", "errata", "requirements", "review", "serve",
}  # fmt: skip
"""Commands that need no game: garbage in their places may be an answer, too."""

NUMBERS = ("nan", "-1", "9" * 40)
TEXTS = ("", "a" * 5_000)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Things that are no game and no script, by what they are."""
    (tmp_path / "empty").touch()
    (tmp_path / "binary.py").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "broken.py").write_text("x = (\n")
    (tmp_path / "folder.py").mkdir()
    there = {path.name: str(path) for path in tmp_path.iterdir()}
    return {**there, "missing.py": str(tmp_path / "missing.py"), "nobody": "nobody"}


def is_one_line(words: tuple[str, ...], cwd: Path) -> None:
    done = ludex(*words, cwd=cwd)
    short = [word[:40] for word in words]
    assert done.status == 2, (short, done.out[:300], done.err[:300])
    assert done.err.count("\n") == 1, (short, done.err[:500])
    assert len(done.err) < 1_000, short


def parameters(name: str) -> list[Any]:
    command = next(iter(_collected()[name].values()))
    return list(_loaded(command).params)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_helps_and_refuses_what_it_does_not_know(name: str, tmp_path: Path) -> None:
    helped = ludex(name, "--help")
    assert helped.status == (2 if name == "etf" else 0) or helped.out
    if name != "etf":  # it hears the options of the course's oracle
        is_one_line((name, "--no-such-option"), tmp_path)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in GAMELESS])
def test_what_is_no_game_is_one_line(name: str, files: dict[str, str], tmp_path: Path) -> None:
    needed = [p for p in parameters(name) if p.required and p.param_type_name == "argument"]
    options = [
        f"{max(p.opts, key=len)}=2"
        for p in parameters(name)
        if p.required and p.param_type_name == "option"
    ]
    for given in files.values():
        is_one_line((name, given, *("x" for _ in needed[1:]), *options), tmp_path)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in GAMELESS])
def test_garbage_for_any_option_is_one_line(name: str, tmp_path: Path) -> None:
    for option in parameters(name):
        if option.param_type_name == "option" and not getattr(option, "is_flag", False):
            is_number = any(kind in str(option.type_descriptor) for kind in ("float", "int"))
            for value in NUMBERS if is_number else TEXTS:
                is_one_line((name, "nobody", f"{max(option.opts, key=len)}={value}"), tmp_path)


def test_a_number_that_is_none_is_no_number_of_seconds() -> None:
    for value in ("nan", "inf", "1e999"):
        done = ludex("why", "tic-tac-toe", "mark(5)", f"--patience={value}")
        assert (done.status, done.err.count("\n")) == (2, 1)


def test_a_file_name_that_is_too_long_is_told_in_words() -> None:
    done = ludex("report", "a" * 5_000)
    assert done.err == f"ludex: {'a' * 80}…: File name too long\n"


def test_a_reader_who_has_gone_is_no_trouble() -> None:
    run = [*LUDEX, "rules", "tic-tac-toe"]
    environment = {**os.environ, **ENVIRONMENT}
    closed = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *run], env=environment, capture_output=True, check=False
    )
    assert (closed.returncode, closed.stderr) == (0, b"")
    read, write = os.pipe()
    os.close(read)
    with io.FileIO(write, "w") as gone:
        done = subprocess.run(
            run, env=environment, stdout=gone, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")
