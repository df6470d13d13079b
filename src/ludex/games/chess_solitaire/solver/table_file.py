"""Tables on disk: block after block, each with its counts and a checksum behind it.

A file grows by whole frames, so that a run which was stopped, killed or out of disk goes on
where it was; what was half written is cut off. Nothing is read without its checksum.
"""

import struct
import zlib
from pathlib import Path
from typing import Final

import numpy as np

from .dense import Table
from .numbering import block_bytes, occupations

COUNTS: Final = struct.Struct("<QQI")
"""Boards that can be won, those of them in one way only, and the checksum of all before."""


class DamagedTable(ValueError):
    """A file is not the table that it should be."""


class TableFile:
    """The table of so many pieces, in a folder."""

    def __init__(self, folder: Path, pieces: int) -> None:
        self.pieces = pieces
        self.path = folder / f"chess-solitaire-{pieces}.table"
        self.header: Final = f"Ludex, Chess Solitaire, {pieces} pieces, 1\n".encode()
        self.frame: Final = block_bytes(pieces) + COUNTS.size
        self.blocks: Final = len(occupations(pieces))

    def begin(self) -> int:
        """Make the file ready to be gone on with; how many blocks it has already."""
        if not self.path.exists():
            self.path.write_bytes(self.header)
            return 0
        with self.path.open("r+b") as file:
            if file.read(len(self.header)) != self.header:
                raise DamagedTable(f"{self.path} is no table of {self.pieces} pieces")
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
                        " delete it, and it is made anew"
                    )
                whole[number] = worth
                solvable += ways[0]
                unique += ways[1]
        return whole.ravel(), solvable, unique


def _framed(worth: Table, solvable: int, unique: int) -> bytes:
    counted = worth.tobytes() + COUNTS.pack(solvable, unique, 0)[:-4]
    return counted + struct.pack("<I", zlib.crc32(counted))
