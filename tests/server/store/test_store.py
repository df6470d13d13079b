"""The store's promises, the same on SQLite and on PostgreSQL."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future, wait
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from ludex.play.protocol.log import Header, LogLine
from ludex.play.protocol.situation import UndoRequest
from ludex.server.store import commits as commits_module
from ludex.server.store import upgrade as upgrading
from ludex.server.store.address import BadAddress, read_address
from ludex.server.store.checksums import BrokenLog
from ludex.server.store.commits import TIMEOUT, Commits, Overdue
from ludex.server.store.database import Database
from ludex.server.store.records import (
    Append,
    Arrangement,
    Chair,
    Chairs,
    NewTable,
    TableSummary,
)
from ludex.server.store.upgrade import MIGRATIONS, UnknownVersion, steps, version_of

HEADER = Header(
    game="freecell",
    seed=2**127 + 1,
    seats=("person",),
    created="2026-02-28T12:00:00+00:00",
    preset="standard",
    options={"free_cells": "3"},
    label="deal 617",
)


def new(name: str = "t1") -> NewTable:
    chairs = {0: Chair(b"watch"), 1: Chair(b"one", seen=5.0), 2: Chair(None, b"two", 1)}
    return NewTable(name, HEADER, chairs, {"game": "freecell"}, "me")


def standing(seq: int) -> TableSummary:
    return TableSummary(
        seq=seq,
        length=seq,
        status=f"after {seq}",
        over=False,
        winners=(),
        seconds=1.5,
        assisted=False,
        updated="2026-02-28T12:00:01+00:00",
    )


def append(name: str, after: int, *events: str) -> Append:
    lines = tuple(LogLine(event, 1, 0.25, event.startswith("undo")) for event in events)
    return Append(name, after, lines, standing(after + len(lines)))


def given(commits: Commits, lines: Append) -> "Future[bool]":
    done: Future[bool] = Future()

    def tell(outcome: bool | Exception) -> None:
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

    commits.append(lines, tell)
    return done


@pytest.fixture
def store(database_url: str) -> Iterator[Database]:
    database = Database(read_address(database_url), name="here")
    yield database
    database.close()


def test_a_table_comes_back_as_it_was_created(store: Database) -> None:
    store.create(new())
    found = store.load("t1")
    assert found is not None
    assert found.new == new()
    assert found.lines == ()
    assert store.load("t2") is None


def test_the_log_keeps_its_order_and_every_field(store: Database) -> None:
    store.create(new())
    assert store.append_all([append("t1", 0, "deal(617)", "move(1,2)")]) == [True]
    assert store.append_all([append("t1", 2, "undo")]) == [True]
    found = store.load("t1")
    assert found is not None
    assert found.lines == (
        LogLine("deal(617)", 1, 0.25),
        LogLine("move(1,2)", 1, 0.25),
        LogLine("undo", 1, 0.25, assisted=True),
    )
    assert store.since("t1", 2)[0] == (LogLine("undo", 1, 0.25, assisted=True),)


def test_whoever_writes_a_line_second_is_told_and_changes_nothing(
    store: Database,
) -> None:
    store.create(new())
    assert store.append_all([append("t1", 0, "a", "b")]) == [True]
    assert store.append_all([append("t1", 0, "c")]) == [False]
    assert store.append_all([append("t1", 1, "c")]) == [False]
    found = store.load("t1")
    assert found is not None
    assert [line.event for line in found.lines] == ["a", "b"]


def test_one_late_table_does_not_hold_up_the_others_of_its_commit(
    store: Database,
) -> None:
    for name in ("t1", "t2", "t3"):
        store.create(new(name))
    store.append_all([append("t2", 0, "first")])
    together = [append("t1", 0, "a"), append("t2", 0, "late"), append("t3", 0, "b")]
    assert store.append_all(together) == [True, False, True]


def test_a_deleted_or_damaged_table_does_not_hold_up_the_others_of_its_commit(
    store: Database,
) -> None:
    for name in ("t1", "t2", "t3"):
        store.create(new(name))
    with store.writing() as connection:
        connection.execute(text("UPDATE tables SET label = 'deal 1' WHERE id = 't2'"))
    together = [append(name, 0, "a") for name in ("t1", "gone", "t2", "t3")]
    first, gone, damaged, last = store.append_all(together)
    assert (first, gone, last) == (True, False, True)
    assert isinstance(damaged, BrokenLog)


def test_two_who_write_the_same_line_at_once_do_not_both_succeed(
    database_url: str,
) -> None:
    stores = [Database(read_address(database_url), name=str(i)) for i in range(2)]
    stores[0].create(new())
    gate = threading.Barrier(2)
    won: list[tuple[int, int]] = []

    def write(i: int) -> None:
        for n in range(40):
            gate.wait()
            if stores[i].append_all([append("t1", n, f"by {i}")]) == [True]:
                won.append((n, i))

    threads = [threading.Thread(target=write, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(n for n, _ in won) == list(range(40))
    found = stores[0].load("t1")
    assert found is not None
    assert [line.event for line in found.lines] == [f"by {i}" for _, i in sorted(won)]
    for store in stores:
        store.close()


def test_events_of_many_tables_share_commits_and_none_is_lost(store: Database) -> None:
    names = [f"t{i}" for i in range(50)]
    for name in names:
        store.create(new(name))
    commits = Commits(store)
    for n in range(10):
        done = [given(commits, append(name, n, f"event {n}")) for name in names]
        assert all(one.result() for one in wait(done).done)
    commits.close()
    assert commits.lines == 500
    assert commits.count < 250
    for name in names:
        found = store.load(name)
        assert found is not None
        assert [line.event for line in found.lines] == [f"event {n}" for n in range(10)]


def test_what_was_given_before_the_end_is_written_before_the_end(
    store: Database,
) -> None:
    store.create(new())
    commits = Commits(store)
    done = [given(commits, append("t1", n, f"{n}")) for n in range(30)]
    commits.close()
    assert all(one.done() and one.result() for one in done)


def test_advice_and_wishes_are_kept_beside_the_log(store: Database) -> None:
    store.create(new())
    store.advise("t1", standing(0))
    store.append_all([append("t1", 0, "a")])
    store.request_undo("t1", standing(1), UndoRequest(1, 2, (3,)))
    assert store.since("t1", 1) == ((), True, UndoRequest(1, 2, (3,)))
    store.request_undo("t1", standing(1), None)
    assert store.since("t1", 0)[1:] == (True, None)
    (listed,) = store.listed(["t1", "t9"])
    assert listed.advised
    assert listed.standing == standing(1)


def test_tables_are_counted_by_creator_and_time(store: Database) -> None:
    store.create(new("t1"))
    store.create(new("t2"))
    first, second, third = (f"2026-{day}T00:00:00+00:00" for day in ("02-28", "03-01", "03-02"))
    assert store.created_by("me", first, second) == 2
    assert store.created_by("me", second, third) == 0
    assert store.created_by("me", "2026-02-28T00:00:00+00:00", "2026-02-28T11:00") == 0
    assert store.created_by("you", first, second) == 0


def test_an_older_database_is_brought_up_to_date(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Database(read_address(database_url))
    store.create(new("old"))
    store.close()
    later = tmp_path / "migrations"
    copytree(MIGRATIONS, later)
    (later / "versions" / "v0006_later.py").write_text(
        "import sqlalchemy as sa\n"
        "from alembic import op\n"
        'revision, down_revision = "0006", "0005"\n'
        "def upgrade():\n"
        '    op.add_column("tables", sa.Column("later", sa.Text))\n'
    )
    monkeypatch.setattr(upgrading, "MIGRATIONS", later)
    steps.cache_clear()
    try:
        store = Database(read_address(database_url))
        assert store.load("old") is not None
        with store.reading() as connection:
            assert version_of(connection) == steps()[-1] == "0006"
            connection.execute(text("SELECT later FROM tables"))
        store.close()
    finally:
        steps.cache_clear()


def test_seats_change_hands_or_stay_as_they_were(store: Database) -> None:
    store.create(new())
    mine = replace(new().chairs[2], key=b"mine", tenure=1, votes=(1, 3), change="claimed")

    def claim(chairs: Chairs) -> Arrangement:
        assert chairs == new().chairs
        return Arrangement({**chairs, 2: mine})

    arranged, why_not = store.arrange("t1", claim)
    assert (arranged.chairs[2], why_not) == (mine, None)
    assert store.chairs("t1") == arranged.chairs
    found = store.load("t1")
    assert found is not None
    assert found.new.keys == {0: b"watch", 1: b"one", 2: b"mine"}
    assert store.arrange("t1", lambda _: "no") == (
        Arrangement(arranged.chairs),
        "no",
    )
    store.seen({("t1", 2): 77.0, ("t1", 1): 78.0, ("t2", 1): 79.0})
    assert store.chairs("t1")[2] == replace(mine, seen=77.0)
    assert store.chairs("t1")[1].seen == 78.0


@pytest.mark.parametrize(("version", "age"), [("9999", "a newer"), ("0001", "an older")])
def test_a_database_of_an_unknown_version_is_refused(
    database_url: str, version: str, age: str
) -> None:
    store = Database(read_address(database_url))
    with store.writing() as connection:
        set_version = text("UPDATE alembic_version SET version_num = :version")
        connection.execute(set_version, {"version": version})
    store.close()
    with pytest.raises(UnknownVersion, match=f"made by {age} Ludex"):
        Database(read_address(database_url))


def test_the_steps_lead_to_the_schema_that_the_code_knows(database_url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    from ludex.server.store.schema import METADATA

    store = Database(read_address(database_url))
    with store._engine.connect() as connection:
        known = MigrationContext.configure(connection)
        assert compare_metadata(known, METADATA) == []
        assert version_of(connection) == known.get_current_revision() == steps()[-1]
    store.close()


def test_steps_are_named_for_the_versions_they_lead_to() -> None:
    from alembic.script import ScriptDirectory

    known = ScriptDirectory(str(MIGRATIONS)).walk_revisions("base", "head")
    assert steps() == tuple(reversed([step.revision for step in known]))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "games",
        "mysql://x/y",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x?mode=memory&uri=true",
        "sqlite:///file:x",
        "sqlite:///x.sqlite3?nonsense=1",
    ],
)
def test_what_is_no_database_is_told(text: str) -> None:
    with pytest.raises(BadAddress):
        read_address(text)


def test_an_ill_database_is_not_asked_again_for_every_table(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def ill(*_: object) -> None:
        tried.append(1)
        raise OperationalError("INSERT", {}, Exception("disk I/O error"))

    for name in ("t1", "t2", "t3"):
        store.create(new(name))
    together = [append(name, 0, "a") for name in ("t1", "t2", "t3")]
    commits = Commits(store)
    with monkeypatch.context() as patch:
        patch.setattr(store, "_append", ill)
        with pytest.raises(OperationalError):
            store.append_all(together)
        assert tried == [1]
        done = [given(commits, one) for one in together]
        assert all(one.exception() for one in wait(done).done)
    assert not commits.is_well
    assert (commits.count, commits.lines) == (0, 0)  # nothing was committed
    done = [given(commits, one) for one in together]
    assert all(one.result() for one in wait(done).done)
    assert commits.is_well
    commits.close()


def test_who_stood_in_another_s_way_tries_once_more_alone(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Deadlock(Exception):
        sqlstate = "40P01"

    write, tried = store._append, []

    def first_deadlocked(*given: Any) -> Any:
        tried.append(1)
        if len(tried) == 1:
            raise OperationalError("INSERT", {}, Deadlock())
        return write(*given)

    store.create(new("t1"))
    store.create(new("t2"))
    monkeypatch.setattr(store, "_append", first_deadlocked)
    together = [append("t1", 0, "a"), append("t2", 0, "b")]
    assert store.append_all(together) == [True, True]
    assert len(tried) == 3


def test_what_has_waited_too_long_is_not_begun(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(commits_module, "monotonic", lambda: now[0])
    commits = Commits(store)
    begun, hurry = threading.Event(), threading.Event()

    def slowly() -> bool:
        begun.set()
        return hurry.wait(30)

    slow = commits.run(slowly)
    assert begun.wait(30)
    late = commits.run(lambda: "done")
    now[0] = TIMEOUT
    assert commits.is_well  # it may take so long
    now[0] += 0.1
    assert not commits.is_well
    hurry.set()
    assert slow.result()
    assert isinstance(late.exception(), Overdue)
    assert commits.run(lambda: "done").result() == "done"
    assert commits.close()


def test_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    store = Database(read_address(f"sqlite:///{tmp_path}/tables.sqlite3"))
    store.create(new())
    modes = {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == {0o600}
    store.close()


def test_sqlite_writes_ahead_and_flushes_every_commit(tmp_path: Path) -> None:
    store = Database(read_address(f"sqlite:///{tmp_path}/a b%20c.sqlite3"))
    with store._engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    store.close()


def test_a_connection_that_is_in_use_at_the_end_is_closed_when_it_is_given_back(
    database_url: str,
) -> None:
    """A thread that waits for the database goes on when everybody else has gone."""
    store = Database(read_address(database_url))
    with store._engine.connect() as busy:
        store.close()
        busy.execute(text("SELECT 1"))
        first = busy.connection.driver_connection
    with store._engine.connect() as late:
        second = late.connection.driver_connection
    assert is_closed(first)
    assert is_closed(second)


def is_closed(connection: Any) -> bool:
    if hasattr(connection, "closed"):
        return bool(connection.closed)
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False
