"""The search for a way to win: compiled by Numba, thousands of deals a second on one core.

A search lives in one array that is made once (`layout`), so nothing is allocated while it
runs, it can stop and go on, and the same functions run on lists where there is no compiler.
`position` grows the columns met, sends safe cards home, lists the moves and makes them;
`best_first` looks for a way to win and writes it down.
"""
