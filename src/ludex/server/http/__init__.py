"""HTTP: lobby, new tables, puzzles, pages, and the gate before them."""
