"""Bots, hints and puzzles, thought about in processes of their own."""
