"""The tables behind every face of the evaluator: one number a card, and hands add up.

The number of a card has these fields, so that the sum over a hand shows what decides:

    bits  0..16   how many cards of each rank deuce..eight, in base 5
    bits 17..30   how many cards of each rank nine..ace, in base 5
    bits 31..46   a nibble a suit; each card takes one off, and `START` puts twelve on
    bits 48..99   which cards, a bit each, thirteen ranks a suit (only in the per-call
                  face, where integers are long enough)

The top bit of a suit's nibble stays on until five cards of the suit are there: a flush.
The rank fields together are the hand's key. How many cards are in its high field
settles how many are in the low one, so the keys of n cards number themselves without a
gap, `place = high_starts(n)[high field] + low_places()[low field]`, and the rank of a
hand is `ranks_by_place(n)[place]`.
"""

from functools import cache
from itertools import combinations_with_replacement

from .ranking import class_ranks, of_five, rank_multisets

LOW_RANKS = 7
"""Ranks below this one are counted in the low field of the key."""

HIGH_SHIFT = 17
SUIT_SHIFT = 31
MASK_SHIFT = 48

LOW_FIELD = (1 << HIGH_SHIFT) - 1
HIGH_FIELD = (1 << SUIT_SHIFT - HIGH_SHIFT) - 1
NO_FLUSH = 0x8888 << SUIT_SHIFT
START = 0xCCCC << SUIT_SHIFT

RANK_WEIGHT: tuple[int, ...] = tuple(
    5**r if r < LOW_RANKS else 5 ** (r - LOW_RANKS) << HIGH_SHIFT for r in range(13)
)
"""The contribution of a card of each rank to the key."""

CARD_NUMBER: tuple[int, ...] = tuple(
    RANK_WEIGHT[i // 4] - (1 << SUIT_SHIFT + 4 * (i % 4)) for i in range(52)
)
"""The number of each card, without the bits that say which card it is."""


@cache
def low_places() -> tuple[int, ...]:
    """The place of each low field among the low fields of equally many cards."""
    found = [0] * 5**LOW_RANKS
    for n in range(8):
        for place, low in enumerate(_fields(LOW_RANKS, n)):
            found[low] = place
    return tuple(found)


@cache
def high_starts(n: int) -> tuple[int, ...]:
    """The place at which the keys of `n` cards with each high field begin."""
    counts = {high: k for k in range(n + 1) for high in _fields(13 - LOW_RANKS, k)}
    found, start = [0] * 5 ** (13 - LOW_RANKS), 0
    for high in sorted(counts):
        found[high] = start
        start += len(_fields(LOW_RANKS, n - counts[high]))
    return tuple(found)


@cache
def _fields(ranks: int, n: int) -> tuple[int, ...]:
    """The fields over the lowest `ranks` ranks that hold `n` cards, ascending."""
    hands = combinations_with_replacement([5**r for r in range(ranks)], n)
    return tuple(sorted(sum(h) for h in hands if n < 5 or max(map(h.count, h)) < 5))


@cache
def ranks_by_place(n: int) -> tuple[int, ...]:
    """The rank at each place among the keys of `n` cards: 5, 6 or 7."""
    low, high, known = low_places(), high_starts(n), _key_ranks(n)
    found = [0] * len(known)
    for key, rank in known.items():
        found[high[key >> HIGH_SHIFT] + low[key & LOW_FIELD]] = rank
    return tuple(found)


@cache
def _key_ranks(n: int) -> dict[int, int]:
    """The rank of each key of `n` cards (5, 6 or 7), no flush among them.

    Six or seven cards are worth the best hand of one card fewer among them.
    """
    if n == 5:
        ranks = class_ranks()
        return {
            sum([RANK_WEIGHT[r] for r in hand]): ranks[known]
            for hand, known in of_five(suited=False).items()
        }
    fewer = _key_ranks(n - 1)
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
    for hand, known in of_five(suited=True).items():
        found[sum(1 << r for r in hand)] = ranks[known]
    for mask in range(1 << 13):
        if mask.bit_count() > 5:
            found[mask] = min(found[mask ^ 1 << r] for r in range(13) if mask >> r & 1)
    return tuple(found)
