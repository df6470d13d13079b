"""Card, Deck and Board of the FreeCell document ("Assignment 4, Part 1, Specification").

    >>> from ludex.games.freecell.document.model import Board, dealt
    >>> board = Board(dealt(617))
    >>> board.moveGameToFree(0, 0)

`reading` says what is mended, `written` is the record that `ludex check --as-written` runs.
"""

from ludex.games.freecell.document.board import (
    NUM_OF_FREECELLS,
    NUM_OF_GAMECELLS,
    NUM_OF_HOMECELLS,
    BoardState,
)
from ludex.games.freecell.document.card import (
    RANK,
    SUIT,
    Card,
    numOfRanks,
    numOfSuits,
    rankMatch,
    suitMatch,
)
from ludex.games.freecell.document.deck import MAX_CARDS, Deck, DeckState
from ludex.games.freecell.document.exceptions import (
    assumption,
    empty_cells,
    empty_outside_bounds,
    empty_outside_cells,
    invalid_card,
    invalid_move,
    outside_bounds,
)
from ludex.games.freecell.document.moves import Board, dealt
from ludex.games.freecell.document.reading import Reading
from ludex.study.documents.routine import Undefined

__all__ = [
    "MAX_CARDS",
    "NUM_OF_FREECELLS",
    "NUM_OF_GAMECELLS",
    "NUM_OF_HOMECELLS",
    "RANK",
    "SUIT",
    "Board",
    "BoardState",
    "Card",
    "Deck",
    "DeckState",
    "Reading",
    "Undefined",
    "assumption",
    "dealt",
    "empty_cells",
    "empty_outside_bounds",
    "empty_outside_cells",
    "invalid_card",
    "invalid_move",
    "numOfRanks",
    "numOfSuits",
    "outside_bounds",
    "rankMatch",
    "suitMatch",
]
