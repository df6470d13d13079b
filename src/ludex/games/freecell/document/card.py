"""The module Card: a suit and a rank, which can be changed at any time."""

from ludex.parts import cards
from ludex.parts.cards import Rank, Suit

numOfRanks = 13  # the names in these modules are the document's
numOfSuits = 4

RANK = Rank
"""ACE to KING. The document gives them no numbers, and counts with them (C2): here 1 to 13."""

SUIT = Suit
"""SPADE, HEART, CLUB, DIAMOND, here 0 to 3."""


class Card:
    """A card is an object with setters, also one that lies on a board (C1)."""

    def __init__(self, s: Suit, r: Rank) -> None:
        self.st = s
        self.rnk = r

    def getRank(self) -> Rank:
        return self.rnk

    def getSuit(self) -> Suit:
        return self.st

    def setRank(self, r: Rank) -> None:
        self.rnk = r

    def setSuit(self, s: Suit) -> None:
        self.st = s


def getRank(card: cards.Card) -> Rank:
    """Return the rank of a card in a state, which is a value."""
    return card.rank


def getSuit(card: cards.Card) -> Suit:
    """Return the suit of a card in a state."""
    return card.suit


def rankMatch(a: Rank, b: Rank) -> bool:
    """Is the first one higher? (a - b ≡ 1)"""
    return a - b == 1


def suitMatch(a: Suit, b: Suit) -> bool:
    """Do their numbers differ by 1 or 3? That is: is one red and the other black (Q5)?"""
    return a + 3 == b or a - 3 == b or a + 1 == b or a - 1 == b
