"""The lobby before a table: setting up a game, and statistics."""
