"""The web table: HTTP for the lobby, one WebSocket for each open table, one judge.

`settings` are the limits, `offers` the games as the lobby shows them, `wanted` a new table as
a client asks for it, `tokens` the keys to seats. `live` is one table in memory, `hall` all of
them, `driving` lets chance and bots act, `thinking` is done in other processes. `messages`
is what a seat is sent, `guest` and `socket` one connection. `api` and `shapes` are the HTTP
door, `gate` stands before it, `pages` are the client's files, `metrics` what is counted.
`app` puts it together, `serving` runs it.
"""
