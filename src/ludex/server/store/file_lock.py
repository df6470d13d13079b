"""One server for a file: two that share a SQLite file would not hear of each other."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL

if sys.platform != "win32":
    import fcntl


class InUse(RuntimeError):
    """Another server has the database."""


@contextmanager
def alone_with(url: URL) -> Iterator[None]:
    """Hold the lock beside a SQLite file; PostgreSQL may be shared."""
    if url.get_backend_name() != "sqlite" or sys.platform == "win32":
        yield
        return
    try:
        lock = Path(f"{url.database}.lock").open("wb")  # noqa: SIM115  # closed below
    except OSError:  # opening the database will say what is wrong
        yield
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            problem = f"another server has {url.database}; PostgreSQL can be shared"
            raise InUse(problem) from None
        yield
