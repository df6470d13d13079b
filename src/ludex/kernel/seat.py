"""Seats: players sit at 0, 1, 2 …; chance has a seat of its own."""

from functools import lru_cache
from typing import NewType

from ludex.kernel.texts.sentence import Sentence, say

Seat = NewType("Seat", int)

SOLO = Seat(0)
"""The only seat of a solitaire."""

CHANCE = Seat(-1)
"""The seat that deals, draws and throws."""

ONLOOKER = Seat(-2)
"""The seat of an onlooker: it sees only public information, and cannot act."""


def seat_number(seat: Seat) -> int:
    """The number of the seat, counted from 1."""
    return seat + 1


@lru_cache(maxsize=64)
def seat_name(seat: Seat) -> Sentence:
    """The seat in words."""
    if seat == CHANCE:
        return say("chance", "chance")
    if seat == ONLOOKER:
        return say("onlooker", "an onlooker")
    return say("player", "player {number}", number=seat_number(seat))
