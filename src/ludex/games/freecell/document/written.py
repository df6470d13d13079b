"""The record of the FreeCell document: three modules, five readings, and the rulebook beside."""

from typing import Final

from ludex.study.documents.written import Module, ModuleTrial, WrittenDocument

from . import deck, moves
from .board import BoardState, is_won
from .card import rankMatch, suitMatch
from .deck import DeckState, swap
from .differing import COMPARISONS
from .moves import begun, dealt
from .reading import MADE, NAMED, OPENED, SIZED

DEAL: Final = 3
"""Any deal would do: whatever is wrong shows after a step or two."""

DECK: Final = Module(
    name="Deck",
    game=deck.game,
    trials=(
        ModuleTrial("word for word", DeckState(), depth=3),
        ModuleTrial(
            "with 52 different cards, none of them dealt",
            DeckState(reading=MADE),
            depth=60,
            swept=60,
            is_whole=True,
        ),
    ),
    functions=(swap,),
)

BOARD: Final = Module(
    name="Board",
    game=moves.game,
    trials=(
        ModuleTrial("word for word", BoardState()),
        ModuleTrial("with a deck that is made first", BoardState(reading=MADE)),
        ModuleTrial("and with eight columns and four free cells", BoardState(reading=SIZED)),
        ModuleTrial("word for word, on a table as it is meant to be dealt", dealt(DEAL)),
        ModuleTrial(
            "with names and sums as they are meant, on a table with three aces home",
            begun(DEAL, NAMED),
        ),
        ModuleTrial(
            "and with empty columns refused, not taken ones",
            begun(DEAL, OPENED),
            is_whole=True,
        ),
    ),
    functions=(
        BoardState.validGameCol,
        BoardState.validFreeCol,
        BoardState.validHomeCol,
        BoardState.availableMoves,
        is_won,
        rankMatch,
        suitMatch,
    ),
)

written: Final = WrittenDocument(
    title="Assignment 4, Part 1, Specification (2018): the modules Card, Deck and Board",
    modules=(DECK, BOARD),
    comparisons=COMPARISONS,
)
