"""A new database gets the schema as it is now, an older one the steps that are missing."""

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from ludex.server.store.schema import METADATA

LOCK = 0x1D0E
"""The number of PostgreSQL's lock under which one process upgrades at a time."""

MIGRATIONS = Path(__file__).parent / "migrations"


class UnknownVersion(RuntimeError):
    """The database was made by a version of Ludex that this one does not know."""


def upgrade(engine: Engine) -> None:
    """Bring a database up to date; refuse one of a version that is not known."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # A step may take its time, and so may whoever upgrades before us.
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": LOCK})
        version = version_of(connection)
        if version is None:
            METADATA.create_all(connection)
        elif version not in steps():
            raise UnknownVersion(f"the database was made by {made_by(version)}")
        if version != steps()[-1]:
            _run_alembic(connection, "stamp" if version is None else "upgrade")


@cache
def steps() -> tuple[str, ...]:
    """Return the versions of the schema, oldest first; a step is named for the one it leads to."""
    found = (MIGRATIONS / "versions").glob("v*.py")
    return tuple(sorted(path.stem[1:].partition("_")[0] for path in found))


def made_by(version: str) -> str:
    """Return who made a database of a version that is not among the steps."""
    age = "an older" if version < steps()[0] else "a newer"
    return f"{age} Ludex than this one can read"


def version_of(connection: Connection) -> str | None:
    """Return the version of a database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _run_alembic(connection: Connection, name: str) -> None:
    # Most databases are up to date, and loading Alembic takes longer than opening them.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    getattr(command, name)(config, "head")
