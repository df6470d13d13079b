"""Games in Python files, and with which rules a saved game may be opened.

To load a rulebook is to run its code. Games that ship are loaded by name; a file is loaded
only because somebody has named it on the command line, never because a saved game does.
"""

import shlex
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.kernel import Game
    from ludex.play.saved import Header

MODULE = "game_file_"
"""How the modules of such files are called: never like one that others use."""

RulesFile = Annotated[
    Path | None,
    typer.Option(
        "--rules",
        metavar="FILE",
        help="The Python file that the saved game was played with, if it is of one.",
    ),
]
RulesFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--rules",
        metavar="FILE",
        help="A Python file that saved games were played with (repeat).",
    ),
]
Changed = Annotated[
    bool,
    typer.Option(
        "--changed", help="Go on although the file of --rules has changed meanwhile."
    ),
]


@dataclass(frozen=True, slots=True)
class GameFile:
    """A rulebook that was named on the command line."""

    path: Path
    digest: str
    """By which its contents are known: SHA-256, in hexadecimal."""

    game: "Game[Any]"

    def is_at(self, place: str) -> bool:
        """Is it the file that a saved game names?"""
        return str(self.path) == place


def load_file(path: Path) -> GameFile:
    """Run the code of a Python file, and take the `game` in it."""
    from importlib.util import module_from_spec, spec_from_file_location

    from ludex.kernel import Game

    name = f"{MODULE}{path.stem}"
    spec = spec_from_file_location(name, path)
    if not path.is_file() or spec is None:
        raise BadInput(f"{path}: no such file")
    try:
        source = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    module = module_from_spec(spec)
    sys.modules[name] = module  # annotations and docstrings are looked up there
    try:
        # What is run is what the digest is of: the file is read once.
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))  # noqa: S102  # that is what was asked for
    except (Exception, SystemExit) as error:
        raise BadInput(f"{path}: {type(error).__name__}: {error}") from error
    game = getattr(module, "game", None)
    if not isinstance(game, Game):
        raise BadInput(f"{path}: no `game` in this file")
    return GameFile(path.resolve(), sha256(source).hexdigest(), game)


class Rulebooks:
    """The games that saved games may be opened with: those that ship, and named files."""

    def __init__(
        self, files: Iterable[GameFile] = (), *, accept_changed: bool = False
    ) -> None:
        self.files = tuple(files)
        self.accept_changed = accept_changed

    @classmethod
    def named(cls, paths: Iterable[Path], *, accept_changed: bool) -> "Rulebooks":
        """With these files of `--rules`."""
        return cls(map(load_file, paths), accept_changed=accept_changed)

    def game_of(self, header: "Header") -> "Game[Any]":
        """The game of a header; the trouble says what is needed."""
        from ludex.games import GAMES, load

        if header.game in GAMES:
            return load(header.game)
        if not is_of_file(header):
            names = ", ".join(GAMES)
            raise BadInput(f"no game {shown(header.game)}. There are: {names}.")
        if not self.files:
            raise BadInput(f"needs the file of its rules: {needed(header)}")
        return self._file_of(header).game

    def _file_of(self, header: "Header") -> GameFile:
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
            else f"is not {shown(header.game)} as it was when the game was saved"
        )
        raise BadInput(f"{file.path} {how}; --changed goes on with it")


def is_of_file(header: "Header") -> bool:
    """Was it played with a rulebook in a file?"""
    return header.game.endswith(".py")


def needed(header: "Header") -> str:
    """The option that names the file, as it is typed."""
    return f"--rules {shown(shlex.quote(header.game))}"


def shown(text: str) -> str:
    """What a file says, without what a terminal would obey."""
    return text if text.isprintable() else repr(text)
