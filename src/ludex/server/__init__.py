"""The web table: HTTP for the lobby, one WebSocket for each open table, one judge.

`settings` are the limits, `game_list` the games as the lobby shows them. In `tables`, `new_table`
is a table as a client asks for it, `seats` the keys to seats, `live` one table in memory, `hall`
all of them; `driver` lets chance and bots act. `workers` think in other processes. `presentation`
is what a seat is sent, `sockets` are connections, `http` is the other door, with a `middleware`
before it. `store` keeps the games, `app` puts it all together, `process` runs it.
"""
