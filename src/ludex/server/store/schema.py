"""The schema: tables (headers), events (the log), keys, standings.

Headers and events are never changed. A key changes when its seat changes hands. A standing is what follows from the log, kept so that a
list of tables need not replay them; so do snapshots, from which a long log is read on. A standing
also has two things that do not: whether advice was asked
for, and who wishes to undo.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("seed", Text, nullable=False),  # of 128 bits: too large for a number
    Column("seats", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("preset", Text),
    Column("options", Text, nullable=False),
    Column("position", Text),
    Column("label", Text),
    Column("rules", Text),  # the digest of the file of its rules, if it is of one
    Column("asked", Text, nullable=False),
    Column("creator", Text, nullable=False),
    Column("link", LargeBinary, nullable=False),  # see `ludex.server.store.checksums`
    Index("tables_by_creator", "creator", "created"),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("event", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("assisted", Boolean, nullable=False),
    Column("link", LargeBinary, nullable=False),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True),  # after so many lines
    Column("position", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("seal", LargeBinary, nullable=False),
)

KEYS = Table(
    "keys",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # 0: onlookers
    Column("digest", LargeBinary),  # of the holder's secret; null: the seat is open
    Column("invitation", LargeBinary),  # the digest of the last one
    Column("inviter", Integer),
    Column("tenure", Integer, nullable=False, default=0),
    Column("votes", Text, nullable=False, default="[]"),
    Column("due", Float, nullable=False, default=0.0),
    Column("since", Integer, nullable=False, default=0),
    Column("change", Text, nullable=False, default=""),
    Column("seen", Float, nullable=False, default=0.0),
)

STANDINGS = Table(
    "standings",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("length", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("winners", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("assisted", Boolean, nullable=False),
    Column("updated", Text, nullable=False),
    Column("advised", Boolean, nullable=False, default=False),
    Column("wish_seq", Integer),
    Column("wish_seat", Integer),
    Column("wish_agreed", Text),
)
