"""Games in Python files: loaded as modules that every process finds again.

To load a rulebook is to run its code, so a file is loaded only because somebody has named it.
Its module is called by its path and its contents; thus another process that is sent a game,
a state or an event of it loads the same file, and refuses one that has changed meanwhile.
This is no rulebook but the door to those that do not ship with Ludex.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.kernel import Game

MODULE = f"{__name__}."
"""The beginning of the names of such modules."""

__path__: list[str] = []  # modules stand below this one, found by the finder alone

_KNOWN = 16
"""So many digits of a digest tell contents apart in the name of a module."""

_BESIDE: dict[tuple[type, ...], object] = {}
"""The companions of files, by the events of their games, which every variant keeps."""


class NoGame(LookupError):
    """There is no game with that name or in that file; the text gives the reason in one line."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A rulebook in a Python file."""

    path: Path
    digest: str
    """The digest of its contents: SHA-256, in hexadecimal."""

    game: "Game[Any]"

    companion: object = None
    """The `companion` in the file, if there is one."""

    def is_at(self, place: str) -> bool:
        """Is it the file that a saved game names?"""
        return str(self.path) == place


def load_file(path: Path) -> GameFile:
    """Run the code of a Python file, and take the `game` in it."""
    from ludex.kernel import Game  # noqa: PLC0415  # a list of games needs no kernel

    digest = sha256(_source(path)).hexdigest()
    whole = path.resolve()
    stem = re.sub(r"\W", "_", path.stem)
    name = f"{MODULE}{stem}_{digest[:_KNOWN]}_{str(whole).encode().hex()}"
    try:
        module = import_module(name)
    except NoGame:
        raise
    except (Exception, SystemExit) as error:
        raise NoGame(f"{path}: {type(error).__name__}: {error}") from error
    game = getattr(module, "game", None)
    if not isinstance(game, Game):
        raise NoGame(f"{path}: the file defines no `game`")
    companion = getattr(module, "companion", None)
    _BESIDE[game.events] = companion
    return GameFile(whole, digest, game, companion)


def file_companion(game: "Game[Any]") -> object:
    """The `companion` in the file that a game was loaded from, if there is one."""
    return _BESIDE.get(game.events)


def _source(path: Path) -> bytes:
    if not path.is_file():
        raise NoGame(f"{path}: no such file")
    try:
        return path.read_bytes()
    except OSError as error:
        raise NoGame(f"{path}: {error.strerror}") from None


class _Runner(Loader):
    """Runs the file that the name of a module tells, if it still is what the name tells."""

    def __init__(self, path: Path, known: str) -> None:
        self.path = path
        self.known = known

    def exec_module(self, module: ModuleType) -> None:
        source = _source(self.path)  # what is run is what the digest is of
        if not sha256(source).hexdigest().startswith(self.known):
            raise NoGame(f"{self.path} has changed since it was loaded")
        exec(compile(source, self.path, "exec", dont_inherit=True), vars(module))  # noqa: S102  # that is what was asked for


class _Finder(MetaPathFinder):
    """Finds the modules that are called by the path of a file."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # as importlib asks
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if not fullname.startswith(MODULE):
            return None
        *_, known, place = fullname.split("_")
        try:
            file = Path(bytes.fromhex(place).decode())
        except ValueError:
            return None
        return spec_from_file_location(fullname, file, loader=_Runner(file, known))


sys.meta_path.append(_Finder())
