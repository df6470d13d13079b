"""The strength of hands in compiled loops: the higher number wins, equal ones share.

No table is looked up, so that a kernel on a GPU needs no memory for it. Thirteen bits for the
ranks of each suit; a number has the category above thirteen bits for the ranks that make it
and thirteen for those beside it. Needs the extra `fast`.
"""

import numpy as np
from numpy.typing import NDArray

from ludex.compile import jit
from ludex.compile.bits import how_many

from ..rules import NotCards, distinct

RANKS = 0x1FFF
WHEEL = 0b1000000001111
"""An ace, and two to five."""

PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(1, 9)


@jit.step
def number(category: int, made: int, kickers: int) -> int:
    """A hand as a number."""
    return category << 26 | made << 13 | kickers


@jit.step
def top(ranks: int, count: int) -> int:
    """The highest of some ranks."""
    for _ in range(how_many(ranks) - count):
        ranks &= ranks - 1
    return ranks


@jit.step
def highest(ranks: int) -> int:
    """The highest of ranks as the only bit."""
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return ranks ^ ranks >> 1


@jit.step
def straight(ranks: int) -> int:
    """The highest card of the best straight as a bit; 0 if there is none."""
    runs = ranks & ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4
    if runs:
        return highest(runs)
    return 0b1000 if ranks & WHEEL == WHEEL else 0


@jit.step
def strength(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The worth of a hand by the ranks of its suits."""
    every = clubs | diamonds | hearts | spades
    flush = 0
    for suit in (clubs, diamonds, hearts, spades):
        if how_many(suit) >= 5:
            flush = suit
    either, both = clubs | diamonds, clubs & diamonds
    or_, and_ = hearts | spades, hearts & spades
    four = both & and_
    three = both & or_ | either & and_
    two = both | and_ | either & or_
    best = highest(three)
    run_in_suit, run = straight(flush), straight(every)
    if run_in_suit:
        worth = number(STRAIGHT_FLUSH, run_in_suit, 0)
    elif four:
        worth = number(FOUR, four, highest(every ^ four))
    elif three and two ^ best:
        worth = number(FULL_HOUSE, best, highest(two ^ best))
    elif flush:
        worth = number(FLUSH, top(flush, 5), 0)
    elif run:
        worth = number(STRAIGHT, run, 0)
    elif three:
        worth = number(THREE, three, top(every ^ three, 2))
    elif two & (two - 1):
        pairs = top(two, 2)
        worth = number(TWO_PAIR, pairs, highest(every ^ pairs))
    elif two:
        worth = number(PAIR, two, top(every ^ two, 3))
    else:
        worth = number(0, top(every, 5), 0)
    return worth


@jit.step
def with_card(suits: int, card: int) -> int:
    """Four suits of sixteen bits in a number, with one card more: ids are 0 to 51."""
    return suits | 1 << (card & 3) * 16 + (card >> 2)


@jit.step
def of_suits(suits: int) -> int:
    """The worth of four suits of sixteen bits in a number."""
    return strength(
        suits & RANKS,
        suits >> 16 & RANKS,
        suits >> 32 & RANKS,
        suits >> 48 & RANKS,
    )


def strengths(hands: NDArray[np.integer]) -> NDArray[np.int64]:
    """The worth of each row of five, six or seven card ids.

    A row that holds a card twice, or a number that is no card, is refused.
    """
    if hands.ndim != 2 or hands.shape[1] not in (5, 6, 7):
        raise NotCards(f"hands are rows of five, six or seven cards, not of shape {hands.shape}")
    if hands.dtype.kind not in "iu":
        raise NotCards(f"cards are ids 0 to 51, not {hands.dtype}")
    found = np.empty(len(hands), np.int64)
    wrong = _fill(hands, found)
    if wrong < len(hands):
        distinct(hands[wrong].tolist())
    return found


@jit.compiled
def _fill(hands: NDArray[np.integer], found: NDArray[np.int64]) -> int:
    """Put in the worth of each row; which of them is the first that is no hand?"""
    for i in range(len(hands)):
        suits = 0
        for card in hands[i]:
            if not 0 <= card < 52:
                return i
            suits = with_card(suits, int(card))
        if how_many(suits) < hands.shape[1]:
            return i
        found[i] = of_suits(suits)
    return len(hands)
