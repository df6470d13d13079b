"""A file that a command reads and then replaces, one command at a time.

It is locked while it is held, and before it is replaced it must still be the file that was
read: whatever others do to it meanwhile, no change of theirs is lost.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ludex.cli.arguments.files import new_file
from ludex.cli.errors import BadInput
from ludex.jobs.lock import lock

Stamp = tuple[int, int, int, int]
"""The identity of an unchanged file."""


@dataclass(frozen=True, slots=True)
class LockedFile:
    """A file for this command alone; without a stream when there is none yet."""

    file: Path
    stream: IO[bytes] | None = None
    seen: Stamp | None = None

    def demand_unchanged(self) -> None:
        """Demand that nobody else has made, changed or replaced the file since it was opened."""
        there = _stamp(self.file.stat()) if self.file.exists() else None
        if there != self.seen:
            raise BadInput(f"{self.file} was changed by another program: nothing was written")

    def replace(self, text: str) -> None:
        """The file with a new text, whole or not at all."""
        self.demand_unchanged()
        try:
            with new_file(self.file, force=self.stream is not None) as out:
                out.write(text)
        except BadInput:
            self.demand_unchanged()  # if it appeared just now, that is the reason
            raise


@contextmanager
def lock_file(file: Path) -> Iterator[LockedFile]:
    """`file` as long as it is needed; busy or not to be written, it is refused."""
    stream = _opened(file)
    if stream is None:
        yield LockedFile(file)
        return
    with stream:
        if not lock(stream):
            raise BadInput(f"{file} is busy: another command is using it")
        found = LockedFile(file, stream, _stamp(os.fstat(stream.fileno())))
        found.demand_unchanged()  # it may have been replaced before it was locked
        yield found


def _opened(file: Path) -> IO[bytes] | None:
    try:
        file.resolve()
        if not file.exists():
            return None
        _demand_writable(file)
        return file.open("rb")
    except RuntimeError:
        raise BadInput(f"{file} is a link that leads to itself") from None
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None


def _demand_writable(file: Path) -> None:
    """Replacing a file asks only the folder for leave, so ask the file too."""
    if not file.is_file():
        kind = "a folder" if file.is_dir() else "not a regular file"
        raise BadInput(f"{file} is {kind}")
    if not (file.stat().st_mode & 0o222 and os.access(file, os.W_OK)):
        raise BadInput(f"{file} is read-only")


def _stamp(found: os.stat_result) -> Stamp:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
