"""Bots: players that choose among legal events, seeing what their seat may see.

`seeing` is what a bot gets, `kinds` the bots that every game has, by name: `random_bot`,
`greedy`, `tree` and `search`, which look at how a seat is `standing`; a small game has `solved`
too. `advice` makes hints of what they would do, `playing` plays one game to its end, `match` lets them play each other.
"""

from ludex.bots.kinds import KINDS, SOLVED, Kind, find_bot, kinds_of
from ludex.bots.playing import Turn, each_turn, play_out
from ludex.bots.random_bot import random_bot
from ludex.bots.seeing import Bot, View, view_of

__all__ = [
    "KINDS",
    "SOLVED",
    "Bot",
    "Kind",
    "Turn",
    "View",
    "each_turn",
    "find_bot",
    "kinds_of",
    "play_out",
    "random_bot",
    "view_of",
]
