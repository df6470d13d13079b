"""FreeCell, faster: refinements of its rulebook."""
