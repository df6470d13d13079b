"""Folders for one run, which are removed afterwards."""

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder for one run; parts that cannot be removed stay, without an error."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-grade-"))
    try:
        yield folder
    finally:
        with suppress(OSError):
            remove_folder(folder)


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, however deep it is and whatever was closed in it.

    We walk down and up again, one open folder at a time: so no path grows long, and nothing
    calls itself.
    """
    at = os.open(folder, FOLDER)
    above: list[tuple[str, list[str], int]] = []
    """On the way from the top: the folder gone into, those that are left, and where we were."""
    try:
        left = _remove_files(at)
        while left or above:
            if left:
                name = left.pop()
                above.append((name, left, os.fstat(at).st_ino))
                at = _moved(at, name)
                left = _remove_files(at)
            else:
                name, left, number = above.pop()
                at = _moved(at, "..")
                if os.fstat(at).st_ino != number:
                    raise OSError(errno.ESTALE, "somebody moves it", str(folder))
                os.rmdir(name, dir_fd=at)
    finally:
        os.close(at)
    folder.rmdir()


def _moved(at: int, name: str) -> int:
    """Return another folder, opened from the open one, which is closed."""
    if os.geteuid() and name != "..":  # root need not, and follows no link
        os.chmod(name, 0o700, dir_fd=at)
    there = os.open(name, FOLDER, dir_fd=at)
    os.close(at)
    return there


def _remove_files(folder: int) -> list[str]:
    """Remove the files of an open folder; return the names of the folders in it."""
    folders = []
    for name in os.listdir(folder):
        if stat.S_ISDIR(os.lstat(name, dir_fd=folder).st_mode):
            folders.append(name)
        else:
            os.unlink(name, dir_fd=folder)
    return folders
