"""The tables: how one begins, who sits there, its record, its life until it expires."""
