"""Tables as the store has them: the beginning, the holders of seats, the log."""
