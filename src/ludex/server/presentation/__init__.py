"""Presentation: messages for each seat, and what they must not tell."""
