"""The wire: standard input and output, for the protocol alone.

A rulebook, a bot or a program that prints something must not speak in between: so the two ends are
moved away, and whoever reads standard input finds nothing there, and whoever prints is read in
the error output. A line that comes in is bounded, whatever is sent.
"""

import io
import os
import re
import sys
from typing import Self, TextIO

LONGEST_MESSAGE = 1_000_000
"""Bytes of a message; the rest of its line is passed over."""


class BoundedLines(io.RawIOBase):
    """Bytes as they come, but for what is too much in one line."""

    def __init__(self, source: int) -> None:
        self._source = source
        self._length = 0
        """Of the line that has begun."""

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        """The next bytes; none at the end."""
        while True:
            read = os.read(self._source, len(buffer))
            accepted = self._within_bound(read)
            if accepted or not read:
                buffer[: len(accepted)] = accepted
                return len(accepted)

    def _within_bound(self, read: bytes) -> bytes:
        pieces = []
        for line in re.findall(rb"[^\n]*\n|[^\n]+", read):
            room = LONGEST_MESSAGE - self._length
            ends = line.endswith(b"\n")
            pieces.append(line if len(line) <= room else line[: max(0, room)])
            if ends and len(line) > room:
                pieces.append(b"\n")
            self._length = 0 if ends else self._length + len(line)
        return b"".join(pieces)


class StdioConnection:
    """The two ends of the connection, while the block lasts."""

    def __enter__(self) -> Self:
        """Take both ends, so that nobody else reads or writes there."""
        sys.stdout.flush()
        self.source, self.sink = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        return self

    def __exit__(self, *_: object) -> None:
        """Everything is where it was."""
        sys.stdout.flush()
        os.dup2(self.source, 0)
        os.dup2(self.sink, 1)
        os.close(self.source)
        os.close(self.sink)

    def reader(self) -> TextIO:
        """Return the stream of what the client says."""
        return io.TextIOWrapper(
            io.BufferedReader(BoundedLines(self.source)),
            encoding="utf-8",
            errors="replace",
            newline="\n",
        )

    def writer(self) -> TextIO:
        """Return the stream of what the client hears."""
        return os.fdopen(self.sink, "w", encoding="utf-8", newline="\n", closefd=False)
