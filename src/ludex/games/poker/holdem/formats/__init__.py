"""Hand histories of hold'em in the Poker Hand History format (PHH), read and written.

`phh` is one hand as a record, `phhs` a file of many; `histories` reads a hand step by step,
with `replay` for those of this house and `foreign` for those of others, and `export`
writes the hands that were played here.
"""
