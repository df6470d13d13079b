"""Before a table: the lobby, how a game is set up, statistics."""
