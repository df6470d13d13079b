"""The exact tables on a GPU: a thread values sixteen boards and writes them as one word."""

from typing import Final

import numpy as np

from ludex.compile.cuda import Array, cuda, kernel

from .dense import winning_sequences
from .numbering import (
    BoardBlock,
    block,
    blocks,
    table_bytes,
)

THREADS: Final = 192
BOARDS: Final = 16
"""Boards that one thread values: two bits each fill a word."""
LEAST: Final = 4
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
        grid = (-(-words // THREADS), min(ROWS, len(shared) - first))
        _value[grid, THREADS](
            pieces, words, captures, children, before, first, int(keep), worth, counts
        )
    solvable, unique = (int(count) for count in counts.copy_to_host())
    return worth.view(np.uint8), solvable, unique


ROWS: Final = 4096
"""Blocks of boards in one launch: a launch must not keep the card for too long."""
