"""A recap of what has happened since the player's last decision, in one line that stays readable."""

from enum import IntEnum


class Weight(IntEnum):
    """The importance of a sentence: the least is left out first, where there is no room for all."""

    ROUTINE = 0
    """The events of chance that the table shows anyway."""

    OWN = 1
    """The events of the player, which the player knows."""

    OTHERS = 2
    TOLD = 3
    """The consequences."""


Recap = list[tuple[Weight, str]]
"""Sentences, each with its weight."""


def recap_line(said: Recap, width: int) -> str:
    """Write as much as there is room for: of what weighs least the earliest goes first."""
    kept = [*said]
    while True:
        line = "   ".join(sentence for _, sentence in kept)
        if len(kept) < 2 or len(line) <= width:
            return line
        kept.remove(min(kept, key=lambda said: said[0]))
