"""Tabletop games as executable rulebooks."""
