"""The address of the database: `sqlite:///file` or `postgresql://…`."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError


class BadAddress(ValueError):
    """A text that names no database we can use."""


def default_address() -> str:
    """Return the SQLite file in the platform's place for a user's data."""
    from platformdirs import user_data_path  # noqa: PLC0415  # only where none is given

    return f"sqlite:///{user_data_path('ludex') / 'tables.sqlite3'}"


def read_address(text: str) -> URL:
    """Return the database that a text names."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadAddress("expected sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    match url.get_backend_name():
        case "sqlite":
            name = url.database or ":memory:"
            if name == ":memory:" or name.startswith("file:") or url.query:
                raise BadAddress("SQLite needs a file: sqlite:///FILE, without anything else")
            path = Path(name).expanduser()
            path.parent.mkdir(parents=True, exist_ok=True)
            return url.set(drivername="sqlite+pysqlite", database=str(path))
        case "postgresql":
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise BadAddress(
                f"the database {other} is not supported; expected sqlite or postgresql"
            )
