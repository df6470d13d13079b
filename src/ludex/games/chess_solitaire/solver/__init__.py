"""Chess Solitaire, solved: the value of every board of so many pieces, counted exactly."""
