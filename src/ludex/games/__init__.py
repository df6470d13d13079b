"""The games: one module or package each, and the one list of them.

A game is imported when it is asked for, so that naming one costs nothing. Those of other
packages are found by their entry points (`installed`), those in a file by its name (`files`).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ludex.games.files import NoGame, load_file
from ludex.games.installed import Shelf

if TYPE_CHECKING:
    from ludex.kernel import Game

GAMES: Final[Mapping[str, str]] = {
    "carcassonne": "ludex.games.carcassonne",
    "chess-solitaire": "ludex.games.chess_solitaire",
    "fighting": "ludex.games.poker.fighting",
    "freecell": "ludex.games.freecell",
    "holdem": "ludex.games.poker.holdem",
    "russian-bank": "ludex.games.russian_bank",
}
"""Every game that ships with Ludex, by name: the module whose `game` it is."""

COMPANIONS: Final[Mapping[str, str]] = {
    "carcassonne": "ludex.companions.carcassonne",
    "chess-solitaire": "ludex.companions.chess_solitaire",
    "fighting": "ludex.companions.fighting",
    "freecell": "ludex.companions.freecell",
    "holdem": "ludex.companions.holdem",
    "russian-bank": "ludex.companions.russian_bank",
}
"""Those of them that have one, by name: the module whose `companion` it is."""

INSTALLED: Final = Shelf("ludex.games", "game", "ludex.kernel:Game", GAMES)
"""These, and the games of other packages."""


def names() -> tuple[str, ...]:
    """Every game there is, those that ship first."""
    return tuple(INSTALLED.points)


def played() -> "list[Game[Any]]":
    """The games that one can sit down at: those in which somebody decides something."""
    return [game for game in INSTALLED.loaded().values() if game.is_decided]


def load(name: str) -> "Game[Any]":
    """The game of that name, or in that Python file; its state type is its own affair."""
    if name.endswith(".py"):
        return load_file(Path(name)).game
    if not INSTALLED.knows(name):
        problem = f"there is no game {name!r}; there are: {', '.join(names())}"
        raise NoGame(problem)
    game: Game[Any] = INSTALLED.load(name)
    return game
