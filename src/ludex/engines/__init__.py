"""Faster ways to the rulebooks' own answers: refinements, and compiled engines on arrays.

Nothing here is a rule. A refinement is attached to a game by whoever wants speed (bots,
many games), and proved against the guards (`ludex.check.refinement`).
"""

from importlib import import_module
from typing import Any, Final

from ludex.kernel import Game

REFINED: Final = {
    "carcassonne": "ludex.engines.carcassonne.listing",
    "chess-solitaire": "ludex.engines.chess_solitaire.listing",
    "freecell": "ludex.engines.freecell.listing",
    "russian-bank": "ludex.engines.russian_bank.listing",
}
"""The games with a faster way to list their moves, by name."""


def refined(game: Game[Any]) -> Game[Any]:
    """The game with its refinement attached, where it has one."""
    module = REFINED.get(game.name)
    return game if module is None else game.refined(import_module(module).REFINEMENT)
