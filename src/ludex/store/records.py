"""What goes into the store and comes out: values, so that nobody holds a row."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludex.play.saved import Header, Line

ONLOOKERS = 0
"""The seat of the key that only looks on."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A person asks the others to undo; it is void when anything else has happened."""

    seq: int
    seat: int
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands after so many lines: enough for a list of tables."""

    seq: int
    """Lines in the log: events, undos and redos."""

    length: int
    """Events played and not taken back."""

    status: str
    over: bool
    winners: tuple[int, ...]
    seconds: float
    assisted: bool
    updated: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table as it is created."""

    id: str
    header: Header
    keys: Mapping[int, bytes]
    """The digest of each seat's token, seats counted from 1; 0 is for onlookers."""

    asked: Mapping[str, object] = field(default_factory=dict)
    """What the creator asked for, so that the same can be asked for again."""

    creator: str = ""
    """Who created it, as a digest: for limits, not for names."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it stands in the store."""

    new: NewTable
    lines: tuple[Line, ...]
    advised: bool = False
    wish: Wish | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list; the standing is None when it has to be worked out again."""

    new: NewTable
    standing: Standing | None
    advised: bool = False


@dataclass(frozen=True, slots=True)
class Append:
    """Lines to be added after the first `after` lines of a table, and what they lead to."""

    table: str
    after: int
    lines: tuple[Line, ...]
    standing: Standing
