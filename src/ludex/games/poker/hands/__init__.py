"""Poker hands: cards, categories and their order, notation."""

from ludex.games.poker.hands.evaluator import Hand, rank
from ludex.games.poker.hands.notation import NotCards, card, cards, text
from ludex.games.poker.hands.ranking import Category, HandClass, hand_class

__all__ = [
    "Category",
    "Hand",
    "HandClass",
    "NotCards",
    "card",
    "cards",
    "hand_class",
    "rank",
    "text",
]
