"""Exact showdown counts at native speed.

The definition is `ludex.games.poker.equity.runout`; the classes of boards are the same.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludex.compile.jit import called, compiled
from ludex.games.poker.equity.arrays.packed import (
    WEIGHTS,
    choices,
    flushes,
    high_starts,
    low_places,
    ranks_by_place,
    subsets,
)
from ludex.games.poker.equity.runout import BOARD, Hole, Tally
from ludex.games.poker.hands.tables import HIGH_FIELD, HIGH_SHIFT, LOW_FIELD

_SIZES: Final = range(BOARD + 1)

_WEIGHTS: Final = WEIGHTS
_LOW: Final = low_places()
_HIGH: Final = np.stack([high_starts(n) for n in _SIZES])
_HIGH_7: Final = high_starts(7)
_RANKS: Final = ranks_by_place(7)
_FLUSHES: Final = flushes()

# The choices of ranks and the sets of one suit, all sizes in a row.
_CHOICE_START: Final = np.cumsum([0] + [len(choices(n).keys) for n in _SIZES])
_CHOICE_KEYS: Final = np.concatenate([choices(n).keys for n in _SIZES])
_DIVISORS: Final = np.concatenate([choices(n).divisor for n in _SIZES])
_FACTORS: Final = np.concatenate(
    [np.pad(choices(n).factors, ((0, 0), (0, BOARD - n))) for n in _SIZES]
)
_SET_START: Final = np.cumsum([0] + [len(subsets(n).masks) for n in _SIZES])
_SET_MASKS: Final = np.concatenate([subsets(n).masks for n in _SIZES])
_SET_KEYS: Final = np.concatenate([subsets(n).keys for n in _SIZES])


def tally(holes: Sequence[Hole], board: Sequence[int], dead: Sequence[int]) -> Tally:
    """Over all boards that complete `board`, how often each player has the best."""
    counts = np.zeros((len(holes), len(holes)), np.int64)
    _tally(
        np.array(holes, np.int64),
        np.array(board, np.int64),
        np.array(dead, np.int64),
        counts,
    )
    return tuple(tuple(row) for row in counts.tolist())


@compiled
def _tally(
    holes: NDArray[np.int64],
    board: NDArray[np.int64],
    dead: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    players = holes.shape[0]
    to_come = BOARD - len(board)
    dead_by_suit, _ = _by_suit(dead)
    board_by_suit, board_key = _by_suit(board)
    live = np.empty(4, np.int64)
    for suit in range(4):  # arrays as a whole would take seconds to compile
        live[suit] = 0x1FFF & ~dead_by_suit[suit] & ~board_by_suit[suit]
    masks = np.empty((4, players), np.int64)
    bases = np.empty(players, np.int64)
    for p in range(players):
        held, key = _by_suit(holes[p])
        for suit in range(4):
            live[suit] &= ~held[suit]
            masks[suit, p] = held[suit] | board_by_suit[suit]
        bases[p] = key + board_key

    weights = _weights(to_come, live, -1)
    ranks = np.empty(players, np.int64)
    for suit in range(4):
        most = 0
        for p in range(players):
            most = max(most, _bits(masks[suit, p]))
        on_board = _bits(board_by_suit[suit])
        for n in range(max(5 - most, 3 - on_board, 0), to_come + 1):
            rest = _weights(to_come - n, live, suit)
            _tally_suit(
                suit, n, to_come, live[suit], masks, bases, rest, weights, ranks, counts
            )
    start = _CHOICE_START[to_come]
    for i in range(len(weights)):
        if weights[i] > 0:
            key = _CHOICE_KEYS[start + i]
            for p in range(players):
                ranks[p] = _plain(bases[p] + key)
            _add(counts, ranks, weights[i])


@called
def _tally_suit(
    suit: int,
    n: int,
    to_come: int,
    live: int,
    masks: NDArray[np.int64],
    bases: NDArray[np.int64],
    rest: NDArray[np.int64],
    weights: NDArray[np.int64],
    ranks: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count the boards with `n` more cards of `suit` and take them off `weights`."""
    players = len(bases)
    made = np.empty(players, np.int64)
    start = _CHOICE_START[to_come - n]
    for i in range(_SET_START[n], _SET_START[n + 1]):
        if _SET_MASKS[i] & ~live:
            continue
        for p in range(players):
            made[p] = _FLUSHES[masks[suit, p] | _SET_MASKS[i]]
        for j in range(len(rest)):
            if rest[j] == 0:
                continue
            key = _SET_KEYS[i] + _CHOICE_KEYS[start + j]
            place = np.int64(_HIGH[to_come, key >> HIGH_SHIFT]) + np.int64(
                _LOW[key & LOW_FIELD]
            )
            weights[place] -= rest[j]
            for p in range(players):
                ranks[p] = made[p] or _plain(bases[p] + key)
            _add(counts, ranks, rest[j])


@called
def _by_suit(cards: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """The ranks of `cards` as a mask for each suit, and their key."""
    masks = np.zeros(4, np.int64)
    key = 0
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
        key += _WEIGHTS[card >> 2]
    return masks, key


@called
def _weights(n: int, live: NDArray[np.int64], but: int) -> NDArray[np.int64]:
    """How many choices of cards, not of the suit `but`, have each choice of ranks."""
    left = np.zeros(13 * 5, np.int64)
    for rank in range(13):
        cards = 0
        for suit in range(4):
            if suit != but:
                cards += live[suit] >> rank & 1
        for taken in range(5):
            left[rank * 5 + taken] = max(cards - taken, 0)
    start, end = _CHOICE_START[n], _CHOICE_START[n + 1]
    found = np.empty(end - start, np.int64)
    for i in range(start, end):
        product = 1
        for j in range(n):
            product *= left[_FACTORS[i, j]]
        found[i - start] = product // _DIVISORS[i]
    return found


@called
def _plain(hand: int) -> int:
    return int(
        _RANKS[
            np.int64(_HIGH_7[hand >> HIGH_SHIFT & HIGH_FIELD])
            + np.int64(_LOW[hand & LOW_FIELD])
        ]
    )


@called
def _bits(mask: int) -> int:
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@called
def _add(counts: NDArray[np.int64], ranks: NDArray[np.int64], weight: int) -> None:
    best = ranks[0]
    sharing = 0
    for p in range(1, len(ranks)):
        if ranks[p] < best:
            best = ranks[p]
            sharing = 0
        elif ranks[p] == best:
            sharing += 1
    for p in range(len(ranks)):
        if ranks[p] == best:
            counts[p, sharing] += weight
