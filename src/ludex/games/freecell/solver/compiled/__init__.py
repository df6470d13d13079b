"""The FreeCell solver compiled by Numba: thousands of deals a second on one core.

A search lives in six arrays that are made once (`room`), so nothing is allocated while it
runs, it can stop and go on, and the same functions could run one deal a thread on a GPU.
`columns` grows the columns met, `homes` sends safe cards home, `moves` lists the moves,
`position` makes them, `search` looks for a way to win, `telling` writes it down, `engine_replay`
plays it on the engine of FreeCell, and `deals` solves many deals in one call.
"""
