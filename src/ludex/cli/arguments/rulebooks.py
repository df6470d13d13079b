"""Games in Python files, and with which rules a saved game may be opened.

To load a rulebook is to run its code. Games that ship are loaded by name; a file is loaded
only because somebody has named it on the command line, never because a saved game does.
"""

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from typer import Option

from ludex.cli.errors import BadInput, as_bad_input
from ludex.kernel import Game
from ludex.play.protocol.log import Header
from ludex.registry import INSTALLED, files, load, names
from ludex.registry.files import GameFile, NoGame

RulesFile = Annotated[
    Path | None,
    Option(
        "--rules",
        metavar="FILE",
        help="The Python file of the saved game's rules, if they are in one.",
    ),
]
RulesFiles = Annotated[
    list[Path] | None,
    Option(
        "--rules",
        metavar="FILE",
        help="A Python file with the rules of saved games (may be repeated).",
    ),
]
Changed = Annotated[
    bool,
    Option("--changed", help="Continue although the file of --rules has changed."),
]


def load_file(path: Path) -> "GameFile":
    """The `game` in a Python file; the trouble says what is wrong with the file."""
    with as_bad_input(files.NoGame):
        return files.load_file(path)


class Rulebooks:
    """The games that saved games may be opened with: those that ship, and named files."""

    def __init__(self, files: "Iterable[GameFile]" = (), *, accept_changed: bool = False) -> None:
        self.files = tuple(files)
        self.accept_changed = accept_changed

    @classmethod
    def named(cls, given: list[Path] | Path | None, *, accept_changed: bool) -> "Rulebooks":
        """Return those with the files of `--rules`."""
        paths = given if isinstance(given, list) else [given] if given else []
        return cls(map(load_file, paths), accept_changed=accept_changed)

    def game_of(self, header: "Header") -> "Game[Any]":
        """The game of a header; the trouble says what is needed."""
        if not is_of_file(header):
            if not INSTALLED.knows(header.game):
                known = ", ".join(names())
                raise BadInput(f"no game {shown(header.game)}. There are: {known}.")
            with as_bad_input(NoGame):
                return load(header.game)
        if not self.files:
            raise BadInput(f"needs the file of its rules: {needed(header)}")
        return self._file_of(header).game

    def _file_of(self, header: "Header") -> "GameFile":
        for file in self.files:
            if file.digest == header.rules:
                return file
        there = [file for file in self.files if file.is_at(header.game)]
        if there and (header.rules is None or self.accept_changed):
            return there[0]  # saves of earlier versions tell no digest
        if len(self.files) > 1:
            raise BadInput(f"needs the file of its rules: {needed(header)}")
        (file,) = self.files
        if self.accept_changed:
            return file
        how = (
            "has changed since the game was saved"
            if there
            else f"has changed since the game {shown(header.game)} was saved"
        )
        raise BadInput(f"{file.path} {how}; --changed continues with it")


def is_of_file(header: "Header") -> bool:
    """Was it played with a rulebook in a file?"""
    return header.game.endswith(".py")


def needed(header: "Header") -> str:
    """The option that names the file, as it is typed."""
    return f"--rules {shown(shlex.quote(header.game))}"


def shown(text: str) -> str:
    """Return a text of a file without control characters."""
    return text if text.isprintable() else repr(text)
