"""The Russian Bank document, a model in VDM++ (2015), as it is written.

`state` has piles as values and the variables of a board, `board` the moves with pre and post and the class
that has them all, `written` the document's own seven tests and the record that `ludex check --as-written` runs and `ludex diff` compares with the rulebook, which the model
itself knows nothing of. `objects` has the classes Card, Deck and Player as objects that are shared.
"""
