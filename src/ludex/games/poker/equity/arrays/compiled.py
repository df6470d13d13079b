"""Ranks of hands at native speed: loops compiled by Numba.

A rule of this file: tables are constants that the loops close over, never arguments. The
compiler then knows their addresses; as arguments they cost a factor of four and more.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludex.compile.jit import called, compiled
from ludex.games.poker.equity.arrays.arrays import refuse_repeat, rows_of_cards
from ludex.games.poker.equity.arrays.packed import (
    CARDS,
    flushes,
    high_starts,
    low_places,
    ranks_by_place,
)
from ludex.games.poker.hands.tables import (
    HIGH_FIELD,
    HIGH_SHIFT,
    LOW_FIELD,
    NO_FLUSH,
    START,
    SUIT_SHIFT,
)

_Loop = Callable[[NDArray[np.uint8], NDArray[np.uint16]], bool]

# A byte that is no card, or a card too often, is found out after the loop and must not
# read past a table meanwhile: the tables have room for every sum. What is no card adds
# a bit above all fields.
_NO_CARD: Final = 1 << 60
_CARDS: Final = np.concatenate([CARDS, np.full(256 - 52, _NO_CARD)])
_FLUSHES: Final = flushes()
_LOW: Final = low_places()


def ranks(hands: NDArray[np.integer]) -> NDArray[np.uint16]:
    """The rank, 1 (best) to 7462, of each row of five, six or seven card ids.

    A row that holds a card twice, or a number that is no card, is refused.
    """
    rows = np.ascontiguousarray(rows_of_cards(hands))
    found = np.empty(len(rows), np.uint16)
    if not _loop(rows.shape[1])(rows, found):
        refuse_repeat(rows)
    return found


@called
def flush_rank(hand: int, cards: NDArray[np.uint8]) -> int:
    """The rank of `cards`, whose sum `hand` shows a flush."""
    suit = 0
    while suit < 3 and hand >> (SUIT_SHIFT + 4 * suit) & 8:
        suit += 1
    mask = 0
    for card in cards:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return int(_FLUSHES[mask & 0x1FFF])


@cache
def _loop(size: int) -> _Loop:
    """The loop over hands of `size` cards; it says whether all of them are hands."""
    high, by_place = high_starts(size), np.zeros(1 << 17, np.uint16)
    by_place[: len(ranks_by_place(size))] = ranks_by_place(size)

    @compiled
    def loop(hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> bool:
        repeated = np.uint64(0)
        sums = 0
        for i in range(hands.shape[0]):
            hand = START
            every = np.uint64(0)
            once = np.uint64(0)
            for j in range(size):
                card = np.uint64(hands[i, j])
                bit = np.uint64(1) << card
                every += bit
                once |= bit
                hand += _CARDS[card]
            repeated |= every ^ once
            sums |= hand
            if hand & NO_FLUSH == NO_FLUSH:
                place = np.int64(high[hand >> HIGH_SHIFT & HIGH_FIELD]) + np.int64(
                    _LOW[hand & LOW_FIELD]
                )
                out[i] = by_place[place]
            else:
                out[i] = flush_rank(hand, hands[i])
        return bool(repeated == 0 and sums < _NO_CARD)

    return loop
