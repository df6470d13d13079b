"""The games: one folder each. The registry finds them, and those of other packages."""
