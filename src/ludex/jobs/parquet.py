"""Parquet files of ours: how they are known, and their rows read."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ludex.jobs.errors import JobError
from ludex.jobs.job import Rows

MARK: Final = b"ludex"
"""The key in a file's metadata under which it says what it is."""


def arrow(who: str) -> Any:  # noqa: ANN401 - a module
    """pyarrow, or a hint how to get it."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise JobError(f'{who} needs pyarrow: pip install "ludex[cluster]"') from None
    return pa


def described(path: Path) -> dict[str, Any]:
    """Return the description in a file; JobError says why it is none of ours."""
    pa = arrow(str(path))
    try:
        metadata = pa.parquet.read_metadata(path).metadata or {}
    except FileNotFoundError:
        raise JobError(f"{path}: there is no such file") from None
    except OSError as problem:
        words = problem.strerror or " ".join(str(problem).split())
        raise JobError(f"{path} cannot be read: {words}") from None
    except pa.ArrowException:
        raise JobError(f"{path} is not a Parquet file, or was cut short") from None
    try:
        about = json.loads(metadata.get(MARK, b"null"))
    except ValueError:
        about = None
    if not isinstance(about, dict) or about.get("program") != "ludex":
        raise JobError(f"{path} is a Parquet file of another program")
    return about


def read_rows(table: Any, besides: Mapping[str, Any]) -> Rows:  # noqa: ANN401 - Arrow's
    """A table as columns."""
    return Rows(table.to_pydict(), besides)
