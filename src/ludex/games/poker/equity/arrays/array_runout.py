"""Exact showdown counts and sampled showdowns on NumPy arrays.

The definition is `ludex.games.poker.equity.runout`; the classes of boards are the same.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludex.games.poker.equity.arrays.packed import (
    WEIGHTS,
    choices,
    flushes,
    places,
    ranks_by_place,
    subsets,
)
from ludex.games.poker.equity.runout import BOARD, Hole, Tally


def tally(holes: Sequence[Hole], board: Sequence[int], dead: Sequence[int]) -> Tally:
    """Over all boards that complete `board`, how often each player has the best."""
    live = np.ones((13, 4), bool)
    hands = np.array(holes, np.int64)
    gone = np.array([*board, *dead, *hands.ravel()], np.int64)
    live[gone // 4, gone % 4] = False
    shared = np.array(board, np.int64)
    to_come = BOARD - len(board)
    keys = WEIGHTS[shared // 4].sum() + WEIGHTS[hands // 4].sum(axis=1)
    cards_left = live.sum(axis=1)
    weights = _weights(to_come, cards_left)
    counts = np.zeros((len(holes), len(holes)), np.int64)
    for s in range(4):
        masks = _mask(shared, s) | np.array([_mask(hand, s) for hand in hands])
        others = cards_left - live[:, s]
        for n in _flush_draws(masks, int((shared % 4 == s).sum()), to_come):
            fallen = subsets(n)
            possible = fallen.masks & ~_live_mask(live[:, s]) == 0
            rest = _weights(to_come - n, others)
            rest_keys = choices(to_come - n).keys[rest > 0]
            rest = rest[rest > 0]
            key = (fallen.keys[possible][:, None] + rest_keys[None, :]).ravel()
            weight = np.tile(rest, int(possible.sum()))
            place = places(key, to_come)
            weights -= np.bincount(place, weight, len(weights)).astype(np.int64)
            made = flushes()[fallen.masks[possible] | masks[:, None]]
            flush = np.repeat(made, len(rest), axis=1)
            plain = _plain(keys, key)
            _add(counts, np.where(flush > 0, flush, plain), weight)
    some = weights > 0
    _add(counts, _plain(keys, choices(to_come).keys[some]), weights[some])
    return tuple(tuple(row) for row in counts.tolist())


def _plain(bases: NDArray[np.int64], keys: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Each player's ranks, a row each, when suits do not matter."""
    table = ranks_by_place(7)
    return np.stack([table.take(places(keys + base, 7)) for base in bases])


def _flush_draws(masks: NDArray[np.int64], on_board: int, to_come: int) -> range:
    """How many more cards of the suit may fall so that somebody has a flush."""
    needed = 5 - max(int(mask).bit_count() for mask in masks)
    return range(max(needed, 3 - on_board, 0), to_come + 1)


def _weights(n: int, cards_left: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many choices of cards have each choice of `n` ranks."""
    kinds = choices(n)
    left = np.maximum(cards_left[:, None] - np.arange(5), 0).ravel()
    product = np.ones(len(kinds.keys), np.int64)
    for column in kinds.factors.T:
        product *= left.take(column)
    return product // kinds.divisor


def _mask(cards: NDArray[np.int64], suit: int) -> int:
    return int((1 << cards[cards % 4 == suit] // 4).sum())


def _live_mask(live: NDArray[np.bool_]) -> int:
    return int((1 << np.flatnonzero(live)).sum())


def _add(
    counts: NDArray[np.int64], ranks: NDArray[np.uint16], weight: NDArray[np.int64]
) -> None:
    winning = ranks == ranks.min(axis=0)
    if len(ranks) == 2:
        # Two players, the usual case, need three sums only.
        alone = np.array([weight[~winning[1]].sum(), weight[~winning[0]].sum()])
        counts[:, 0] += alone
        counts[:, 1] += weight.sum() - alone.sum()
        return
    sharing = winning.sum(axis=0) - 1
    for player, won in enumerate(winning):
        # Floats are exact here: no weight comes near 2 to the power of 53.
        counts[player] += np.bincount(sharing[won], weight[won], len(ranks)).astype(
            np.int64
        )
