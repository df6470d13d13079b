"""Commands for Chess Solitaire: puzzles and their tables."""
