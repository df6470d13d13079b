"""A job: a task, its chunks, and all that its results depend on."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from typing import Any, Generic, Protocol, TypeVar

C = TypeVar("C", bound=Sized)
C_contra = TypeVar("C_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


class Task(Protocol[C_contra, R_co]):
    """All that a worker has to know; it is pickled, so it holds names and numbers."""

    def ready(self) -> Callable[[C_contra], R_co]:
        """Make everything ready in this worker; a function that does a chunk."""
        ...


@dataclass(frozen=True, slots=True)
class Rows:
    """The results of a chunk: columns of equal length, and what is no column."""

    columns: Mapping[str, Any]
    besides: Mapping[str, Any] = field(default_factory=dict)
    """JSON, small: sums over the chunk."""

    @classmethod
    def of(cls, names: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> "Rows":
        """Return rows as columns of these names; what a row does not have is null."""
        listed = [*rows]
        return cls({name: [row.get(name) for row in listed] for name in names})


class Slices(Sequence[range]):
    """The numbers up to a total, cut into chunks; they may be more than fit into memory."""

    def __init__(self, total: int, size: int) -> None:
        self.total, self.size = total, size

    def __len__(self) -> int:
        return len(range(0, self.total, self.size))

    def __getitem__(self, at: int) -> range:  # type: ignore[override]  # nobody takes slices of it
        start = range(0, self.total, self.size)[at]
        return range(start, min(self.total, start + self.size))


@dataclass(frozen=True)
class Job(Generic[C]):
    """Independent chunks of work that give rows."""

    name: str
    request: Mapping[str, Any]
    """Everything that the rows depend on, as JSON: the game, its options, the seed, limits."""

    columns: Mapping[str, str]
    """The type of each column, as Arrow names it: int64, double, string, bool."""

    task: Task[C, Rows]
    chunks: Sequence[C]
    threads: bool = False
    """Compiled work, which leaves the interpreter to others: threads do, without processes."""

    @cached_property
    def described(self) -> dict[str, Any]:
        """The description that is written beside the rows."""
        record = {
            "program": "ludex",
            "version": version("ludex"),
            "job": self.name,
            "asked": dict(self.request),
            "columns": dict(self.columns),
            "chunks": len(self.chunks),
        }
        return {**record, "fingerprint": sha256(as_json(record).encode()).hexdigest()}

    @property
    def total(self) -> int:
        """Items of all chunks together."""
        if isinstance(self.chunks, Slices):
            return self.chunks.total
        return sum(map(len, self.chunks))


def as_json(value: object) -> str:
    """Return JSON: the same text for the same value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
