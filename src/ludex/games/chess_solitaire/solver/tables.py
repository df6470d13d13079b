"""The number of boards that can be won, in one way or more: counted for 2, 3 … pieces.

A table on disk is block after block, each with its counts and a checksum behind it. A file grows by whole frames, so that a run which was stopped, killed or out of disk goes on
where it was; what was half written is cut off. Nothing is read without its checksum.
"""

import os
import struct
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from .board_numbers import (
    Table,
    block_bytes,
    blocks,
    boards,
    occupations,
    solve_block,
    table_bytes,
    won_boards,
)

COUNTS = struct.Struct("<QQI")
"""Boards that can be won, those of them in one way only, and the checksum of all before."""


class DamagedTable(ValueError):
    """A file is not the table that it should be."""


class TableFile:
    """The table of so many pieces, in a folder."""

    def __init__(self, folder: Path, pieces: int) -> None:
        self.pieces = pieces
        self.path = folder / f"chess-solitaire-{pieces}.table"
        self.header = f"Ludex, Chess Solitaire, {pieces} pieces, 1\n".encode()
        self.frame = block_bytes(pieces) + COUNTS.size
        self.blocks = len(occupations(pieces))

    def begin(self) -> int:
        """Make the file ready to be gone on with; how many blocks it has already."""
        if not self.path.exists():
            self.path.write_bytes(self.header)
            return 0
        with self.path.open("r+b") as file:
            if file.read(len(self.header)) != self.header:
                raise DamagedTable(f"{self.path} is not a table of {self.pieces} pieces")
            done = (self.path.stat().st_size - len(self.header)) // self.frame
            if done > self.blocks:
                raise DamagedTable(f"{self.path} is longer than a table of its size can be")
            file.truncate(len(self.header) + done * self.frame)
        return done

    def append(self, worth: Table, solvable: int, unique: int) -> None:
        """Write the next block behind the others."""
        with self.path.open("ab") as file:
            file.write(_framed(worth, solvable, unique))

    def read(self, done: int) -> tuple[Table, int, int]:
        """Return the first blocks of the table, and their counts."""
        whole = np.empty((done, self.frame - COUNTS.size), np.uint8)
        solvable, unique = 0, 0
        with self.path.open("rb") as file:
            file.seek(len(self.header))
            for number in range(done):
                frame = file.read(self.frame)
                worth = np.frombuffer(frame[: -COUNTS.size], np.uint8)
                ways = COUNTS.unpack(frame[-COUNTS.size :])
                if frame != _framed(worth, ways[0], ways[1]):
                    raise DamagedTable(
                        f"{self.path} is damaged (block {number + 1} of {self.blocks}):"
                        " delete it to create it again"
                    )
                whole[number] = worth
                solvable += ways[0]
                unique += ways[1]
        return whole.ravel(), solvable, unique


def _framed(worth: Table, solvable: int, unique: int) -> bytes:
    counted = worth.tobytes() + COUNTS.pack(solvable, unique, 0)[:-4]
    return counted + struct.pack("<I", zlib.crc32(counted))


DENSE = 10
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
    """Ignore the progress, since nobody waits for it."""


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
