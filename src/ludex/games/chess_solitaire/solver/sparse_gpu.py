"""The boards that cannot be won, on a GPU: a thread looks for the parents of one of them."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from ludex.compile.cuda import THREADS, Array, cuda, kernel

from ..engine.geometry import capturing, targets
from .sparse import (
    home,
    is_first_capture,
    lost_parent,
    occupation,
    slots_for,
    stuck_boards,
)

FULL: Final = 0.8
"""A table fuller than this is made anew, twice as large."""


@kernel
def _free(known: Array) -> None:
    for slot in range(cuda.grid(1), known.shape[0], cuda.gridsize(1)):
        known[slot] = 0


@kernel
def _insert_all(known: Array, boards: Array) -> None:
    number = cuda.grid(1)
    if number < boards.shape[0]:
        board = boards[number]
        slot = home(board, known.shape[0])
        while cuda.atomic.cas(known, slot, 0, board) != 0:
            slot = slot + 1 & known.shape[0] - 1


@kernel
def _lost_parents(
    lost: Array, reached: Array, able: Array, known: Array, most: int, count: Array
) -> None:
    for number in range(cuda.grid(1), lost.shape[0], cuda.gridsize(1)):
        child = lost[number]
        if child == 0:
            continue
        below = occupation(child)
        for way in range(256):
            a, b = way >> 4, way & 15
            if not is_first_capture(child, below, a, b, reached, able):
                continue
            for kind in range(6):
                parent = lost_parent(child, below, a, b, kind, reached, able, lost)
                if parent:
                    if cuda.atomic.add(count, 0, 1) >= most:
                        return  # too full: the table is made anew, larger
                    slot = home(parent, known.shape[0])
                    while cuda.atomic.cas(known, slot, 0, parent) != 0:
                        slot = slot + 1 & known.shape[0] - 1


def lost_boards(pieces: int) -> Iterator[tuple[int, int, int]]:
    """For 2, 3 … pieces: their number, how many boards cannot be won, how many are stuck."""
    reached, able = cuda.to_device(targets()), cuda.to_device(capturing())
    lost, size = None, 0
    for n in range(2, pieces + 1):
        stuck = np.array([*stuck_boards(n)], np.int64)
        lost, size = _next(stuck, lost, size, reached, able)
        yield n, size, len(stuck)


def _next(stuck: Array, lost: Array, before: int, reached: Array, able: Array) -> tuple[Array, int]:
    slots = slots_for(2 * before + len(stuck))
    while True:
        known = cuda.device_array(slots, np.int64)
        _free[BLOCKS, THREADS](known)
        _insert_all[-(-max(1, len(stuck)) // THREADS), THREADS](known, cuda.to_device(stuck))
        count = cuda.to_device(np.array([len(stuck)], np.int64))
        most = int(FULL * slots)
        if lost is not None:
            _lost_parents[BLOCKS, THREADS](lost, reached, able, known, most, count)
        size = int(count.copy_to_host()[0])
        if size < most:
            return known, size
        del known
        slots *= 2


BLOCKS: Final = 132 * 32
"""Enough blocks to keep a large card busy; each thread takes many boards."""
