"""How Russian Bank is shown: both sides of the table, lessons and narration."""
