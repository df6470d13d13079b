"""`ludex backup FILE` and `ludex restore FILE`: the games of a server, kept apart."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.arguments.files import new_path
from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    from sqlalchemy import URL

Store = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        help="The database, as `ludex serve` was told: sqlite:///FILE or postgresql://…",
    ),
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where it goes.")],
    *,
    db: Store = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
) -> None:
    """Copy all games of the web table into one file, while the server runs.

    The file is checked before it gets its name. It is a SQLite database, even if the
    games are kept in PostgreSQL, so that either can be restored from it. Whoever has it can
    see all games: only you can read it.
    """
    with _told():
        from ludex.server.store.backup import back_up

        url = _address(db)
        with new_path(file, force=force, mode=0o600) as part:
            made = back_up(url, part)
            part.chmod(0o600)
    print(f"{file}: {made}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    *,
    db: Store = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the games that are there.")
    ] = False,
) -> None:
    """Replace the games of the web table with a backup.

    No server may be running on them. Nothing is changed unless the whole backup is sound.
    """
    with _told():
        from ludex.server.store.backup import restore as put_back

        found = put_back(file, _address(db), force=force)
    print(f"restored {found}")


def _address(db: str | None) -> "URL":
    from ludex.server.store.address import BadAddress, default_address, read_address

    try:
        return read_address(db or default_address())
    except BadAddress as problem:
        raise BadInput(f"--db: {problem}") from None


@contextmanager
def _told() -> Iterator[None]:
    """Whatever goes wrong with a database, in one line."""
    import logging

    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        from sqlalchemy.exc import SQLAlchemyError

        from ludex.server.store.backup import BackupError
        from ludex.server.store.upgrade import TooNew
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("ludex"):
            raise
        raise BadInput(
            f"backups need {missing.name}: pip install 'ludex[web]'"
        ) from None
    try:
        yield
    except (BackupError, TooNew) as problem:
        raise BadInput(str(problem)) from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()
        raise BadInput(f"--db: {reason[0] if reason else 'cannot be used'}") from None
