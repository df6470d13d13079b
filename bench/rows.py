"""Rows that a table gives to `make bench`, which puts those of all tables into one file.

A table prints what it likes. What should stand in `results.md` it also keeps: our figure, the
peer's from the same run, and whether a larger number is better. Run alone, a table keeps nothing.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

KEPT_IN = "LUDEX_BENCH_ROWS"
"""The file that rows are written to, where `make bench` has named one."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of ours, beside a peer's where there is one."""

    what: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    less_is_better: bool = False

    @property
    def ratio(self) -> float | None:
        """How many times better ours is; none without a peer."""
        if not self.theirs or not self.ours:
            return None
        return self.theirs / self.ours if self.less_is_better else self.ours / self.theirs


def keep(
    what: str,
    unit: str,
    ours: float,
    peer: str = "",
    theirs: float | None = None,
    *,
    less_is_better: bool = False,
) -> None:
    """A row for the file of all results."""
    _write(asdict(Row(what, unit, ours, peer, theirs, less_is_better)))


def missing(peer: str) -> None:
    """A peer that is not installed here: the file says so."""
    _write({"missing": peer})


def _write(entry: dict[str, object]) -> None:
    if path := os.environ.get(KEPT_IN):
        with Path(path).open("a") as file:
            file.write(json.dumps(entry) + "\n")


def kept(text: str) -> tuple[list[Row], list[str]]:
    """The rows that were kept, and the peers that were missing, each once."""
    entries = [json.loads(line) for line in text.splitlines()]
    absent = dict.fromkeys(one["missing"] for one in entries if "missing" in one)
    return [Row(**one) for one in entries if "missing" not in one], list(absent)
