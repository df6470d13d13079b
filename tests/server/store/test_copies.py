"""Backups: made while the server runs, put back into either kind of database."""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from commands import Done, ludex
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.store.file import alone_with
from ludex.server.store.schema import METADATA
from serving import server


@contextmanager
def store(url: str) -> Iterator[Database]:
    database = Database(read_address(url))
    try:
        yield database
    finally:
        database.close()


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a store."""
    with store(url) as database, database.reading() as there:
        return {
            table.name: sorted(map(tuple, there.execute(select(table))), key=repr)
            for table in METADATA.sorted_tables
        }


def played(url: str) -> tuple[str, str]:
    """A game that was begun on a server; its table and token."""
    with server(url) as web:
        made = web.post("/api/tables", {"game": "freecell", "deal": 617})
        with web.player(made["table"], made["token"]) as player:
            player.seat_down()
            for _ in range(3):
                player.act(player.events[0])
    return made["table"], made["token"]


@pytest.fixture
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A second database, of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/second.sqlite3"
    else:
        yield request.getfixturevalue("postgresql_url")


@pytest.mark.parametrize("empty_url", ["sqlite", "postgresql"], indirect=True)
def test_a_backup_goes_into_either_kind_and_back_and_nothing_is_lost(
    sqlite_url: str, empty_url: str, tmp_path: Path
) -> None:
    table, token = played(sqlite_url)
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    made = ludex("backup", first, "--db", sqlite_url)
    assert (made.status, made.out) == (0, f"{first}: 1 table and 3 events\n")
    assert stat.S_IMODE(Path(first).stat().st_mode) == 0o600
    put = ludex("restore", first, "--db", empty_url)
    assert (put.status, put.out) == (0, "restored 1 table and 3 events\n")
    assert rows(empty_url) == rows(sqlite_url)
    assert ludex("backup", second, "--db", empty_url).status == 0
    assert ludex("restore", second, "--db", sqlite_url, "--force").status == 0
    assert rows(empty_url) == rows(sqlite_url)
    with server(sqlite_url) as web, web.player(table, token) as player:
        player.seat_down()
        assert len(player.log) == 3
        player.act(player.events[0])


def test_nothing_is_left_beside_a_backup(database_url: str, tmp_path: Path) -> None:
    played(database_url)
    folder = tmp_path / "backups"
    folder.mkdir()
    for _ in range(2):
        made = ludex("backup", str(folder / "games"), "--db", database_url, "--force")
        assert made.status == 0, made.err
        assert [path.name for path in folder.iterdir()] == ["games"]


def test_a_backup_is_made_while_the_server_runs(database_url: str, tmp_path: Path) -> None:
    with server(database_url) as web, web.table(game="freecell", deal=1) as player:
        player.seat_down()
        player.act(player.events[0])
        for n in range(3):
            file = tmp_path / f"backup{n}"
            assert ludex("backup", str(file), "--db", database_url).status == 0
            with closing(sqlite3.connect(file)) as found:
                (count,) = found.execute("SELECT count(*) FROM events").fetchone()
            assert count == len(player.log)
            assert [one.name for one in tmp_path.glob(".ludex-*")] == []
            player.act(player.events[0])


def test_nothing_is_restored_under_a_running_server(database_url: str, tmp_path: Path) -> None:
    file = str(tmp_path / "backup")
    with (
        alone_with(read_address(database_url)),  # as `ludex serve` begins
        server(database_url) as web,
        web.table(game="freecell", deal=1) as player,
    ):
        player.seat_down()
        assert ludex("backup", file, "--db", database_url).status == 0
        player.act(player.events[0])
        refused = ludex("restore", file, "--db", database_url, "--force")
        complains(refused, "a server is using this database: stop it first")
        player.act(player.events[0])


def complains(done: Done, words: str) -> None:
    """One line and the status of bad input."""
    assert done.status == 2
    assert words in done.err
    assert done.err.count("\n") == 1


def test_games_that_are_there_are_overwritten_only_when_asked(
    database_url: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "backup")
    played(database_url)
    assert ludex("backup", file, "--db", database_url).status == 0
    complains(ludex("restore", file, "--db", database_url), "--force overwrites")
    complains(ludex("backup", file, "--db", database_url), "exists; --force overwrites")
    before = rows(database_url)
    played(database_url)
    assert rows(database_url) != before
    assert ludex("restore", file, "--db", database_url, "--force").status == 0
    assert rows(database_url) == before
    assert ludex("backup", file, "--db", database_url, "--force").status == 0


def test_what_is_no_backup_is_refused_and_changes_nothing(sqlite_url: str, tmp_path: Path) -> None:
    played(sqlite_url)
    before = rows(sqlite_url)
    backup = tmp_path / "backup"
    assert ludex("backup", str(backup), "--db", sqlite_url).status == 0
    target = ["--db", sqlite_url, "--force"]
    complains(ludex("restore", str(tmp_path / "none"), *target), "there is no file")
    text = tmp_path / "text"
    text.write_text("no database at all " * 20)
    complains(ludex("restore", str(text), *target), "is not a backup of Ludex")
    other = tmp_path / "other"
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE things (a)")
    complains(ludex("restore", str(other), *target), "is not a backup of Ludex")
    newer = tmp_path / "newer"
    newer.write_bytes(backup.read_bytes())
    with closing(sqlite3.connect(newer)) as made:
        made.execute("UPDATE alembic_version SET version_num = 'z999'")
        made.commit()
    complains(ludex("restore", str(newer), *target), "by a newer Ludex")
    hurt = tmp_path / "hurt"
    raw = backup.read_bytes()
    hurt.write_bytes(raw[:4096] + b"\xa5" * 8192 + raw[12288:])
    done = ludex("restore", str(hurt), *target)
    assert done.status == 2
    assert "is damaged" in done.err or "is not a backup" in done.err
    assert rows(sqlite_url) == before


def test_a_damaged_database_is_replaced_by_its_backup(sqlite_url: str, tmp_path: Path) -> None:
    played(sqlite_url)
    before, file = rows(sqlite_url), str(tmp_path / "backup")
    assert ludex("backup", file, "--db", sqlite_url).status == 0
    Path(sqlite_url.removeprefix("sqlite:///")).write_bytes(b"\xa5" * 50_000)
    complains(ludex("backup", f"{file}2", "--db", sqlite_url), "not a database")
    assert not Path(f"{file}2").exists()
    assert ludex("restore", file, "--db", sqlite_url, "--force").status == 0
    assert rows(sqlite_url) == before


def test_there_must_be_something_to_back_up(sqlite_url: str, tmp_path: Path) -> None:
    complains(
        ludex("backup", str(tmp_path / "backup"), "--db", sqlite_url),
        "there is no database",
    )
    complains(ludex("backup", "x", "--db", "nonsense"), "--db: expected sqlite:///FILE")


@pytest.mark.parametrize(
    ("addition", "named"),
    [
        ("CREATE VIEW v AS SELECT 1", "the view 'v'"),
        (
            "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END",
            "the trigger 't'",
        ),
        ("CREATE TABLE more (a)", "the table 'more'"),
    ],
)
def test_a_backup_with_anything_but_our_tables_is_refused(
    sqlite_url: str, tmp_path: Path, addition: str, named: str
) -> None:
    played(sqlite_url)
    backup = tmp_path / "backup"
    assert ludex("backup", str(backup), "--db", sqlite_url).status == 0
    with closing(sqlite3.connect(backup)) as file:
        file.execute(addition)
        file.commit()
    before = rows(sqlite_url)
    done = ludex("restore", str(backup), "--db", sqlite_url, "--force")
    assert (done.status, done.err) == (
        2,
        f"ludex: {backup} is not a backup of Ludex: it has {named}\n",
    )
    assert rows(sqlite_url) == before


def test_a_backup_never_goes_onto_its_own_database(sqlite_url: str) -> None:
    played(sqlite_url)
    database, before = str(read_address(sqlite_url).database), rows(sqlite_url)
    done = ludex("backup", database, "--force", "--db", sqlite_url)
    assert (done.status, done.err) == (
        2,
        f"ludex: {database} is the database itself: name another file\n",
    )
    assert rows(sqlite_url) == before
