"""Russian Bank, faster: refinements of its rulebook."""
