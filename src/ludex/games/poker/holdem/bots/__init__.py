"""The players of hold'em that know the game: see `player`."""
