"""Russian Bank: `game` is the record, and the way in; the rules are learned from its events."""
