"""Files that users name: scripts that can be read twice, and results written whole."""

import atexit
import os
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Annotated, Self, TextIO

from typer import Exit, Option

from ludex.cli.errors import BadInput, tell_user

OutFile = Annotated[
    Path | None,
    Option("--out", metavar="FILE", help="Write to a file, not to the screen."),
]
Force = Annotated[bool, Option("--force", help="Overwrite an existing file.")]


class ScriptInput:
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

    def lines(self, longest: int = -1) -> Iterable[str]:
        """The lines from the beginning; one of more than `longest` bytes is refused."""
        self._file.seek(0)
        read = partial(self._file.readline, longest)
        try:
            for number, line in enumerate(iter(read, b""), start=1):
                if len(line) == longest and not line.endswith(b"\n"):
                    raise BadInput(f"{self.name}: line {number} is too long")
                yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise BadInput(
                f"{self.name}: line {number} is not text (byte {byte:#04x} is not UTF-8)"
            ) from None


def text_of(name: str, longest: int = -1) -> str:
    """Return the text of a file, without a line of more bytes than `longest`; - is standard input."""
    with ScriptInput(name) as file:
        return "".join(file.lines(longest))


def demand_none(name: str, problems: Iterable[str], most: int) -> None:
    """Tell so many of the problems of a file, and leave; unless there are none."""
    every = iter(problems)
    first = [*islice(every, most)]
    for problem in first:
        tell_user(f"ludex: {name}: {problem}")
    more = sum(1 for _ in every)
    if more:
        tell_user(f"ludex: {name}: and {more} more like these")
    if first:
        raise Exit(2)


def _spooled(stream: IO[bytes]) -> IO[bytes]:
    copy = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the script
    shutil.copyfileobj(stream, copy)
    return copy


@contextmanager
def new_file(path: Path, *, force: bool) -> Iterator[TextIO]:
    """A file that appears whole or not at all; an existing one is kept unless forced."""
    with (
        new_path(path, force=force) as part,
        part.open("w", encoding="utf-8", newline="\n") as file,
    ):
        yield file
        file.flush()
        os.fsync(file.fileno())


def write_file(path: Path, text: str, *, force: bool) -> None:
    """Write a file, whole or not at all."""
    with new_file(path, force=force) as file:
        file.write(text)


@contextmanager
def new_path(path: Path, *, force: bool, mode: int = 0o666) -> Iterator[Path]:
    """A place to write a file, which gets its name when it is whole."""
    named, path = path, path.resolve()  # a link stays a link: what it names is written
    if path.is_dir():
        raise BadInput(f"{named} is a folder")
    if path.exists() and not path.is_file():
        raise BadInput(f"{named} is not a regular file")
    if path.exists() and not force:
        raise BadInput(f"{named} exists; --force overwrites it")
    part = path.parent / f".ludex-{secrets.token_hex(8)}"
    # Known to be removed before it exists: an end by signal has no moment to slip through.
    removed = partial(part.unlink, missing_ok=True)
    atexit.register(removed)
    try:
        part.touch(mode, exist_ok=False)
        yield part
        if path.exists():
            part.chmod(stat.S_IMODE(path.stat().st_mode))
        if force:
            part.replace(path)
        else:
            _put(part, path, named)
    except OSError as error:
        raise BadInput(f"cannot write {named}: {error.strerror}") from None
    finally:
        removed()
        atexit.unregister(removed)


def _put(part: Path, path: Path, named: Path) -> None:
    """Give the finished file its name, unless something has that name by now."""
    try:
        try:
            os.link(part, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            path.open("x").close()
            part.replace(path)
    except FileExistsError:
        raise BadInput(f"{named} exists; --force overwrites it") from None
