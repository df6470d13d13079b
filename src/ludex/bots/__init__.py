"""Bots: players that choose among legal events, seeing what their seat may see.

`seeing` is what a bot gets, `kinds` the bots that every game has, by name. `advice` makes
hints of what a bot would do.
"""

from ludex.bots.kinds import KINDS, Kind, find_bot
from ludex.bots.random_bot import random_bot
from ludex.bots.seeing import Bot, View, view_of

__all__ = ["KINDS", "Bot", "Kind", "View", "find_bot", "random_bot", "view_of"]
