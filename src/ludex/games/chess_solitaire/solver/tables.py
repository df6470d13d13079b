"""How many boards can be won, in one way or more: counted for 2, 3 … pieces."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np

from .dense import Table, solve_block, won_boards
from .numbering import (
    block_bytes,
    blocks,
    boards,
    table_bytes,
)
from .table_file import TableFile

DENSE: Final = 10
"""Tables of more pieces are too large for any one machine of today."""

Progress = Callable[[int, int, int], None]
"""Hears how many pieces, how many blocks are done, and of how many."""


class TableTooLarge(ValueError):
    """A table does not fit into this machine."""


@dataclass(frozen=True, slots=True)
class BoardCount:
    """The boards of so many pieces."""

    pieces: int
    boards: int
    solvable: int
    unique: int | None
    """Won by exactly one sequence of captures; None where that was not counted."""
    stuck: int
    """Without any capture at the start."""
    seconds: float


def on_cpu(
    pieces: int, *, workers: int, folder: Path | None = None, progress: Progress
) -> Iterator[BoardCount]:
    """Count the boards of 2 to `pieces` pieces, each table from the one before.

    With a folder the tables are kept there, and what is there already is not done again.
    """
    needed = table_bytes(pieces - 1) + (table_bytes(pieces) if folder else 0) // 16
    if pieces > DENSE or needed > _memory():
        raise TableTooLarge(
            f"{pieces} pieces need a table of {table_bytes(pieces - 1) / 1e9:,.1f} GB in"
            " memory: fewer pieces, or --device gpu"
        )
    before = won_boards()
    for n in range(2, pieces + 1):
        begun = perf_counter()
        file = None if folder is None else TableFile(folder, n)
        last = n == pieces
        before, solvable, unique, stuck = table(
            n, before, workers=workers, file=file, keep=not last, progress=progress
        )
        yield BoardCount(n, boards(n), solvable, unique, stuck, perf_counter() - begun)


def _quiet(_pieces: int, _done: int, _of: int) -> None:
    """Nobody waits for this."""


def table(
    pieces: int,
    before: Table,
    *,
    workers: int = 1,
    file: TableFile | None = None,
    keep: bool = True,
    progress: Progress = _quiet,
) -> tuple[Table, int, int, int]:
    """Return the table of so many pieces (if it is kept), and how many boards can be won, in
    one way only, or not be played at all."""
    shared = blocks(pieces)
    size = block_bytes(pieces)
    whole = np.empty(len(shared) * size if keep else 0, np.uint8)
    solvable, unique, done = 0, 0, 0
    if file is not None:
        done = file.begin()
        found, solvable, unique = file.read(done)
        if keep:
            whole[: done * size] = found
    progress(pieces, done, len(shared))
    with ThreadPoolExecutor(workers) as pool:
        # As many at once as there are threads, and a few: the results of all would be the
        # table once more.
        for first in range(done, len(shared), 8 * workers):
            some = shared[first : first + 8 * workers]
            answers = pool.map(lambda block: solve_block(block, before), some)
            for number, (worth, winnable, one_way) in enumerate(answers, first):
                if file is not None:
                    file.append(worth, winnable, one_way)
                if keep:
                    whole[number * size : (number + 1) * size] = worth
                solvable += winnable
                unique += one_way
                progress(pieces, number + 1, len(shared))
    return whole, solvable, unique, sum(block.stuck for block in shared)


def _memory() -> int:
    """Return the machine's memory in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
