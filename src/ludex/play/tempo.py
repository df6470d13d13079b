"""The time that a bot takes to act: as long as a person might, and the same whatever its cards are.

The time is drawn before anybody thinks, from dice of its own, so that it says nothing about the position. A bot
thinks within it, and an answer that comes earlier waits. One that thinks by the clock gets a
time in which its thinking ends.
"""

from typing import NamedTuple

from ludex.kernel import AnyGame, Dice
from ludex.players.opponents import thinks_for

SHORTEST = 0.4
LONGEST = 1.5
"""Seconds."""

SLACK = 0.2
"""The time besides thinking: to be asked, to list the moves, to answer."""

FINE = 1 << 20


class Tempo(NamedTuple):
    """The time after which a bot acts, in seconds."""

    whole: float
    """The time at which its turn began."""

    answering: float
    """The part of that in which it thinks, at the end."""


def draw_tempo(game: AnyGame, bot: str, dice: Dice) -> Tempo:
    """Return how long the bot of a name takes this time; nobody asks what its cards are."""
    answering = thinks_for(game, bot) + SLACK
    least = max(SHORTEST, answering)
    most = max(LONGEST, least + SLACK)
    return Tempo(least + (most - least) * dice.below(FINE) / FINE, answering)
