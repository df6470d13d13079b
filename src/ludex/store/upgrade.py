"""Bringing a database up to date when the store is opened."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

LOCK: Final = 0x1D0E
"""The number of PostgreSQL's lock under which one process upgrades at a time."""


class TooNew(RuntimeError):
    """The database was made by a later version of Ludex."""


def upgraded(engine: Engine, target: str = "head") -> None:
    """Run the steps that are missing; refuse a database that is newer than we are."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # A step may take its time, and so may whoever upgrades before us.
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": LOCK})
        known = steps()
        if not _is_known(connection, known):
            problem = "the database was made by a newer Ludex than this one"
            raise TooNew(problem)
        config = Config()
        config.set_main_option("script_location", known.dir.replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, target)


def steps() -> ScriptDirectory:
    """The steps from one version of the schema to the next."""
    return ScriptDirectory(str(Path(__file__).parent / "migrations"))


def _is_known(connection: Connection, known: ScriptDirectory) -> bool:
    version = MigrationContext.configure(connection).get_current_revision()
    return version is None or version in {s.revision for s in known.walk_revisions()}
