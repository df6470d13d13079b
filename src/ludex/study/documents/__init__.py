"""The documents that our games come from, as they are written.

A rulebook in `games` says what its document means. Here is what it says: every variable,
routine, transition and exception under its own name, with all its mistakes. Each module of
a document is a `Game`, so that whatever can be found out about a rulebook can be found out
about it, and its objects can be used from Python like those of any other class.

`routine` is the language of these models, `written` the record of a document. `names`
reads their source, `trial` runs them, `difference` compares them with the rulebook, and
`report` prints what was found. `records` reads the errata and requirements of a document.
"""
