"""A store that was damaged while nobody served it: acknowledged lines are there, or it is said."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copy

import pytest
from sqlalchemy.exc import SQLAlchemyError

from commands import ludex
from ludex.play.protocol.log import Header, LogLine
from ludex.server.store import connection
from ludex.server.store.address import read_address
from ludex.server.store.checksums import BrokenLog, ChecksumFindings
from ludex.server.store.database import Database
from ludex.server.store.file import StoreDamaged, StoreFile
from ludex.server.store.records import Append, Chair, NewTable, TableSummary
from ludex.server.store.upgrade import UnknownVersion
from serving import server

HEADER = Header("freecell", 2**127 + 1, ("person",), "2026-02-28T12:00:00+00:00", label="deal 617")
PARTS = ("", "-wal", "-commits")
TABLES = ("t1", "t2", "t3")
LINES = 60
SAID = (SQLAlchemyError, UnknownVersion)
"""Errors that `ludex serve` turns into one line."""


def new(table: str) -> NewTable:
    return NewTable(table, HEADER, {0: Chair(b"watch"), 1: Chair(b"one")}, {"game": "freecell"})


def append(table: str, after: int, event: str) -> Append:
    standing = TableSummary(
        after + 1, after + 1, "", over=False, winners=(), seconds=0.0, assisted=False,
        updated="2026-02-28T12:00:01+00:00",
    )  # fmt: skip
    return Append(table, after, (LogLine(event, 1, 0.25),), standing)


Lines = dict[str, tuple[LogLine, ...]]


@dataclass(frozen=True)
class Killed:
    """The files of a server that was killed, and all that it had acknowledged."""

    folder: Path
    lines: Lines

    def copied(self, target: Path) -> Path:
        for part in PARTS:
            copy(self.folder / f"store{part}", target / f"store{part}")
        return target / "store"


@pytest.fixture(scope="module", params=[0, 40], ids=["in the wal", "in both"])
def killed(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Killed:
    folder, still = tmp_path_factory.mktemp("running"), tmp_path_factory.mktemp("killed")
    store = Database(read_address(f"sqlite:///{folder}/store"))
    for table in TABLES:
        store.create(new(table))
    for n in range(LINES):
        for table in TABLES:
            assert store.append_all([append(table, n, f"event({n})")]) == [True]
        if n == request.param:
            with store._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    running = Killed(folder, {table: store.load(table).lines for table in TABLES})  # type: ignore[union-attr]
    running.copied(still)
    store.close()
    return replace(running, folder=still)


def flip(dice: random.Random, raw: bytearray) -> None:
    raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)


def flip_many(dice: random.Random, raw: bytearray) -> None:
    for _ in range(50):
        flip(dice, raw)


def cut(dice: random.Random, raw: bytearray) -> None:
    del raw[dice.randrange(len(raw)) :]


def zero_page(dice: random.Random, raw: bytearray) -> None:
    at = dice.randrange(len(raw)) // 4096 * 4096
    raw[at : at + 4096] = bytes(len(raw[at : at + 4096]))


def swap_pages(dice: random.Random, raw: bytearray) -> None:
    one, two = (dice.randrange(len(raw)) // 4096 * 4096 for _ in range(2))
    raw[one : one + 4096], raw[two : two + 4096] = raw[two : two + 4096], raw[one : one + 4096]


def empty(_: random.Random, raw: bytearray) -> None:
    raw.clear()


DAMAGES: tuple[Callable[[random.Random, bytearray], None], ...] = (
    flip, flip_many, cut, zero_page, swap_pages, empty,
)  # fmt: skip


def read_all(store: Database) -> Lines:
    """The logs that can be read; of those that are said to be damaged there is nothing."""
    found: Lines = {}
    for table in TABLES:
        try:
            stored = store.load(table)
        except (*SAID, BrokenLog):
            continue
        found[table] = stored.lines if stored else ()
    return found


@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_no_acknowledged_line_is_missing_without_a_word(
    killed: Killed, tmp_path: Path, part: str, damage: Callable[[random.Random, bytearray], None]
) -> None:
    for seed in range(6):
        path = killed.copied(tmp_path)
        for beside in ("-shm",):
            Path(f"{path}{beside}").unlink(missing_ok=True)
        file = Path(f"{path}{part}")
        raw = bytearray(file.read_bytes())
        damage(random.Random(seed), raw)
        file.write_bytes(raw)
        url = read_address(f"sqlite:///{path}")
        try:
            store = Database(url)
        except StoreDamaged as said:
            text = str(said)
            assert "is damaged: " in text
            store = Database(url, accept_loss=True)
            for table, lines in read_all(store).items():  # the last good point
                assert lines == killed.lines[table][: len(lines)]
            store.close()
            Database(url).close()  # and that is good from now on
        except SAID:
            continue
        else:
            found = read_all(store)
            store.close()
            assert found == {table: killed.lines[table] for table in found}


def test_a_changed_letter_of_a_table_s_name_is_found_wherever_it_stands(tmp_path: Path) -> None:
    url = read_address(f"sqlite:///{tmp_path}/store")
    store = Database(url)
    store.create(new("needle"))
    store.close()
    file = tmp_path / "store"
    raw = file.read_bytes()
    places = [at for at in range(len(raw)) if raw.startswith(b"needle", at)]
    assert len(places) > 4  # in rows and in indexes
    for at in places:
        file.write_bytes(raw[:at] + b"N" + raw[at + 1 :])
        with pytest.raises(SAID):
            Database(url)


def test_a_lost_end_is_said_in_one_line_and_given_up_when_that_is_asked_for(
    killed: Killed, tmp_path: Path
) -> None:
    path = killed.copied(tmp_path)
    wal = Path(f"{path}-wal")
    wal.write_bytes(wal.read_bytes()[:-20_000])
    url = f"sqlite:///{path}"
    done = ludex("serve", "--port", "0", "--db", url)
    assert done.status == 2
    (line,) = done.err.splitlines()
    assert line.startswith(f"ludex: --db: {path} is damaged: it has lost its last ")
    assert "--accept-loss continues from there" in line
    with pytest.raises(StoreDamaged):
        Database(read_address(url))  # nothing has been given up yet
    Database(read_address(url), accept_loss=True).close()
    Database(read_address(url)).close()


def test_a_changed_letter_is_found_when_its_table_is_opened(sqlite_url: str) -> None:
    with server(sqlite_url) as web:
        made = web.post("/api/tables", {"game": "freecell", "deal": 1})
        with web.player(made["table"], made["token"]) as player:
            player.seat_down()
            for _ in range(3):
                player.act(player.events[0])
        assert web.hall is not None
        with web.hall.database.writing() as connection:
            connection.exec_driver_sql("UPDATE events SET seconds = 77 WHERE n = 2")
        web.hall.tables.clear()
        status, text = web.refused(f"/api/tables/{made['table']}/claim", {
            "invitation": "x" * 32, "token": "y" * 32,
        })  # fmt: skip
        assert (status, text) == (503, "The log of this table is damaged; a backup may have it.")
    with pytest.raises(
        StoreDamaged, match=f"the log of table {made['table']} is sound up to line 1"
    ):
        Database(read_address(sqlite_url))
    store = Database(read_address(sqlite_url), accept_loss=True)
    stored = store.load(made["table"])
    assert stored is not None
    assert len(stored.lines) == 1
    store.close()


@pytest.mark.parametrize("unread", ["the file", "the logs", "nothing"])
def test_a_file_that_is_too_large_to_be_read_whole_is_known_as_such(
    sqlite_url: str, unread: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Database(read_address(sqlite_url)).close()
    if unread == "the file":
        monkeypatch.setattr(StoreFile, "check", lambda *_: False)
    if unread == "the logs":
        partly = ChecksumFindings({}, is_whole=False)
        monkeypatch.setattr(connection, "find_breaks", lambda *_: partly)
    store = Database(read_address(sqlite_url))
    assert store.is_checked is (unread == "nothing")
    store.close()
