"""Poker: hands and their order, equity, the document, Texas hold'em."""
