"""Tables that nobody has touched for long leave the store, each kind at its time."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ludex.play.protocol.log import Header, LogLine
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.store.expiry import Cutoffs
from ludex.server.store.records import Append, Chair, NewTable, TableSummary

TODAY = datetime(2030, 6, 1, tzinfo=UTC)
DAYS = {"finished": 30, "idle": 90, "unplayed": 7}


def ago(days: float, seconds: float = 0) -> str:
    return (TODAY - timedelta(days=days, seconds=seconds)).isoformat()


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(read_address(database_url))
    yield opened
    opened.close()


def stored(database: Database, name: str, touched: str, **standing: Any) -> None:
    """A table that was touched then; where somebody has acted there, by whom, and if it is over."""
    header = Header("freecell", 1, ("person",), touched)
    database.create(NewTable(name, header, {1: Chair(b"key")}))
    if standing:
        seat = standing.pop("seat")
        now = TableSummary(1, 1, "", False, (), 0.0, False, touched)  # noqa: FBT003
        append = Append(name, 0, (LogLine("pass", seat),), replace(now, **standing))
        assert database.append_all([append]) == [True]


def test_tables_expire_each_kind_at_its_time_and_not_a_second_before(
    database: Database,
) -> None:
    cutoffs = Cutoffs(**{kind: ago(days) for kind, days in DAYS.items()})
    for kind, days, standing in (
        ("finished", DAYS["finished"], {"seat": 1, "over": True}),
        ("idle", DAYS["idle"], {"seat": 1}),
        ("dealt", DAYS["unplayed"], {"seat": 0}),
        ("empty", DAYS["unplayed"], {}),
    ):
        stored(database, f"{kind}-old", ago(days, 1), **standing)
        stored(database, f"{kind}-new", ago(days), **standing)
    old = database.expired(cutoffs)
    assert sorted(old) == ["dealt-old", "empty-old", "finished-old", "idle-old"]
    assert old[0] == "idle-old"  # what was left longest ago
    gone = database.delete([*old, "idle-new"], cutoffs)
    assert sorted(gone) == sorted(old)
    for name in old:
        assert database.load(name) is None
        assert database.listed([name]) == []
    left = [one.new.id for one in database.listed(["idle-new", "empty-new"])]
    assert sorted(left) == ["empty-new", "idle-new"]
    assert database.expired(cutoffs) == []
