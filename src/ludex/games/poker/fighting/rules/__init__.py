"""The rules of Fighting: `events` is the rulebook, `comparison` says which hand is better."""
