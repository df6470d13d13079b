"""Checking rulebooks: random play with every property checked, coverage of guards."""
