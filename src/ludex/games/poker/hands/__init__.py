"""Poker hands: cards, categories and their order, notation."""
