"""`ludex backup FILE` and `ludex restore FILE`: the games of a server, kept apart."""

import logging
from pathlib import Path
from typing import Annotated

from typer import Option

from ludex.cli.arguments.database import with_database
from ludex.cli.arguments.files import new_path
from ludex.cli.errors import BadInput, as_bad_input

logging.getLogger("alembic").setLevel(logging.WARNING)

Store = Annotated[
    str | None,
    Option(
        "--db",
        metavar="URL",
        help="The database of `ludex serve`: sqlite:///FILE or postgresql://…",
    ),
]


def backup(
    file: Path,
    *,
    db: Store = None,
    force: bool = False,
) -> None:
    """Copy all games of the web table into one file, while the server runs.

    The backup is verified before it gets its name. It is a SQLite database, even if the
    server uses PostgreSQL; it can be restored to either. It contains all games, hidden cards
    included, so only you may read the file.

    Options:
      file (FILE): The backup to write.
      force: Overwrite FILE.
    """
    with with_database("backups need"):
        from ludex.server.store.address import default_address, read_address
        from ludex.server.store.backup import BackupError, back_up
        from ludex.server.store.upgrade import UnknownVersion

        url = read_address(db or default_address())
        if url.get_backend_name() == "sqlite" and _is_same(file, Path(str(url.database))):
            raise BadInput(f"{file} is the database itself: name another file")
        with (
            as_bad_input(BackupError, UnknownVersion),
            new_path(file, force=force, mode=0o600) as part,
        ):
            made = back_up(url, part)
            part.chmod(0o600)
    print(f"{file}: {made}")


def _is_same(file: Path, other: Path) -> bool:
    return file.exists() and other.exists() and file.samefile(other)


def restore(
    file: Path,
    *,
    db: Store = None,
    force: bool = False,
) -> None:
    """Replace the games of the web table with a backup.

    Stop all servers of the database first. The backup is verified before anything is changed.

    Options:
      file (FILE): A backup.
      force: Overwrite the games in the database.
    """
    with with_database("backups need"):
        from ludex.server.store.address import default_address, read_address
        from ludex.server.store.backup import BackupError
        from ludex.server.store.backup import restore as put_back
        from ludex.server.store.upgrade import UnknownVersion

        with as_bad_input(BackupError, UnknownVersion):
            found = put_back(file, read_address(db or default_address()), force=force)
    print(f"restored {found}")
