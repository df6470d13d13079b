"""Poker hands: cards, categories and their order, notation."""

from .evaluator import Hand, rank
from .notation import (
    CARDS,
    RANKS,
    NotCards,
    cards,
    distinct,
    from_document,
    text,
    to_document,
)
from .pack import (
    PACK,
    UNKNOWN,
    Cards,
    PokerCard,
    SomeCards,
    deal,
    hand_text,
    read_cards,
    spaced,
)
from .ranking import (
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
    "PokerCard",
    "SomeCards",
    "cards",
    "deal",
    "distinct",
    "from_document",
    "hand_class",
    "hand_text",
    "of_five",
    "rank",
    "rank_multisets",
    "rank_name",
    "read_cards",
    "spaced",
    "text",
    "to_document",
]
