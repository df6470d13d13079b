"""Players: opponents by name, programs over pipes, your Python functions; matches and leagues.

`opponents` finds the bots of a game. `finder` makes a bot from a name such as `cmd:./play` or
`my_bot.py:choose`. `programs` is the language between a program and the referee. `game_loop` plays
one game to its end.
"""

from ludex.players.programs.base import Player, Turn

__all__ = ["Player", "Turn"]
