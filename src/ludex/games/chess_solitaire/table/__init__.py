"""How Chess Solitaire is shown: the board, lessons and texts."""
