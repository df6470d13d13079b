"""Commands that check, simulate and solve a rulebook."""
