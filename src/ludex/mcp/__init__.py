"""The Model Context Protocol: programs that speak it sit down at tables of Ludex.

A client sees what its seat sees, and nothing else: `seat` is one table as one seat knows it, a
driver of the table protocol like line mode. `hall` has the games that are offered and the tables
that are open, `new_table` makes a table of what a client asks for, `tools` says what every tool
takes, `server` serves them by the official SDK, and `stdio` keeps standard output for the protocol.
Everything but the last three can do without that SDK.
"""
