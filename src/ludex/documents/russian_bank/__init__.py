"""Card, Deck, Player and Board of the Russian Bank document, a model in VDM++ (2015).

`deck` has piles and the two tests of their order, `board` the moves with pre and post,
`tests` the document's own seven, `written` the record that `ludex check --as-written` runs.
It knows nothing of our rulebook: what is meant is a reading of the same model.
"""

from ludex.documents.routine import Undefined
from ludex.documents.russian_bank.board import Board, BoardState, Player, game, inv, pre
from ludex.documents.russian_bank.deck import MEANT, UNCHECKED, WRITTEN, Reading, Shown

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
    "pre",
]
