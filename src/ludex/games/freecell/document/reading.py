"""How far the document is taken at its word: mistakes hide one another.

As it is written no game can begin, so nobody would ever see what is wrong with the moves.
Each option mends one thing that stands in the way of the rest, and nothing else.
"""

from dataclasses import dataclass
from typing import Annotated, Final


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read as it was meant, and not as it is written."""

    deck: Annotated[bool, "a deck has 52 cards, none dealt, and a board has a deck"] = False
    sizes: Annotated[bool, "eight columns and four free cells, not the reverse"] = False
    names: Annotated[bool, "validCol is validGameCol, and gameCol is freeCol"] = False
    sums: Annotated[bool, "the empty columns are a sum, not a sum or a number"] = False
    sources: Annotated[bool, "an empty column is refused, not a taken one"] = False


WRITTEN: Final = Reading()
"""Word for word."""

MADE: Final = Reading(deck=True)
"""The constructor of Board can begin."""

SIZED: Final = Reading(deck=True, sizes=True)
"""It can deal to eight columns."""

NAMED: Final = Reading(deck=True, sizes=True, names=True, sums=True)
"""Every expression has a value where its places exist."""

OPENED: Final = Reading(deck=True, sizes=True, names=True, sums=True, sources=True)
"""Columns with cards may move."""

READINGS: Final = {
    "written": WRITTEN,
    "made": MADE,
    "sized": SIZED,
    "named": NAMED,
    "opened": OPENED,
}
