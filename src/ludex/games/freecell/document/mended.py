"""The classes of the document mended, on the rulebook: Card, Deck and Board by its own names.

    >>> board = Board(617)
    >>> board.moveGameToFree(0, 2)
    >>> board.availableMoves(0), board.isEmptyFreeCell(2)
    (4, False)

Arguments and exceptions are those of the tables of the interface. Every call of a board is an event of
the rulebook; a call that is refused raises the exception of its table and changes nothing.
"""

from collections.abc import Mapping

from ludex.kernel import Dice, Event
from ludex.parts import cards
from ludex.parts.cards import Rank, Suit
from ludex.study.documents.routine import Signal

from ..rules import events
from ..rules.dealing import Deal, SetGameCells
from ..rules.options import FREECELL
from ..rules.state import Pile, State, carried, cleared
from .card import Card as CardAsWritten
from .card import rankMatch
from .deck import MAX_CARDS, SIGNALS, empty_outside_bounds, invalid_move, outside_bounds


class Card(CardAsWritten):
    """A suit and a rank that exist (C4); equal cards are equal (C3), and a board keeps values (C1)."""

    def __init__(self, s: Suit, r: Rank) -> None:
        super().__init__(Suit(s), Rank(r))

    def setRank(self, r: Rank) -> None:
        self.rnk = Rank(r)

    def setSuit(self, s: Suit) -> None:
        self.st = Suit(s)

    @property
    def value(self) -> cards.Card:
        """The card as the rulebook has it."""
        return cards.Card(self.st, self.rnk)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]  # it has setters

    def __repr__(self) -> str:
        return str(self.value)


class Deck:
    """All 52 cards in order (K2), none of them dealt (K3)."""

    def __init__(self) -> None:
        self.numCard = 0
        self.deckOfCards = [Card(card.suit, card.rank) for card in cards.pack_of_cards()]

    def dealCard(self) -> Card:
        """Hand out the next card, and count it (K4); outside_bounds when none is left (K5)."""
        if self.numCard >= MAX_CARDS:
            raise outside_bounds("dealCard")
        self.numCard += 1
        return self.deckOfCards[self.numCard - 1]

    def shuffleDeck(self, seed: int = 1) -> None:
        """Put the cards that are left in a random order (K7, K10), which `seed` repeats (K11)."""
        rest = self.deckOfCards[self.numCard :]
        Dice(seed).shuffle(rest)
        self.deckOfCards[self.numCard :] = rest


RAISED: Mapping[str, Mapping[str, type[Signal]]] = {
    "moveGameToGame": {"empty_cells": invalid_move},
    "moveGameToFree": {"empty_cells": invalid_move},
    "moveGameToHome": {
        "empty_cells": empty_outside_bounds,
        "outside_bounds": empty_outside_bounds,
    },
    "moveFreeToGame": {
        "empty_cells": empty_outside_bounds,
        "outside_bounds": empty_outside_bounds,
    },
}
"""The names that the table of the interface has for a refusal, where they are others."""


class Board:
    """A board of a numbered deal; without one (None) an empty board, on which setGameCells lays cards."""

    def __init__(self, deal: int | None = 1) -> None:
        empty = cleared(FREECELL)
        self.state: State = empty if deal is None else Deal(deal).apply(empty)

    def _call(self, routine: str, event: Event[State]) -> None:
        refusal = event.refusal(self.state)
        if refusal is not None:
            usual = SIGNALS.get(refusal.code, invalid_move)
            raise RAISED.get(routine, {}).get(refusal.code, usual)(refusal.text)
        self.state = event.apply(self.state)

    def moveGameToGame(self, numOfCards: int, col1: int, col2: int) -> None:
        self._call("moveGameToGame", events.MoveGameToGame(numOfCards, col1, col2))

    def moveGameToHome(self, gameCol: int, homeCol: int) -> None:
        self._call("moveGameToHome", events.MoveGameToHome(gameCol, homeCol))

    def moveGameToFree(self, gameCol: int, freeCol: int) -> None:
        self._call("moveGameToFree", events.MoveGameToFree(gameCol, freeCol))

    def moveFreeToGame(self, freeCol: int, gameCol: int) -> None:
        self._call("moveFreeToGame", events.MoveFreeToGame(freeCol, gameCol))

    def moveFreeToHome(self, freeCol: int, homeCol: int) -> None:
        self._call("moveFreeToHome", events.MoveFreeToHome(freeCol, homeCol))

    def setGameCells(self, a: Card, i: int) -> None:
        self._call("setGameCells", SetGameCells(a.value, i))

    def WinGame(self) -> bool:
        return self.state.is_won

    def isEmptyGameCell(self, col: int) -> bool:
        self._call("isEmptyGameCell", events.IsEmptyGameCell(col))
        return not self.state.columns[col]

    def isEmptyHomeCell(self, col: int) -> bool:
        self._call("isEmptyHomeCell", events.IsEmptyHomeCell(col))
        return not self.state.homes[col]

    def isEmptyFreeCell(self, col: int) -> bool:
        self._call("isEmptyFreeCell", events.IsEmptyFreeCell(col))
        return self.state.cells[col] is None

    def availableMoves(self, targetCol: int) -> int:
        self._call("availableMoves", events.AvailableMoves(targetCol))
        return carried(self.state, targetCol)

    def getGameCells(self) -> list[list[Card]]:
        return [*map(_objects, self.state.columns)]

    def getHomeCells(self) -> list[list[Card]]:
        return [*map(_objects, self.state.homes)]

    def getFreeCells(self) -> list[Card | None]:
        return [None if c is None else Card(c.suit, c.rank) for c in self.state.cells]

    @staticmethod
    def suitMatch(a: Suit, b: Suit) -> bool:
        return a.colour != b.colour

    rankMatch = staticmethod(rankMatch)


def _objects(pile: Pile) -> list[Card]:
    return [Card(card.suit, card.rank) for card in pile]
