"""The screen of one table: its frame, its turns, its keys, what lies beside it."""
