"""The Model Context Protocol: programs that speak it sit down at tables of Ludex.

A client sees what its seat sees, and nothing else: `chair` is one table as one seat knows it, a
driver of the table protocol like line mode. `hall` has the games that are offered and the tables
that are open, `opening` makes a table of what a client asks for, `asking` says what every tool
takes, `server` serves them by the official SDK, and `wire` keeps standard output for the protocol.
Everything but the last three can do without that SDK.
"""
