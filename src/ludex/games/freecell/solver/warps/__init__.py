"""FreeCell deals on a GPU, two deals a warp: 16 threads look into one position together.

`expansion` packs a column into one number, and lists and makes the moves of a position, a move a
thread; `kernel` searches and replays what it has found on the engine, and `batches` sends deals
through one search after the other, until few are left for the CPU.
"""
