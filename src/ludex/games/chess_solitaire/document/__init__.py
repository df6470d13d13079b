"""Chess Solitaire as its document has it ("Building a Chess-Solitaire Game App using ETF").

`model` has the rules word for word and what a machine compares, `written` the record
that `ludex check --as-written` and `ludex diff` run.
"""
