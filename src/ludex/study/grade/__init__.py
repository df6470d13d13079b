"""Grading of programs: run in a sandbox, compared with the oracle, explained, marked.

`ludex.sandbox` runs a program safely, `exam` makes the tests, `evaluation` runs all tests of one
program, `submissions` those of many programs, and `reports` writes the results.
"""
