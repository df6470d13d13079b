"""The games: one module or package each, and the one list of them.

A game is imported when it is asked for, so that naming one costs nothing.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ludex.games.files import NoGame, load_file
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


def played() -> list[Game[Any]]:
    """The games that one can sit down at: those in which somebody decides something."""
    return [game for game in map(load, GAMES) if game.is_decided]


def load(name: str) -> Game[Any]:
    """The game of that name, or in that Python file; its state type is its own affair."""
    if name.endswith(".py"):
        return load_file(Path(name)).game
    if name not in GAMES:
        problem = f"there is no game {name!r}; there are: {', '.join(GAMES)}"
        raise NoGame(problem)
    game: Game[Any] = import_module(GAMES[name]).game
    return game
