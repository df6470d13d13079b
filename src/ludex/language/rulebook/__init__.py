"""The printed rules: a game's own text (docstrings, fields, guards) as a page to read."""
