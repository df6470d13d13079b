"""Texts: sentences that a rulebook says, events and positions as they are written."""
