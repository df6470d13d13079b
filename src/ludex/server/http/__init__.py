"""What is answered by HTTP: lobby, new tables, puzzles, pages, and the gate before it."""
