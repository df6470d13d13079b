"""The players: opponents by name, programs over pipes, Python functions of your own; matches and
leagues.

`opponents` finds the bots of a game, `finder` makes a bot of what somebody types, such as
`cmd:./play` or `my_bot.py:choose`; `programs` is the language that a program and the referee
speak; `game_loop` plays one game to its end.
"""

from ludex.players.programs.base import Player, Turn

__all__ = ["Player", "Turn"]
