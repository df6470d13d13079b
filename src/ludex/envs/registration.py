"""The names by which Gymnasium knows games: `ludex/FreeCell-v0` and its like.

Importing `ludex.envs` registers them, so `gymnasium.make("ludex.envs:ludex/FreeCell-v0")` needs
no other line. (Gymnasium has asked no entry points since its version 1.) Games of other packages
are there as ours are, by their titles, and so are the examples. `ludex/Game-v0` is any game, by
its name or its file: `gymnasium.make("ludex/Game-v0", game="river.py")`.
"""

import re
from pathlib import Path
from typing import Any, Final

import gymnasium

import ludex
from ludex.kernel import Game
from ludex.registry import INSTALLED, load

VERSION: Final = 0
ANY: Final = "Game"

FOLDERS: Final = (
    Path(ludex.__file__).parent / "examples",
    Path(ludex.__file__).parents[2] / "examples",
)
"""Where the examples are: in the package, or beside its sources."""

A_GAME: Final = re.compile(r"^game = Game\(", re.MULTILINE)


def examples() -> dict[str, Game[Any]]:
    """Return the small games that come along as examples, by name."""
    folder = next((folder for folder in FOLDERS if folder.is_dir()), None)
    files = sorted(folder.glob("*.py")) if folder is not None else ()
    games = [load(str(file)) for file in files if A_GAME.search(file.read_text())]
    return {game.name: game for game in games}


def everything() -> dict[str, Game[Any]]:
    """Return every game in which somebody decides something: those installed, and the examples."""
    found = {**examples(), **INSTALLED.loaded()}
    return {name: game for name, game in found.items() if game.is_decided}


def title_of(game: Game[Any]) -> str:
    """Return a title in one word: `ChessSolitaire`."""
    words = re.split(r"[^A-Za-z0-9]+", re.sub(r"['’]", "", game.title))
    return "".join(word[:1].upper() + word[1:] for word in words)


def register() -> None:
    """Tell Gymnasium about every game; twice is the same as once."""
    names = {ANY: None, **{title_of(game): game for game in everything().values()}}
    for title, game in names.items():
        name = f"ludex/{title}-v{VERSION}"
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="ludex.envs.gymnasium_env:RulebookEnv",
                vector_entry_point="ludex.envs.vectors:EngineVectorEnv",
                kwargs={} if game is None else {"game": _asked_for(game)},
            )


def _asked_for(game: Game[Any]) -> str | Game[Any]:
    """Name a game, where its name finds it: then it can be written down."""
    return game.name if INSTALLED.knows(game.name) else game
