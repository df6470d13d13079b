"""The tables: the beginning of one, its seats, its record, its life until it expires."""
