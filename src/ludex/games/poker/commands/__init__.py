"""Commands for poker: compare hands, equity, axioms, hand histories."""
