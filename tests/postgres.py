"""A real PostgreSQL for tests, started here as a user without rights, on a local socket."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any

NUMBERS = count(1)


def programs() -> Path | None:
    """Where initdb and postgres are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


def why_not() -> str | None:
    """Why there can be no PostgreSQL here, or None."""
    if programs() is None:
        return "PostgreSQL is not installed, and only root can install it (make test does)"
    return None


def unprivileged() -> str | None:
    """initdb refuses to be root: a user who may do nothing here."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def cluster() -> Iterator[str]:
    """A server; the URL of it, without a database."""
    where, user = programs(), unprivileged()
    assert where is not None
    folder = Path(tempfile.mkdtemp(prefix="ludex-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    as_user = {"user": user} if user else {}
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "cwd": folder, **as_user}
    subprocess.run(
        [str(where / "initdb"), "-D", str(folder / "data"), "-U", "ludex", "-A", "trust",
         "-N", "--locale=C", "-E", "UTF8"],
        check=True, **quiet,
    )  # fmt: skip
    server = subprocess.Popen(
        [str(where / "postgres"), "-D", str(folder / "data"), "-k", str(folder), "-c",
         "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"],
        stderr=subprocess.DEVNULL, **quiet,
    )  # fmt: skip
    try:
        ready = [str(where / "pg_isready"), "-q", "-h", str(folder), "-U", "ludex"]
        while subprocess.run(ready, check=False).returncode:
            assert server.poll() is None, "PostgreSQL ended at once"
            sleep(0.05)
        yield f"postgresql://ludex@/{{}}?host={folder}"
    finally:
        server.send_signal(signal.SIGQUIT)  # at once: nobody needs what is in it
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: str) -> str:
    """An empty database; its URL."""
    import psycopg

    name = f"ludex_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.format(name)
