"""Copies of what is closed to the strangers as whom programs run, when it is root who runs them."""

import shutil
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from pathlib import Path

from ludex.sandbox.namespaces import is_root

MOST_FILES, MOST_BYTES = 5_000, 256 << 20
"""Of a folder that is copied."""


def copies_of(folders: Iterable[Path], aside: Path, *, deep: bool) -> dict[Path, Path]:
    """Copies that strangers may read, of what they may not and what is not too large."""
    made = {}
    for number, folder in enumerate(folders):
        if not _is_closed(folder, deep=deep) or _is_large(folder):
            continue
        copy = aside / f"{number}{'deep' * deep}"
        if folder.is_dir():
            shutil.copytree(folder, copy, symlinks=True)
        else:
            shutil.copy(folder, copy)
        for path in (copy, *copy.rglob("*")):
            if not path.is_symlink():
                mode = path.stat().st_mode
                path.chmod(mode | 0o044 | (0o011 if mode & 0o100 else 0))
        aside.chmod(0o755)
        made[folder] = copy
    return made


def _is_large(folder: Path) -> bool:
    """Would it take long to copy?"""
    size = 0
    for files, path in enumerate(folder.rglob("*"), start=1):
        with suppress(OSError):
            size += path.lstat().st_size
        if files > MOST_FILES or size > MOST_BYTES:
            return True
    return False


def _is_closed(path: Path, *, deep: bool) -> bool:
    """Is it not to be read by strangers, as whom programs run; or, `deep`, something in it?"""
    if not is_root():
        return False
    below = path.rglob("*") if deep and path.is_dir() else iter(())
    return not all(map(_is_readable, chain((path,), below)))


def _is_readable(path: Path) -> bool:
    wanted = 0o005 if path.is_dir() else 0o004
    try:
        return path.stat().st_mode & wanted == wanted
    except OSError:
        return True
