"""A table: seats, history, chance and bots, for any game."""
