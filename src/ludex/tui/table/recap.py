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


def recap_line(recap: Recap, width: int) -> str:
    """Write as much as there is room for: of what weighs least the earliest goes first."""
    parts = [*recap]
    while True:
        line = "   ".join(sentence for _, sentence in parts)
        if len(parts) < 2 or len(line) <= width:
            return line
        parts.remove(min(parts, key=lambda part: part[0]))
