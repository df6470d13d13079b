"""Other people's programs against the oracle: run in a sandbox, compared, explained, marked.

`ludex.sandbox` runs a program so that it can do no harm, `exam` makes the tests, `evaluation` puts one
program to all tests, `submissions` many programs; `reports` say what came of it.
"""
