"""The games: one folder each. The registry finds them, and those of other packages."""

from collections.abc import Mapping
from typing import Final

GAMES: Final[Mapping[str, str]] = {
    "carcassonne": "ludex.games.carcassonne.game",
    "chess-solitaire": "ludex.games.chess_solitaire.game",
    "fighting": "ludex.games.poker.fighting.game",
    "freecell": "ludex.games.freecell.game",
    "holdem": "ludex.games.poker.holdem.game",
    "russian-bank": "ludex.games.russian_bank.game",
}
"""Every game that ships with Ludex, by name: the module whose `game` it is."""
