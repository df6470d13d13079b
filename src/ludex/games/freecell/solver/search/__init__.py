"""The search for a way to win: compiled by Numba, thousands of deals a second on one core.

A search lives in one array that is made once (`memory`), so nothing is allocated while it
runs, it can stop and go on, and the same functions run on lists where there is no compiler.
`columns` grows the columns met, `homes` sends safe cards home, `moves` lists the moves,
`position` makes them, `best_first` looks for a way to win, `trace` writes it down.
"""
