"""Foreign notations and the documents' own programs, game by game."""
