"""Bots that know Carcassonne: an evaluation of positions, and a search over tiles."""
