"""Reads the errata, the requirements and the words of a document from the TOML files in its package."""

import json
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, TypeVar

from ludex.kernel import Catalogue
from ludex.language.document import Erratum, Requirement

R = TypeVar("R", Erratum, Requirement)

LISTS = {"by", "errata"}
"""Fields that hold several texts; every other field is one text."""


def read_errata(package: str) -> tuple[Erratum, ...]:
    """Return the errata in `errata.toml` of a package."""
    return _read(package, "errata.toml", "erratum", Erratum)


def read_requirements(package: str) -> tuple[Requirement, ...]:
    """Return the requirements in `requirements.toml` of a package."""
    return _read(package, "requirements.toml", "requirement", Requirement)


def read_wordings(package: str) -> Mapping[str, Catalogue]:
    """Return the catalogues in `wording.toml` of a package: other words for what the rulebook says."""
    return tomllib.loads(files(package).joinpath("wording.toml").read_text("utf-8"))


def read_last_run(package: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the marked tests in `last_run.json` of a package, and how they went in a full run."""
    found: dict[str, dict[str, Any]] = json.loads(
        files(package).joinpath("last_run.json").read_text("utf-8")
    )
    return found


def _read(package: str, name: str, kind: str, record: type[R]) -> tuple[R, ...]:
    where = f"{package}/{name}"
    try:
        table = tomllib.loads(files(package).joinpath(name).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{where}: {error}") from None
    rows = table.pop(kind, [])
    if table or not isinstance(rows, list):
        raise ValueError(f"{where}: only [[{kind}]] is known")
    return tuple(
        _record(record, row, f"{where}: {kind} {number}")
        for number, row in enumerate(rows, start=1)
    )


def _record(record: type[R], row: Mapping[str, Any], where: str) -> R:
    """Return a row as a record, or raise a ValueError that names its first mistake."""
    for field in record._fields:
        if field not in row and field not in record._field_defaults:
            raise ValueError(f"{where}: there is no {field}")
    for field, value in row.items():
        if field not in record._fields:
            raise ValueError(f"{where}: {field} is not known")
        texts = value if field in LISTS else [value]
        if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts):
            sort = "a list of texts" if field in LISTS else "a text"
            raise ValueError(f"{where}: {field} is not {sort}")
    given: dict[str, Any] = {**row}
    given |= {name: tuple(row[name]) for name in LISTS if name in row}
    return record(**given)
