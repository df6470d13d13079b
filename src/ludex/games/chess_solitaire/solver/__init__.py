"""Chess Solitaire, solved: what every board of so many pieces is worth, counted exactly."""
