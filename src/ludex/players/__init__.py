"""Players from outside: programs over pipes, and Python functions of your own.

`speaking` is the language that a program and the referee speak, `player` the base class for
programs in Python; `pipe` runs a program within limits, `program` lets it play by that
language, `filter` one that reads a state and prints a move. `finding` makes a bot of what
somebody types, such as `cmd:./play` or `my_bot.py:choose`.
"""

from ludex.players.player import Player
from ludex.players.speaking import Turn

__all__ = ["Player", "Turn"]
