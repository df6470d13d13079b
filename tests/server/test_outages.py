"""A database that is locked, slow or gone: everybody is told, and play goes on after it."""

import os
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

import postgres
from ludex.server.store import engine
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.store.records import Append
from ludex.server.tables import driver as driving
from ludex.server.tables import hall
from ludex.server.tables.driver import Driver
from serving import QUICK, TIMEOUT, Server, eventually, server

UNSAVED = "That could not be saved; try again."


@pytest.fixture
def web(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that waits for a lock as long as it takes others to ask, and no longer."""
    prepare = engine._prepare_sqlite

    def prepare_hastily(connection: sqlite3.Connection, record: object) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA busy_timeout=500")

    monkeypatch.setattr(engine, "_prepare_sqlite", prepare_hastily)
    with server(sqlite_url) as running:
        yield running


@contextmanager
def locked(web: Server) -> Iterator[None]:
    """Somebody else writes, and does not come to an end."""
    assert web.hall is not None
    path = str(web.hall.database.url.database)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def broken(web: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[None]]:
    """No query is answered, as when PostgreSQL has gone away; how often one was asked."""
    assert web.hall is not None
    database, asked = web.hall.database, list[None]()

    def fail(*_: object, **__: object) -> None:
        asked.append(None)
        raise OperationalError("SELECT", {}, Exception("gone"))

    with monkeypatch.context() as patch:
        for name in ("append_all", "since", "load", "listed", "created_by", "create",
                     "request_undo", "advise", "check"):  # fmt: skip
            patch.setattr(database, name, fail)
        yield asked


def test_a_locked_database_holds_nobody_up_for_long(
    web: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for it waits together with others, and a new table no longer."""
    append, together = Database.append_all, list[int]()

    def counted(store: Database, appends: Sequence[Append]) -> list[bool | Exception]:
        together.append(len(appends))
        return append(store, appends)

    with (
        web.table(game="freecell", deal=1) as one,
        web.table(game="freecell", deal=2) as two,
        web.table(game="freecell", deal=3) as three,
        web.table(game="freecell", deal=4) as four,
    ):
        players = (one, two, three, four)
        for player in players:
            player.seat_down()
        monkeypatch.setattr(Database, "append_all", counted)
        with locked(web):
            for player in players:
                player.send("act", event=player.events[0])
            created: list[int] = []
            asking = threading.Thread(
                target=lambda: created.append(web.tried("/api/tables", {"game": "freecell"})[0])
            )
            asking.start()
            for player in players:
                assert player.hear("refusal")["text"] == UNSAVED
            asking.join()
            assert created == [503]
            assert sum(together) == 4
            assert len(together) < 4
            assert web.status("/health") == 503
        for player in players:
            player.see()  # shown again after the refusal
            player.act(player.events[0])
            assert len(player.log) == 1
    assert web.hall is not None
    web.hall.archive.commits._timeout = 0.1  # how long a failure is remembered
    eventually(lambda: web.status("/health") == 200)


def test_in_an_outage_everybody_is_told_and_nobody_is_thrown_out(
    web: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = web.post("/api/tables", {"game": "carcassonne", "seats": ["me", "friend"]})
    key = {"table": made["table"], "token": made["token"]}
    with web.player(made["table"], made["token"]) as me:
        me.my_turn()
        me.act(me.events[0])
        with broken(web, monkeypatch):
            for kind in ("undo", "undo"):  # a wish, which is kept in the store
                me.send(kind)
                assert me.hear("refusal")["text"] == UNSAVED
            assert web.tried("/api/tables", {"game": "freecell"})[0] == 503
            assert web.tried("/api/tables/mine", {"tables": [key]})[0] == 503
        me.send("undo")
        assert me.see(lambda m: m["undo_asked_by"] == 1)
    with web.table(game="freecell", deal=1) as alone:
        alone.seat_down()
        with broken(web, monkeypatch):
            for _ in range(3):  # the second finds the table in doubt
                alone.send("act", event=alone.events[0])
                assert alone.hear("refusal")["text"] == UNSAVED
        alone.act(alone.events[0])


def test_a_hello_in_an_outage_is_asked_to_come_again(
    web: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = web.post("/api/tables", {"game": "freecell", "deal": 1})
    assert web.hall is not None
    web.hall.tables.clear()
    with (
        broken(web, monkeypatch),
        web.player(made["table"], made["token"]) as me,
        pytest.raises((ConnectionClosed, EOFError)),
    ):
        me.see()  # it never does
    assert me.socket.close_code == 1012


def test_a_bot_plays_on_after_an_outage(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "RETRY", 0.05)
    monkeypatch.setattr(hall, "HEARTBEAT", 1e6)  # nobody wakes it
    with (
        server(sqlite_url) as web,
        web.table(game="carcassonne", seats=["me", "bot:random"]) as me,
    ):
        me.my_turn()
        plays, outage, asked = (
            Driver._play,
            broken(web, monkeypatch),
            list[list[None]](),
        )

        async def play(self: Driver, live: object, seat: object) -> None:
            if not asked:
                asked.append(outage.__enter__())
            await plays(self, live, seat)  # type: ignore[arg-type]

        monkeypatch.setattr(Driver, "_play", play)
        me.act(me.events[0])
        eventually(lambda: asked and len(asked[0]) > 3)  # it tries again and again
        outage.__exit__(None, None, None)
        assert me.table["turn"] == 2
        assert me.my_turn()["turn"] == 1


@pytest.fixture
def stopping() -> Iterator[tuple[str, int]]:
    """A PostgreSQL of its own, that may be stopped, and its process."""
    reason = postgres.why_not()
    if reason is not None:
        pytest.skip(reason)
    with postgres.cluster() as url:
        folder = Path(url.split("host=")[1])
        number = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        yield postgres.new_database(url), number


@contextmanager
def silent(postmaster: int) -> Iterator[None]:
    """PostgreSQL is there, and does not answer."""
    told = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(postmaster)],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    processes = [postmaster, *map(int, told.split())]
    for one in processes:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in processes:
            os.kill(one, signal.SIGCONT)


@pytest.mark.slow
def test_the_server_ends_even_if_postgresql_does_not_answer(
    stopping: tuple[str, int],
) -> None:
    url, postmaster = stopping
    quickly = replace(QUICK, closing_seconds=1, store_seconds=1.5)
    ended = threading.Event()
    with server(url, quickly, ended=ended) as web:
        made = web.post("/api/tables", {"game": "freecell", "deal": 1})
        with web.player(made["table"], made["token"]) as me:
            me.seat_down()
            with silent(postmaster):
                me.send("act", event=me.events[0])
                assert me.hear("refusal")["text"] == UNSAVED
                me.send("act", event=me.events[0])
                assert web.status("/health") == 503
                web.stop()
                assert ended.wait(TIMEOUT)


def test_the_end_waits_for_what_was_accepted(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the database is slow and nobody is there but a bot."""
    ended, asked, hurry = (threading.Event() for _ in range(3))
    append = Database.append_all

    def slow(store: Database, appends: Any) -> Any:
        asked.set()
        assert hurry.wait(TIMEOUT)
        return append(store, appends)

    with server(sqlite_url, replace(QUICK, pause=0.2), ended=ended) as web:
        wish = {"game": "carcassonne", "seats": ["me", "bot:random"]}
        made = web.post("/api/tables", wish)
        with web.player(made["table"], made["token"]) as me:
            me.my_turn()
            seq = me.act(me.events[0])["seq"]
            monkeypatch.setattr(Database, "append_all", slow)
        assert asked.wait(TIMEOUT)  # the bot's move has reached the writer
        web.stop()
        assert web.hall is not None
        eventually(lambda: not web.hall.is_open)  # type: ignore[union-attr]
        assert not ended.wait(0.3)
        hurry.set()
        assert ended.wait(TIMEOUT)
        store = Database(read_address(sqlite_url))
        stored = store.load(made["table"])
        store.close()
        assert stored is not None
        assert len(stored.lines) > seq


def pondering(*_: object) -> str:
    """A bot that never comes to an end, and does not look whether anybody waits for it."""
    while True:
        sleep(1)


def test_a_bot_that_thinks_does_not_hold_up_the_end(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "bots_event", pondering)
    ended = threading.Event()
    with server(sqlite_url, ended=ended) as web:
        wish = {"game": "holdem", "seats": ["me", "bot:greedy"]}
        with web.table(**wish) as me:
            me.my_turn()
            me.send("act", event=me.events[0])
            assert web.hall is not None
            eventually(lambda: not web.hall.bots.is_idle)  # type: ignore[union-attr]
            web.stop()
            assert ended.wait(TIMEOUT)
