"""Bots that know Carcassonne: what a position is worth, and a search over tiles."""
