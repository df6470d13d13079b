"""Card, Deck, Player and Board of the Russian Bank document, a model in VDM++ (2015).

`objects` has Card, Deck and Player as they stand, whose cards are shared objects; `deck` piles as
values and the two tests of their order, `state` the variables of a board, `moves` the moves with pre
and post, `board` the class that has them all, `start` the first test,
`tests` the document's own seven, `written` the record that `ludex check --as-written` runs.
It knows nothing of our rulebook: what is meant is a reading of the same model.
"""

from ludex.games.russian_bank.document.board import Board, game
from ludex.games.russian_bank.document.deck import (
    MEANT,
    UNCHECKED,
    WRITTEN,
    Reading,
    Shown,
)
from ludex.games.russian_bank.document.signals import inv, post, pre
from ludex.games.russian_bank.document.state import BoardState, Player
from ludex.study.documents.routine import Undefined

__all__ = [
    "MEANT",
    "UNCHECKED",
    "WRITTEN",
    "Board",
    "BoardState",
    "Player",
    "Reading",
    "Shown",
    "Undefined",
    "game",
    "inv",
    "post",
    "pre",
]
