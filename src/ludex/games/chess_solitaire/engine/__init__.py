"""Chess Solitaire, faster: refinements of its rulebook."""
