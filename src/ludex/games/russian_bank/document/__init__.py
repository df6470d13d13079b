"""The Russian Bank document, a model in VDM++ (2015), as it is written.

`deck` has piles as values and the two tests of their order, `state` the variables of a board, `moves` the moves with pre
and post, `board` the class that has them all, `tests` the document's own seven, `written` the record
that `ludex check --as-written` runs. It knows nothing of our rulebook: what is meant is a reading of
the same model.
"""
