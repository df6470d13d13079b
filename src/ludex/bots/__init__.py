"""Bots: players that choose among legal events, from the view of their seat.

`observation` is the input of a bot. `catalogue` has the bots of every game, by name: `random_bot`,
`greedy`, `tree` and `search`, which use `evaluation` to value positions. `advice` makes hints from
their choices.
"""

from ludex.bots.catalogue import KINDS, BotKind, find_bot
from ludex.bots.observation import Bot, View, random_bot, view_of
from ludex.bots.thinking import Thinking, thinking_of

__all__ = [
    "KINDS",
    "Bot",
    "BotKind",
    "Thinking",
    "View",
    "find_bot",
    "random_bot",
    "thinking_of",
    "view_of",
]
