"""Solvers: exact answers about positions, derived from or checked against the rulebooks."""
