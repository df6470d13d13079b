"""Mutants: a rulebook with one mistake in it, and who notices."""
