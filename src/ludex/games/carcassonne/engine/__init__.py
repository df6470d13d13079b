"""Carcassonne, faster: refinements of its rulebook."""
