"""Chess Solitaire as its document has it ("Building a Chess-Solitaire Game App using ETF").

`printed` is what a machine compares, `model` the rules word for word, `written` the record
that `ludex check --as-written` and `ludex diff` run.
"""
