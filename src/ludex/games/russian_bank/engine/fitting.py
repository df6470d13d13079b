"""Which cards piles take, and which piles take a card.

Most cards go nowhere. So it is asked first which *faces* any pile takes, a bit for each (its suit
above its rank, as in a card); then, for a card that goes somewhere, which of eight piles take it:
all eight at once, a byte each. What comes out then has the lowest bit of their bytes.
"""

from typing import Final

from ludex.compile.engine import Row
from ludex.compile.jit import step

from .layout import (
    ACES,
    FACE,
    FOUNDATIONS_AT,
    HOUSES_AT,
    KINGS,
    LOADING_AT,
    NEVER,
    NOTHING,
    ONES,
    PER_PLAYER_AT,
    RANK,
    RED,
    RULES,
    SAME_RANK,
    SPACES_AT,
)

COLOURED: Final = 5
"""Bits of a card that say its colour and its rank."""
FACED: Final = 6
"""Bits of a card that say its suit and its rank."""
SIX_HOUSES: Final = ONES & (1 << 48) - 1
ACE: Final = 1 << 1
"""The ace of the first suit."""
EVERY_SUIT: Final = 1 | 1 << 16 | 1 << 32 | 1 << 48
ALL_FACES: Final = 0x3FFE * EVERY_SUIT
BOTH_SUITS: Final = 1 | 1 << 32
"""The two suits of a colour."""


@step
def same(tops: int, width: int, wanted: int) -> int:
    """Return the piles whose top cards have the wanted bits, of so many.

    Where bits differ they are a number from 1 up, which with all ones added to it carries into
    the next bit.
    """
    ones = ONES * ((1 << width) - 1)
    return ((tops & ones ^ ONES * wanted) + ones) >> width & ONES ^ ONES


# -- faces, a bit each ----------------------------------------------------------------------


@step
def wanted(state: Row) -> int:
    """Return the faces that foundations take: an ace begins one, then the next of its suit."""
    tops, found = int(state[FOUNDATIONS_AT]), 0
    for _ in range(8):
        found |= 2 << (tops & FACE) if tops & FACE else ACE * EVERY_SUIT
        tops >>= 8
    return found & ALL_FACES


@step
def building(state: Row) -> int:
    """Return the faces that go on the cards of houses: the next rank down, in the other colour."""
    tops, found = int(state[HOUSES_AT]), 0
    for _ in range(8):
        if tops & RANK:
            below = (tops ^ RED) & (RED | RANK)
            found |= BOTH_SUITS << below - 1
        tops >>= 8
    return found


@step
def loading(rules: int, on: int) -> int:
    """Return the faces that can be loaded on a card: the next ranks of its suit, perhaps its own."""
    if on == 0 or rules >> LOADING_AT & 3 == NEVER:
        return 0
    ranks = 7 if rules & SAME_RANK else 5
    return ranks << (on & FACE) - 1


@step
def has(faces: int, card: int) -> bool:
    """Is the face of a card one of these?"""
    return faces >> (card & FACE) & 1 != 0


# -- piles, a byte each ---------------------------------------------------------------------


@step
def foundations_for(state: Row, card: int) -> int:
    """Return the foundations that take a card: an ace begins one, others go up in suit."""
    below = 0 if card & RANK == 1 else (card & FACE) - 1
    return same(int(state[FOUNDATIONS_AT]), FACED, below)


@step
def spaces(state: Row) -> int:
    """Return the empty houses."""
    houses = ONES if state[RULES] >> PER_PLAYER_AT & 7 == 4 else SIX_HOUSES
    return same(int(state[HOUSES_AT]), FACED, 0) & houses


@step
def fills(rules: int, card: int) -> bool:
    """Does an empty house take this card?"""
    takes, rank = rules >> SPACES_AT & 3, card & RANK
    if takes == ACES:
        return rank == 1
    if takes == KINGS:
        return rank == 13
    return takes != NOTHING


@step
def houses_for(state: Row, card: int) -> int:
    """Return the houses with a card that takes this one: down in alternate colours."""
    above = ((card ^ RED) & (RED | RANK)) + 1
    return same(int(state[HOUSES_AT]), COLOURED, above)
