"""Files that users name: scripts that can be read twice, and results written whole."""

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Self, TextIO

from ludex.cli.trouble import BadInput


class Script:
    """A script from a file, or from standard input (kept on disk, not in memory)."""

    def __init__(self, name: str) -> None:
        self.name = "standard input" if name == "-" else name
        self._file = self._opened(name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _opened(self, name: str) -> IO[bytes]:
        try:
            if name == "-":
                return _spooled(sys.stdin.buffer)
            if not name:
                raise BadInput("the script's name is empty")
            stream = Path(name).open("rb")  # noqa: SIM115  # closed with the script
            if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                return stream
            with stream:
                return _spooled(stream)
        except OSError as error:
            raise BadInput(f"{name}: {error.strerror}") from None

    def lines(self) -> Iterable[str]:
        """The lines from the beginning."""
        self._file.seek(0)
        try:
            for number, line in enumerate(self._file, start=1):
                yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise BadInput(
                f"{self.name}: line {number} is not text (byte {byte:#04x} is not UTF-8)"
            ) from None


def _spooled(stream: IO[bytes]) -> IO[bytes]:
    copy = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the script
    shutil.copyfileobj(stream, copy)
    return copy


@contextmanager
def new_file(path: Path, *, force: bool) -> Iterator[TextIO]:
    """A file that appears whole or not at all; an existing one is kept unless forced."""
    named, path = path, path.resolve()  # a link stays a link: what it names is written
    if path.is_dir():
        raise BadInput(f"{named} is a folder")
    if path.exists() and not path.is_file():
        raise BadInput(f"{named} is not a regular file")
    if path.exists() and not force:
        raise BadInput(f"{named} exists; --force overwrites it")
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".ludex-")
    except OSError as error:
        raise BadInput(f"cannot write {named}: {error.strerror}") from None
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        if not force:
            _claim(path, named)
        part.replace(path)
    except OSError as error:
        raise BadInput(f"cannot write {named}: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def _claim(path: Path, named: Path) -> None:
    """Refuse what has appeared meanwhile."""
    try:
        path.open("x").close()
    except FileExistsError:
        raise BadInput(f"{named} exists; --force overwrites it") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
