"""A position of a deal in two numbers of 63 bits each.

Most cards lie where they were dealt, so a position says how many cards each column still has of
those that it was dealt, how high the homes are, and where the other cards are: in a cell, alone on
a space, or on one of the two cards that they build on. That is 125 bits at most.

A card laid where it was dealt counts as never moved, so equal positions have equal codes.
A code is the sum of a part for each card and of the heights of the homes: a move changes few parts.

Cards go home by themselves as in the thorough search (HORNE): aces always, and twos as soon as
the ace is there, so that a two has no place of its own while its home has any card.
"""

from collections.abc import Sequence
from itertools import chain

import numpy as np

from ..search.layout import NOTHING, Words

COLUMNS, DEPTH = 8, 7
IN_CELL, ON_SPACE, ON_FIRST, ON_SECOND = range(4)
"""The place of a card that was moved. A card builds on two others: the second has the higher
suit."""
HOMES_AT, KINGS_AT, NEAR_AT = 24, 41, 45
"""The offsets of the homes, the kings and the lowest cards in the first number; dealt columns come
before."""
HEIGHTS = 17
"""The number of states of a home: the place of the two while the home is empty, or the number of
its cards."""
FIRST_CARD, FIRST_FAR, FIRST_KING = 8, 17, 48
"""The lowest three, and the first card of the second number."""

# What is known of a deal, in one array: its cards, where each was dealt, and the unit of its part.
DEALT, SPOTS, NEAR_UNITS, FAR_UNITS, WEIGHTS, CELL_COUNT = 0, 64, 128, 192, 256, 272
DEAL_WORDS = 273


def units(code: int) -> tuple[int, int]:
    """Return by how much a place more changes the numbers of a code."""
    if code < FIRST_CARD:
        return HEIGHTS ** (code & 3) << HOMES_AT, 0
    if code < FIRST_FAR:
        return 1 << NEAR_AT + 2 * (code - FIRST_CARD), 0
    if code < FIRST_KING:
        return 0, 1 << 2 * (code - FIRST_FAR)
    return 1 << KINGS_AT + (code & 3), 0


def height_part(suit: int, height: int) -> int:
    """Return the part of a home."""
    return (height + 3 if height else 0) * int(HEIGHTS**suit) << HOMES_AT


def describe_deal(columns: Sequence[Sequence[int]], cells: int, weights: Sequence[int]) -> Words:
    """Return what the search has to know of a deal."""
    assert len(columns) == COLUMNS, "a deal has eight columns"
    assert all(len(column) <= DEPTH for column in columns), "a column is dealt seven cards at most"
    assert sorted(chain(*columns)) == [*range(NOTHING)], "a deal has every card"
    deal = np.zeros(DEAL_WORDS, np.int64)
    deal[DEALT : DEALT + 8 * COLUMNS] = NOTHING
    for j, column in enumerate(columns):
        for k, code in enumerate(column):
            deal[DEALT + 8 * j + k] = code
            deal[SPOTS + code] = 8 * j + k
    for code in range(4, NOTHING):
        deal[NEAR_UNITS + code], deal[FAR_UNITS + code] = units(code)
    deal[WEIGHTS : WEIGHTS + len(weights)] = weights
    deal[CELL_COUNT] = cells
    return deal


def pack(deal: Words, columns: Sequence[Sequence[int]], homes: int) -> tuple[int, int]:
    """Return the code of a position, whose other cards are in cells."""
    near = sum(height_part(suit, homes >> 4 * suit & 15) for suit in range(4))
    far = 0
    for cards in columns:
        spot = int(deal[SPOTS + cards[0]]) if cards else 0
        original = deal[DEALT + spot : DEALT + spot + DEPTH].tolist() if spot % 8 == 0 else []
        count = 0
        while count < min(len(cards), len(original)) and cards[count] == original[count]:
            count += 1
        near += count << 3 * (spot // 8)
        for i in range(count, len(cards)):
            place = ON_FIRST + (cards[i - 1] >> 1 & 1) if i else ON_SPACE
            near += place * int(deal[NEAR_UNITS + cards[i]])
            far += place * int(deal[FAR_UNITS + cards[i]])
    return near, far
