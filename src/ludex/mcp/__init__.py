"""The Model Context Protocol: clients play at tables of Ludex.

A client sees only the view of its seat. `seat` is one table with the knowledge of one seat, a
driver of the table protocol like line mode. `hall` has the offered games and the open tables,
`new_table` makes a table from a client's request, `tools` describes the arguments of every tool,
`server` serves them with the official SDK, and `stdio` reserves standard output for the protocol.
Only the last three need that SDK.
"""
