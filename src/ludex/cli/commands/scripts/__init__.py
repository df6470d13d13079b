"""Commands for event scripts, interfaces and the printed rulebook."""
