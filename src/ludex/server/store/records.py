"""Values that go into the store and come out, so that nobody holds a row."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludex.play.protocol.log import Header, LogLine
from ludex.play.protocol.shuffle import commitment
from ludex.play.protocol.situation import UndoRequest

ONLOOKERS = 0
"""The seat of the key that only looks on."""

CHOSEN = "a chosen seed"
SET_UP = "a chosen position"
AGAIN = "the same again"
"""The names of beginnings that promise nothing."""


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A summary of a table after so many lines: enough for a list of tables."""

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
class Chair:
    """A seat as the store keeps it: who holds it, and who may come to hold it."""

    key: bytes | None
    """The digest of the holder's secret; None: nobody holds the seat, it is open."""

    invitation: bytes | None = None
    """The digest of the last invitation. It claims the seat while that is open."""

    inviter: int | None = None
    """The only seat that may invite here; None: whoever sits at the table."""

    tenure: int = 0
    """Grows when the holder or the invitation changes."""

    votes: tuple[int, ...] = ()
    """The seats that want this one released."""

    due: float = 0.0
    """The time at which a vote releases it unless its holder objects, in seconds since 1970, or 0."""

    since: int = 0
    """The events before the last release: what they dealt to the seat is not the next holder's."""

    change: str = ""
    """The last change: a word of `ludex.server.tables.records.seats`."""

    seen: float = 0.0
    """The last time that the holder was known to be here, in seconds since 1970."""

    @property
    def is_open(self) -> bool:
        """Does nobody hold it?"""
        return self.key is None


Chairs = Mapping[int, Chair]
"""By seat, counted from 1; 0 is the key of the onlookers, who hold nothing else."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The holders of all seats from now on."""

    chairs: Chairs


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table as it is created."""

    id: str
    header: Header
    chairs: Chairs
    request: Mapping[str, object] = field(default_factory=dict)
    """The request of the creator, so that the same can be asked for again."""

    creator: str = ""
    """The creator, as a digest: for limits, not for names."""

    @property
    def commitment(self) -> str | None:
        """Return the commitment to the table's secret, shown before its deals; a seed that is known
        has none."""
        is_known = self.request.get("seed") is not None or self.header.label == AGAIN
        return None if is_known else commitment(self.header.seed)

    @property
    def keys(self) -> dict[int, bytes]:
        """The digest that opens each seat which somebody holds, and the onlookers'."""
        keys = ((seat, chair.key) for seat, chair in self.chairs.items())
        return {seat: key for seat, key in keys if key is not None}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table after its first n lines, from which its log is read on."""

    n: int
    position: str
    clock: str
    """The state of the clock as JSON; empty where there is none."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it stands in the store."""

    new: NewTable
    lines: tuple[LogLine, ...]
    advised: bool = False
    undo_request: UndoRequest | None = None
    updated: str | None = None
    """The time of its last line."""

    snapshots: tuple[Snapshot, ...] = ()
    """In the order of their lines; those that do not fit the log are left out."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list; the standing is None when it has to be worked out again."""

    new: NewTable
    standing: TableSummary | None
    advised: bool = False


@dataclass(frozen=True, slots=True)
class Append:
    """Lines to be added after the first `after` lines of a table, and what they lead to."""

    table: str
    after: int
    lines: tuple[LogLine, ...]
    standing: TableSummary
    seal: str = ""
    """The mark by which other processes know that they have understood the lines rightly; without
    it they read them from the store."""
