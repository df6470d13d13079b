"""Showdowns at random on NumPy arrays: the sample of `ludex.games.poker.equity.sampling`."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludex.games.poker.equity.arrays import arrays
from ludex.games.poker.equity.runout import BOARD
from ludex.games.poker.equity.sampling import STEP, WORD, Drawing, Drawn, refuse_in_vain

_ATTEMPTS: Final = 1 << 15
_MASK: Final = WORD - 1


def draw(drawing: Drawing, trials: int, seed: int, attempt: int) -> Drawn:
    """Play `trials` showdowns, from the given attempt of the seed's stream on."""
    counts = np.zeros((drawing.players, drawing.players), np.int64)
    left, start = trials, attempt
    while left:
        refuse_in_vain(attempt - start, trials)
        numbers, fair = _numbers(drawing, seed, attempt)
        table, free = _table(drawing, numbers)
        counted = np.flatnonzero(fair & free)
        used = _ATTEMPTS if len(counted) <= left else int(counted[left - 1]) + 1
        counted = counted[:left]
        attempt += used
        left -= len(counted)
        if len(counted):
            _add(counts, table[counted], drawing.players)
    return Drawn(tuple(tuple(row) for row in counts.tolist()), attempt)


def _numbers(
    drawing: Drawing, seed: int, attempt: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The choices of many attempts, and which of them are fair to every choice."""
    width = drawing.words
    start = np.uint64((seed + (attempt * width + 1) * STEP) & _MASK)
    z = np.arange(_ATTEMPTS * width, dtype=np.uint64) * np.uint64(STEP) + start
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = (z ^ (z >> np.uint64(31))).reshape(_ATTEMPTS, width)
    sizes = np.array(drawing.choices, np.uint64)
    last_fair = np.array([WORD - WORD % n - 1 for n in drawing.choices], np.uint64)
    fair: NDArray[np.bool_] = np.logical_and.reduce(z <= last_fair, axis=1)
    return (z % sizes).astype(np.int64), fair


def _table(
    drawing: Drawing, numbers: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """All cards on the table, hole cards by player and then the board; none twice?"""
    count, players = len(numbers), drawing.players
    rows = np.arange(count)
    table = np.empty((count, 2 * players + BOARD), np.uint8)
    gone = np.zeros(count, np.uint64)
    free = np.ones(count, bool)
    for i, p in enumerate(drawing.ranged):
        chosen = np.searchsorted(np.array(drawing.upto[i]), numbers[:, i], side="right")
        pair = np.array(drawing.holes[i], np.uint8)[chosen]
        table[:, 2 * p : 2 * p + 2] = pair
        bits = (np.uint64(1) << pair.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        free &= gone & bits == 0
        gone |= bits
    deck = np.tile(np.array(drawing.deck, np.uint8), (count, 1))
    columns = [
        2 * p + side
        for p in range(players)
        if p not in drawing.ranged
        for side in (0, 1)
    ]
    table[:, 2 * players : 2 * players + len(drawing.board)] = drawing.board
    columns += range(2 * players + len(drawing.board), 2 * players + BOARD)
    for i, column in enumerate(columns):
        at = i + numbers[:, len(drawing.ranged) + i]
        card = deck[rows, at]
        deck[rows, at] = deck[:, i]
        table[:, column] = card
        free &= gone >> card.astype(np.uint64) & np.uint64(1) == 0
    return table, free


def _add(counts: NDArray[np.int64], table: NDArray[np.uint8], players: int) -> None:
    board = table[:, 2 * players :]
    found = np.stack(
        [
            arrays.ranks(np.concatenate([table[:, 2 * p : 2 * p + 2], board], axis=1))
            for p in range(players)
        ]
    )
    winning = found == found.min(axis=0)
    sharing = winning.sum(axis=0) - 1
    for p, won in enumerate(winning):
        counts[p] += np.bincount(sharing[won], minlength=players)
