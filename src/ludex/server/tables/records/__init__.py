"""Tables as the store has them: how one begins, who holds its seats, what was played."""
