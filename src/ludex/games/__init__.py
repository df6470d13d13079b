"""The games, one module or package each."""
