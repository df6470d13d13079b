"""Other people's programs against the oracle: run in a cage, compared, explained, marked.

`ludex.sandbox` runs a program so that it can do no harm, `exam` knows what is right, `judging` puts one
program to all tests, `classroom` many programs; `reports` say what came of it.
"""
