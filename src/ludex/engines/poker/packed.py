"""The evaluator's tables as packed arrays: small enough for the cache of one core.

A key of ranks has two fields. How many cards are in the high field settles how many are
in the low one, so the keys of one number of cards count themselves without a gap:
`place = HIGH[n][high field] + LOW[low field]`, and the rank of a hand is
`RANKS[n][place]`.
"""

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludex.games.poker.ranking import rank_multisets
from ludex.games.poker.tables import (
    CARD_NUMBER,
    HIGH_SHIFT,
    RANK_WEIGHT,
    flush_ranks,
    key_ranks,
)

LOW_FIELD: Final = (1 << HIGH_SHIFT) - 1
HIGH_FIELD: Final = (1 << 14) - 1

CARDS: Final = np.array(CARD_NUMBER, dtype=np.int64)
"""The number of each card; the sum over a hand (and `START`) holds key and suits."""

WEIGHTS: Final = np.array(RANK_WEIGHT, dtype=np.int64)
"""What a card of each rank adds to the key."""


@cache
def flushes() -> NDArray[np.uint16]:
    """The rank of a flush by the mask of its ranks."""
    return np.array(flush_ranks(), dtype=np.uint16)


@cache
def low_places() -> NDArray[np.uint16]:
    """The place of each low field among the low fields of equally many cards."""
    table = np.zeros(LOW_FIELD + 1, np.uint16)
    for same in _low_fields():
        table[same] = np.arange(len(same))
    return table


@cache
def high_starts(n: int) -> NDArray[np.uint16]:
    """Where the keys of `n` cards with each high field begin."""
    fields = np.arange(5**6)
    counts = _digit_sums(fields)
    low_sizes = np.array([len(same) for same in _low_fields()])
    sizes = np.where(counts <= n, low_sizes[np.maximum(n - counts, 0)], 0)
    starts = np.zeros(HIGH_FIELD + 1, np.uint16)
    starts[fields] = np.minimum(np.cumsum(sizes) - sizes, 0xFFFF)
    return starts


@cache
def ranks_by_place(n: int) -> NDArray[np.uint16]:
    """The rank of each place among the keys of `n` cards: 5, 6 or 7."""
    known = key_ranks(n)
    keys = np.fromiter(known.keys(), np.int64, len(known))
    ranks = np.empty(len(known), np.uint16)
    ranks[places(keys, n)] = np.fromiter(known.values(), np.uint16, len(known))
    return ranks


def places(keys: NDArray[np.int64], n: int) -> NDArray[np.uint16]:
    """The place of each of `keys` among the keys of `n` cards."""
    found = low_places().take(keys & LOW_FIELD)
    found += high_starts(n).take(keys >> HIGH_SHIFT & HIGH_FIELD)
    return found


class Choices(NamedTuple):
    """Every choice of `n` ranks that a pack allows, in the order of their places.

    How many choices of cards there are depends on the cards left: with `left[r, d]`
    being the cards of rank r after d are taken, it is the product of `left` over
    `factors`, divided by `divisor`.
    """

    keys: NDArray[np.int64]
    factors: NDArray[np.int64]
    divisor: NDArray[np.int64]


@cache
def choices(n: int) -> Choices:
    """The choices of `n` ranks, 0 to 5."""
    ranks = _rows(list(rank_multisets(n)), n)
    before = np.zeros_like(ranks)
    for i in range(1, n):
        alike = ranks[:, i] == ranks[:, i - 1]
        before[:, i] = np.where(alike, before[:, i - 1] + 1, 0)
    keys = WEIGHTS[ranks].sum(axis=1)
    order = np.argsort(places(keys, n))
    return Choices(
        keys[order],
        (ranks * 5 + before)[order],
        (before + 1).prod(axis=1)[order],
    )


class Subsets(NamedTuple):
    """Every set of `n` ranks of one suit, as a mask and as a key."""

    masks: NDArray[np.int64]
    keys: NDArray[np.int64]


@cache
def subsets(n: int) -> Subsets:
    """The sets of `n` ranks, 0 to 5."""
    ranks = _rows(list(combinations(range(13), n)), n)
    return Subsets((1 << ranks).sum(axis=1), WEIGHTS[ranks].sum(axis=1))


def _rows(rows: list[tuple[int, ...]], n: int) -> NDArray[np.int64]:
    return np.array(rows, np.int64).reshape(len(rows), n)


@cache
def _low_fields() -> tuple[NDArray[np.int64], ...]:
    """The low fields that hold 0, 1, ..., 7 cards, ascending."""
    fields = np.arange(5**7)
    counts = _digit_sums(fields)
    return tuple(fields[counts == n] for n in range(8))


def _digit_sums(fields: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many cards are in each field: the sum of its base-5 digits."""
    total = np.zeros_like(fields)
    rest = fields.copy()
    while rest.any():
        total += rest % 5
        rest //= 5
    return total
