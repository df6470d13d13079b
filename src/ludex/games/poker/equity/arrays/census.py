"""Every hand there is, counted by rank: 133,784,560 of seven cards in a second."""

from itertools import chain, combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludex.compile.jit import called, compiled
from ludex.games.poker.equity.arrays import packed
from ludex.games.poker.hands import tables
from ludex.games.poker.hands.ranking import WORST, Category, classes

_CARDS: Final = packed.CARDS
_SUIT_MASKS: Final = 1 << (np.arange(52) % 4 * 16 + np.arange(52) // 4)
_LOW: Final = packed.low_places()
_HIGH: Final = packed.high_starts(7)
_RANKS: Final = packed.ranks_by_place(7)
_FLUSHES: Final = packed.flushes()


def five_card_hands() -> NDArray[np.uint8]:
    """All 2,598,960 hands of five cards, a row each."""
    count = comb(52, 5)
    ids = np.fromiter(
        chain.from_iterable(combinations(range(52), 5)), np.uint8, count * 5
    )
    return ids.reshape(count, 5)


def census_7() -> NDArray[np.int64]:
    """How many hands of seven cards have each rank; entry 0 is empty."""
    counts = np.zeros(WORST + 1, np.int64)
    _count_7(counts)
    return counts


def by_category(counts: NDArray[np.int64]) -> dict[Category, int]:
    """A census summed up by category."""
    found = dict.fromkeys(Category, 0)
    for hand, n in zip(classes(), counts[1:].tolist(), strict=True):
        found[hand.category] += n
    return found


@compiled
def _count_7(counts: NDArray[np.int64]) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = tables.START + _CARDS[a] + _CARDS[b] + _CARDS[c] + _CARDS[d]
                    suits = (
                        _SUIT_MASKS[a]
                        | _SUIT_MASKS[b]
                        | _SUIT_MASKS[c]
                        | _SUIT_MASKS[d]
                    )
                    _count_last_three(d, four, suits, counts)


@called
def _count_last_three(
    below: int, four: int, suits: int, counts: NDArray[np.int64]
) -> None:
    for e in range(below):
        for f in range(e):
            six = four + _CARDS[e] + _CARDS[f]
            six_suits = suits | _SUIT_MASKS[e] | _SUIT_MASKS[f]
            for g in range(f):
                hand = six + _CARDS[g]
                if hand & tables.NO_FLUSH == tables.NO_FLUSH:
                    place = np.int64(
                        _HIGH[hand >> tables.HIGH_SHIFT & tables.HIGH_FIELD]
                    )
                    place += np.int64(_LOW[hand & tables.LOW_FIELD])
                    counts[_RANKS[place]] += 1
                else:
                    suit = 0
                    while hand >> (tables.SUIT_SHIFT + 4 * suit) & 8:
                        suit += 1
                    mask = (six_suits | _SUIT_MASKS[g]) >> (16 * suit)
                    counts[_FLUSHES[mask & 0x1FFF]] += 1
