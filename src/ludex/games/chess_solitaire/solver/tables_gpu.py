"""The same counts on a GPU, and beyond ten pieces: the whole game.

To ten pieces every board is valued; from two to sixteen those that cannot be won are counted
by themselves. Where both are done they have to agree.

For the exact tables a thread values sixteen boards and writes them as one word; for the boards that cannot
be won it looks for the parents of one of them.
"""

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from ludex.compile.cuda import THREADS, Array, cuda, kernel

from ..engine.geometry import capturing, targets
from .board_numbers import (
    BoardBlock,
    block,
    blocks,
    boards,
    table_bytes,
    winning_sequences,
    won_boards,
)
from .sparse import (
    home,
    is_first_capture,
    lost_parent,
    occupation,
    slots_for,
    stuck_boards,
)
from .tables import DENSE, BoardCount, table

TABLE_THREADS = 192
"""The threads of a block that values boards."""
BOARDS = 16
"""Boards that one thread values: two bits each fill a word."""
LEAST = 4
"""Boards of fewer pieces do not fill whole words; the CPU has them in no time."""


@kernel
def _value(
    pieces: int,
    words: int,
    all_captures: Array,
    all_children: Array,
    before: Array,
    first: int,
    keep: int,
    worth: Array,
    counts: Array,
) -> None:
    captures = cuda.shared.array(96, np.int64)
    children = cuda.shared.array(16, np.int64)
    sums = cuda.shared.array(2, np.int64)
    row = first + cuda.blockIdx.y
    thread = cuda.threadIdx.x
    if thread < 6 * pieces:
        captures[thread] = all_captures[row, thread]
    if thread < pieces:
        children[thread] = all_children[row, thread]
    if thread < 2:
        sums[thread] = 0
    cuda.syncthreads()
    word = cuda.blockIdx.x * cuda.blockDim.x + thread
    if word < words:
        solvable, unique, bits = 0, 0, 0
        for n in range(16):
            ways = winning_sequences(16 * word + n, pieces, captures, children, before)
            bits |= ways << 2 * n
            solvable += ways > 0
            unique += ways == 1
        if keep:
            worth[row * words + word] = bits
        cuda.atomic.add(sums, 0, solvable)
        cuda.atomic.add(sums, 1, unique)
    cuda.syncthreads()
    if thread < 2:
        cuda.atomic.add(counts, thread, sums[thread])


def fits(pieces: int, *, keep: bool) -> bool:
    """Is there memory enough on the card for a table, or for counting its boards?"""
    free, _ = cuda.current_context().get_memory_info()
    return not keep or table_bytes(pieces) < 0.9 * free


def solve(pieces: int, before: Array, *, keep: bool) -> tuple[Array, int, int]:
    """Return the table of so many pieces (if it is to be kept), and the counts of its boards.

    `before` is the table of one piece less, in the memory of the device.
    """
    assert pieces >= LEAST
    shared: list[BoardBlock] = blocks(pieces)
    words = block(pieces) // BOARDS
    captures = cuda.to_device(np.array([each.captures for each in shared]))
    children = cuda.to_device(np.array([each.children for each in shared]))
    worth = cuda.device_array(words * len(shared) if keep else 1, np.uint32)
    counts = cuda.to_device(np.zeros(2, np.int64))
    for first in range(0, len(shared), ROWS):
        grid = (-(-words // TABLE_THREADS), min(ROWS, len(shared) - first))
        _value[grid, TABLE_THREADS](
            pieces, words, captures, children, before, first, int(keep), worth, counts
        )
    solvable, unique = (int(count) for count in counts.copy_to_host())
    return worth.view(np.uint8), solvable, unique


ROWS = 4096
"""Blocks of boards in one launch: a launch must not keep the card for too long."""

FULL = 0.8
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
    """Return for each number of pieces how many boards there are, cannot be won, and are stuck."""
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


BLOCKS = 132 * 32
"""Enough blocks to keep a large card busy; each thread takes many boards."""


def on_gpu(pieces: int) -> Iterator[BoardCount]:
    """Count the boards of 2 to `pieces` pieces."""
    valued = dict(_dense(min(pieces, DENSE)))
    begun = perf_counter()
    for n, lost, stuck in lost_boards(pieces):
        solvable = boards(n) - lost
        known, unique, seconds = valued.get(n, (solvable, None, 0.0))
        if known != solvable:
            raise ArithmeticError(f"the two ways to count {n} pieces disagree")
        seconds += perf_counter() - begun
        yield BoardCount(n, boards(n), solvable, unique, stuck, seconds)
        begun = perf_counter()


def _dense(pieces: int) -> Iterator[tuple[int, tuple[int, int, float]]]:
    """Boards that can be won, in one way only, and the seconds that it took."""
    before = won_boards()
    small = min(pieces, LEAST - 1)
    for n in range(2, small + 1):
        begun = perf_counter()
        before, solvable, unique, _ = table(n, before)
        yield n, (solvable, unique, perf_counter() - begun)
    there: Array = cuda.to_device(before)
    for n in range(small + 1, pieces + 1):
        begun = perf_counter()
        if not fits(n, keep=n < pieces):
            return  # a smaller card counts these as it counts the larger ones
        there, solvable, unique = solve(n, there, keep=n < pieces)
        yield n, (solvable, unique, perf_counter() - begun)
