"""The evaluator's tables as packed arrays: small enough for the cache of one core."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludex.games.poker.hands import tables
from ludex.games.poker.hands.ranking import rank_multisets
from ludex.games.poker.hands.tables import (
    CARD_NUMBER,
    HIGH_FIELD,
    HIGH_SHIFT,
    LOW_FIELD,
    RANK_WEIGHT,
)

CARDS: Final = np.array(CARD_NUMBER, dtype=np.int64)
"""The number of each card; the sum over a hand (and `START`) holds key and suits."""

WEIGHTS: Final = np.array(RANK_WEIGHT, dtype=np.int64)
"""What a card of each rank adds to the key."""


@cache
def flushes() -> NDArray[np.uint16]:
    """The rank of a flush by the mask of its ranks."""
    return np.array(tables.flush_ranks(), dtype=np.uint16)


@cache
def low_places() -> NDArray[np.uint16]:
    """The place of each low field among the low fields of equally many cards."""
    return _padded(tables.low_places(), LOW_FIELD + 1)


@cache
def high_starts(n: int) -> NDArray[np.uint16]:
    """The place at which the keys of `n` cards with each high field begin."""
    return _padded(tables.high_starts(n), HIGH_FIELD + 1)


@cache
def ranks_by_place(n: int) -> NDArray[np.uint16]:
    """The rank at each place among the keys of `n` cards: 5, 6 or 7."""
    return np.array(tables.ranks_by_place(n), np.uint16)


def _padded(table: Sequence[int], size: int) -> NDArray[np.uint16]:
    """The table with zeros for fields that no hand has."""
    found = np.zeros(size, np.uint16)
    found[: len(table)] = table
    return found


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
