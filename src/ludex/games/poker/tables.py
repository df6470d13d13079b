"""The tables behind every face of the evaluator: one number a card, and hands add up.

The number of a card has these fields, so that the sum over a hand shows what decides:

    bits  0..16   how many cards of each rank deuce..eight, in base 5
    bits 17..30   how many cards of each rank nine..ace, in base 5
    bits 31..46   a nibble a suit; each card takes one off, and `START` puts twelve on
    bits 48..99   which cards, a bit each, thirteen ranks a suit (only in the per-call
                  face, where integers are long enough)

The top bit of a suit's nibble stays on until five cards of the suit are there: a flush.
The rank fields together are the hand's key into a table of ranks. A hand of six or
seven cards is worth the best hand of one card fewer in it: that builds them quickly.
"""

from functools import cache
from itertools import combinations
from typing import Final

from ludex.games.poker.ranking import class_ranks, classified, rank_multisets

LOW_RANKS: Final = 7
"""Ranks below this one are counted in the low field of the key."""

HIGH_SHIFT: Final = 17
SUIT_SHIFT: Final = 31
MASK_SHIFT: Final = 48

KEY: Final = (1 << SUIT_SHIFT) - 1
NO_FLUSH: Final = 0x8888 << SUIT_SHIFT
START: Final = 0xCCCC << SUIT_SHIFT

RANK_WEIGHT: Final = tuple(
    5**r if r < LOW_RANKS else 5 ** (r - LOW_RANKS) << HIGH_SHIFT for r in range(13)
)
"""What a card of each rank adds to the key."""

CARD_NUMBER: Final = tuple(
    RANK_WEIGHT[i // 4] - (1 << SUIT_SHIFT + 4 * (i % 4)) for i in range(52)
)
"""The number of each card, without the bits that say which card it is."""


@cache
def key_ranks(n: int) -> dict[int, int]:
    """The rank of each key of `n` cards (5, 6 or 7), no flush among them."""
    if n == 5:
        ranks = class_ranks()
        return {
            sum(RANK_WEIGHT[r] for r in hand): ranks[classified(hand, suited=False)]
            for hand in rank_multisets(5)
        }
    fewer = key_ranks(n - 1)
    weight, found = RANK_WEIGHT, {}
    for hand in rank_multisets(n):
        weights = [weight[r] for r in hand]
        key = sum(weights)
        found[key] = min([fewer[key - w] for w in weights])
    return found


@cache
def flush_ranks() -> tuple[int, ...]:
    """The rank of a flush by the 13-bit mask of its ranks; 0 for too few cards."""
    ranks = class_ranks()
    found = [0] * (1 << 13)
    for hand in combinations(range(13), 5):
        mask = sum(1 << r for r in hand)
        found[mask] = ranks[classified(hand, suited=True)]
    for mask in range(1 << 13):
        if mask.bit_count() > 5:
            found[mask] = min(found[mask ^ 1 << r] for r in range(13) if mask >> r & 1)
    return tuple(found)
