"""A column in one number, so that a whole position is a few words in the memory of a GPU.

A column is what is left of the cards that were dealt to it, and the cards that were laid on
them since. The latter build: each is one rank lower than the card below and of the other colour,
so that one bit tells which of the two cards it is. Where no dealt card is left (or where those
left build themselves, which is the same to the rules), the number says what the lowest card
would lie on. Thus equal columns are equal numbers, wherever they lie.

`tables` has what is known of the dealt cards, made once for a deal: for each column the cards
themselves, and for each number of them that is left the number that stands for them, and what
they cost, how many build at the end, which of two cards each of these is, and the lowest rank of
each suit. The weights stand there, too. What is looked up there makes the code of a kernel short,
which it has to be: long code is fetched again and again.
"""

from typing import Final

import numpy as np

from ludex.compile.bits import how_many
from ludex.compile.jit import called, step

from ..search.columns import random_bits
from ..search.layout import NOTHING, Words

# A number: the dealt cards that are left, the cards laid on them, what these begin on where no
# dealt card is left (its rank + 1, so that kings begin on 13, and its colour), a bit for each.
LEFT: Final = 7
LAID_AT, LAID = 3, 15
RANK_AT, RANK = 7, 15
COLOUR_AT: Final = 11
SUITS_AT: Final = 12
WORD_BITS: Final = 26

DEALT_CARDS, STANDING, KNOWN, WEIGHTS = 0, 64, 128, 192
"""Where each table begins; a column has eight places."""
# What is known of dealt cards: how many build, a bit for each, the lowest ranks, the cost.
BUILDING: Final = 15
BITS_AT, BITS = 4, 255
LOWEST_AT, LOWEST = 12, 0xFFFF
COST_AT: Final = 28
MOVE, CARD, LOOSE, BLOCKS, BURIED, SUIT, CELL, COLUMN, BASE = range(WEIGHTS, WEIGHTS + 9)
"""The weights, in the order of the portfolio."""
WEIGHT_COUNT: Final = 9
COLUMN_COUNT: Final = WEIGHTS + WEIGHT_COUNT
"""Eight, as a number in memory: loops over it stay short in the code, which has to be small."""
TABLES: Final = COLUMN_COUNT + 1

NO_RANKS: Final = 0xDDDD
"""The lowest rank of each suit where there is no card: 13."""


@step
def wide(some: int) -> int:
    """Return a number of a small table in 64 bits, in which it is reckoned with."""
    return int(np.int64(some))


@step
def depth_of(word: int) -> int:
    """Return how many cards a column has."""
    return (word & LEFT) + (word >> LAID_AT & LAID)


@step
def card_of(tables: Words, a: int, word: int, above: int) -> int:
    """Return the card of column `a` with so many others on it; NOTHING if there is none."""
    left, laid = word & LEFT, word >> LAID_AT & LAID
    j = laid - 1 - above
    if j < 0:
        return int(tables[DEALT_CARDS + 8 * a + left + j]) if left + j >= 0 else NOTHING
    rank, colour = word >> RANK_AT & RANK, word >> COLOUR_AT & 1
    if left:
        on = int(tables[DEALT_CARDS + 8 * a + left - 1])
        rank, colour = on >> 2, on & 1
    # The card j of those laid has the other colour where j is even.
    return 4 * (rank - 1 - j) + ((colour ^ 1 ^ j) & 1) + 2 * (word >> SUITS_AT + j & 1)


@step
def run_of(tables: Words, a: int, word: int) -> int:
    """Return how many cards build at the end of a column."""
    left = word & LEFT
    run = word >> LAID_AT & LAID
    return run + (int(tables[KNOWN + 8 * a + left]) & BUILDING) if left else run


@step
def begun_with(code: int) -> int:
    """Return an empty column that is about to get this card."""
    return (code >> 2) + 1 << RANK_AT | (code & 1 ^ 1) << COLOUR_AT


@step
def suits_of(tables: Words, a: int, word: int, cards: int) -> int:
    """Return a bit for each of the last cards of a column, which build; the first is the lowest bit."""
    laid = word >> LAID_AT & LAID
    if cards <= laid:
        return word >> SUITS_AT + laid - cards & (1 << cards) - 1
    known = int(tables[KNOWN + 8 * a + (word & LEFT)])
    dealt = cards - laid
    bits = (known >> BITS_AT & BITS) >> (known & BUILDING) - dealt
    return bits | (word >> SUITS_AT & (1 << laid) - 1) << dealt


@step
def laid_on(tables: Words, a: int, word: int, code: int, cards: int, suits: int) -> int:
    """Return the column with more cards, which fit there: from `code` on so many, a bit for each."""
    while (  # back where they were dealt
        cards and word & LEFT and word <= LEFT and tables[DEALT_CARDS + 8 * a + word] == code
    ):
        word, cards, suits = word + 1, cards - 1, suits >> 1
        code = (code >> 2) - 1 << 2 | (code & 1 ^ 1) | (suits & 1) << 1
    if cards == 0:
        return word
    if word == 0:
        word = begun_with(code)
    laid = word >> LAID_AT & LAID
    return word + (cards << LAID_AT) | suits << SUITS_AT + laid


@step
def taken_from(tables: Words, a: int, word: int, cards: int) -> int:
    """Return the column with so many cards fewer, no more than it has."""
    left, laid = word & LEFT, word >> LAID_AT & LAID
    if cards > laid:
        return int(tables[STANDING + 8 * a + left - cards + laid])
    laid -= cards
    if left + laid == 0:
        return 0
    kept = word & (1 << SUITS_AT + laid) - 1
    return kept & ~(LAID << LAID_AT) | laid << LAID_AT


@step
def least_of(lowest: int) -> int:
    """Return the lowest rank of all suits."""
    return min(lowest & 15, lowest >> 4 & 15, lowest >> 8 & 15, lowest >> 12 & 15)


@step
def blocks_above(tables: Words, least: int) -> int:
    """Return what a card costs that lies above one of a lower rank."""
    return int(tables[BLOCKS]) + (int(tables[BURIED]) * (12 - least) >> 2)


@step
def _above(rank: int, laid: int, bits: int, lowest: int, colour: int) -> int:
    """Return which of the laid cards have a lower one of their suit below them, as bits.

    They begin on a card of this rank, with a card of this colour.
    """
    found = 0
    for suit in range(4):
        same = bits if suit & 2 else ~bits
        same &= 0x5555 if suit & 1 == colour else 0xAAAA
        higher = min(laid, rank - 1 - (lowest >> 4 * suit & 15))
        if higher > 0:
            found |= same & (1 << higher) - 1
    return found


@called
def value_of(tables: Words, a: int, word: int) -> int:
    """Bits that tell columns apart, above what a column costs; an empty one has none."""
    if word == 0:
        return 0
    left, laid = word & LEFT, word >> LAID_AT & LAID
    cost = laid * int(tables[CARD])
    if left == 0:
        cost += int(tables[COLUMN])
        if word >> RANK_AT & RANK != 13:
            cost += int(tables[BASE])
        return random_bits(word) + cost
    known = int(tables[KNOWN + 8 * a + left])
    cost += known >> COST_AT
    lowest = known >> LOWEST_AT & LOWEST
    least = least_of(lowest)
    on = int(tables[DEALT_CARDS + 8 * a + left - 1])
    rank = on >> 2
    blocking = min(laid, rank - 1 - least)
    if blocking > 0:
        cost += blocking * blocks_above(tables, least)
    if tables[SUIT]:
        bits = word >> SUITS_AT
        above = how_many(_above(rank, laid, bits, lowest, on & 1 ^ 1))
        cost += above * int(tables[SUIT])
    return random_bits(word | a + 1 << WORD_BITS) + cost


@step
def value_in_cell(tables: Words, code: int) -> int:
    """Return the value of a card in a cell."""
    return random_bits((1 << 40) + code) + int(tables[CARD]) + int(tables[CELL])


@called
def fill(tables: Words, a: int, cards: int) -> None:
    """Fill in what is known of the dealt cards of a column, which stand in the table already."""
    for i in range(cards, 8):
        tables[DEALT_CARDS + 8 * a + i] = NOTHING
    tables[STANDING + 8 * a] = tables[KNOWN + 8 * a] = 0
    for left in range(1, cards + 1):
        known = known_of(tables, a, left)
        tables[KNOWN + 8 * a + left] = known
        word = left
        if known & BUILDING == left:
            word = begun_with(int(tables[DEALT_CARDS + 8 * a]))
            word |= left << LAID_AT | (known >> BITS_AT & BITS) << SUITS_AT
        tables[STANDING + 8 * a + left] = word


@called
def known_of(tables: Words, a: int, left: int) -> int:
    """Return what is known of the first dealt cards of a column alone."""
    run, bits, cost, lowest, on = 0, 0, int(tables[COLUMN]), NO_RANKS, NOTHING
    for i in range(left):
        code = int(tables[DEALT_CARDS + 8 * a + i])
        rank, low = code >> 2, lowest >> 4 * (code & 3) & 15
        cost += int(tables[CARD])
        if i == 0:
            cost += int(tables[BASE]) if rank != 12 else 0
        else:
            if (on >> 2) - rank != 1 or (on ^ code) & 1 == 0:
                run = bits = 0
                cost += int(tables[LOOSE])
            least = least_of(lowest)
            if least < rank:
                cost += blocks_above(tables, least)
            if low < rank:
                cost += int(tables[SUIT])
        bits |= (code >> 1 & 1) << run
        run += 1
        if rank < low:
            lowest -= low - rank << 4 * (code & 3)
        on = code
    return cost << COST_AT | lowest << LOWEST_AT | bits << BITS_AT | run
