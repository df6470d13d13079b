"""Bots: players that choose among legal events, seeing what their seat may see.

`observation` is what a bot gets, `catalogue` the bots that every game has, by name: `random_bot`,
`greedy`, `tree` and `search`, which ask `evaluation` how a seat stands. `advice` makes hints of
what they would do.
"""

from ludex.bots.catalogue import KINDS, BotKind, find_bot
from ludex.bots.observation import Bot, View, random_bot, view_of

__all__ = [
    "KINDS",
    "Bot",
    "BotKind",
    "View",
    "find_bot",
    "random_bot",
    "view_of",
]
