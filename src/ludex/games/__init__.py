"""The games: one folder each. The registry finds them, and those of other packages."""

from collections.abc import Mapping
from typing import Final

GAMES: Final[Mapping[str, str]] = {
    "carcassonne": "ludex.games.carcassonne",
    "chess-solitaire": "ludex.games.chess_solitaire",
    "fighting": "ludex.games.poker.fighting",
    "freecell": "ludex.games.freecell",
    "holdem": "ludex.games.poker.holdem",
    "russian-bank": "ludex.games.russian_bank",
}
"""Every game that ships with Ludex, by name: the package whose `game` it is. Its module `companion`
has the `companion`."""
