"""Compiled refinements of rulebooks on packed arrays."""
