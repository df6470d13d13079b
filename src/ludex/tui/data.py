"""Data that lies beside the code that uses it, as TOML."""

import tomllib
from importlib.resources import files
from typing import Any


def read_data(path: str) -> dict[str, Any]:
    """Read a file by its path in this room, such as `table/keys.toml`."""
    return tomllib.loads(files(__package__).joinpath(path).read_text("utf-8"))
