"""Poker hands: cards, categories and their order, notation."""

from ludex.games.poker.hands.evaluator import Hand, rank
from ludex.games.poker.hands.notation import (
    CARDS,
    RANKS,
    NotCards,
    card,
    cards,
    distinct,
    from_document,
    text,
    to_document,
)
from ludex.games.poker.hands.pack import (
    PACK,
    UNKNOWN,
    Cards,
    Pack,
    PokerCard,
    SomeCards,
    read_cards,
    spaced,
    written,
)
from ludex.games.poker.hands.ranking import (
    RANKING,
    Category,
    HandClass,
    hand_class,
    of_five,
    rank_multisets,
    rank_name,
)

__all__ = [
    "CARDS",
    "PACK",
    "RANKING",
    "RANKS",
    "UNKNOWN",
    "Cards",
    "Category",
    "Hand",
    "HandClass",
    "NotCards",
    "Pack",
    "PokerCard",
    "SomeCards",
    "card",
    "cards",
    "distinct",
    "from_document",
    "hand_class",
    "of_five",
    "rank",
    "rank_multisets",
    "rank_name",
    "read_cards",
    "spaced",
    "text",
    "to_document",
    "written",
]
