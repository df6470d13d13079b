"""A log of any length is opened without anybody else having to wait for it."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from ludex.play.protocol.log import LogLine
from ludex.server.limits import time_slices as lane
from ludex.server.limits.time_slices import SHORT, TimeSlices
from ludex.server.presentation import log_entries
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.store.records import Append, TableSummary
from ludex.server.store.rows import PAGE
from ludex.server.tables import hall
from ludex.server.tables.game_clock import now
from ludex.server.tables.records.record import TableRecord
from serving import Server, server

LINES = 3000
NOWHERE = TableSummary(0, 0, "", over=False, winners=(), seconds=0, assisted=False, updated="")


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.sqlite3"


def long_table(database: str) -> dict[str, str]:
    """A table at which somebody has moved a card to and fro for a very long time."""
    with server(database) as web:
        made: dict[str, str] = web.post("/api/tables", {"game": "freecell", "deal": 1})
        with web.player(made["table"], made["token"]) as player:
            seq = player.seat_down()["seq"]
            there = player.events[0]
    lines = tuple(LogLine(("undo", there)[i % 2 == 0], 1) for i in range(LINES))
    store = Database(read_address(database))
    standing = replace(NOWHERE, seq=seq + LINES, updated=now())
    assert store.append_all([Append(made["table"], seq, lines, standing)]) == [True]
    store.close()
    return made


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lines were replayed each time."""
    found: list[int] = []
    whole = TableRecord.replay

    def replay(table: TableRecord, lines: tuple[LogLine, ...]) -> None:
        if lines:
            found.append(len(lines))
        whole(table, lines)

    monkeypatch.setattr(TableRecord, "replay", replay)
    return found


def opening(web: Server, made: dict[str, str]) -> Iterator[None]:
    """Until somebody has opened the table, who reads it in a thread of its own."""
    seen: list[int] = []

    def read() -> None:
        with web.player(made["table"], made["token"]) as reader:
            seen.append(reader.seat_down()["seq"])

    thread = Thread(target=read)
    thread.start()
    while thread.is_alive():
        yield
    assert seen
    assert seen[0] >= LINES


def test_while_a_long_log_is_replayed_others_play(
    database: str, slices: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = long_table(database)
    del slices[:]
    monkeypatch.setattr(lane, "REST", 10.0)  # long enough on any machine
    with server(database) as web, web.table(game="freecell", deal=2) as other:
        other.seat_down()
        during = 0
        for i, _ in enumerate(opening(web, made)):
            other.act(other.events[0] if i % 2 == 0 else "undo")
            during += made["table"] not in web.hall.tables  # type: ignore[union-attr]
    assert max(slices) <= hall.SLICE
    assert sum(slices) >= LINES
    assert during >= 5


def test_a_log_of_many_pages_is_read_whole(database: str) -> None:
    assert LINES > PAGE
    made = long_table(database)
    store = Database(read_address(database))
    stored = store.load(made["table"])
    assert stored is not None
    assert len(stored.lines) == LINES
    assert stored.lines[-1].event == "undo"
    since = store.since(made["table"], 5)[0]
    assert since == stored.lines[5:]
    store.close()


def test_a_long_log_is_opened_from_its_last_snapshot(database: str, slices: list[int]) -> None:
    made = long_table(database)
    for expected in (LINES, 0):  # once for all
        del slices[:]
        with server(database) as web, web.player(made["table"], made["token"]) as player:
            player.seat_down()
            there = player.events[0]
            player.act(there)
            player.act("undo")
        assert expected <= sum(slices) < expected + 500


def test_the_end_of_a_long_log_is_sent_and_earlier_entries_when_they_are_asked_for(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_entries, "ENTRIES", 5)
    with server(database) as web:
        made = web.post("/api/tables", {"game": "carcassonne", "seats": ["me", "bot:random"]})
        with web.player(made["table"], made["token"]) as player:
            player.my_turn()
            for _ in range(4):
                player.act(player.events[0])
                player.my_turn()
            whole = player.log
        with web.player(made["table"], made["token"]) as again:
            message = json.loads(again.socket.recv())
            assert message["log_from"] == len(whole) - 4
            assert message["log"] == whole[-5:]
            again.table = message
            again.send("log", to=message["log_from"] - 1)
            earlier = again.hear("log")
            assert earlier["log_from"] == len(whole) - 9
            assert earlier["log"] == whole[-10:-5]
            again.send("log", to=3)
            assert again.hear("log")["log"] == whole[:3]


def test_long_work_is_done_one_after_the_other_and_others_come_between() -> None:
    done: list[str] = []

    def work(name: str, count: int) -> Iterator[None]:
        for _ in range(count):
            done.append(name)
            yield

    async def all_at_once() -> None:
        one, count = TimeSlices(), SHORT + 1
        await asyncio.gather(
            one.run(work("first", count), count),
            one.run(work("second", count), count),
            one.run(work("short", SHORT), SHORT),
        )

    asyncio.run(all_at_once())
    long = [name for name in done if name != "short"]
    assert long == ["first"] * (SHORT + 1) + ["second"] * (SHORT + 1)
    assert "short" in done[: SHORT + 1], "the short work has waited for the long one"


def test_the_entries_for_who_sits_down_are_made_in_slices(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(database) as web:
        made = web.post("/api/tables", {"game": "carcassonne", "seats": ["me", "bot:random"]})
        with web.player(made["table"], made["token"]) as player:
            player.my_turn()
            for _ in range(4):
                player.act(player.events[0])
                player.my_turn()
    turns: list[int] = []
    running: list[bool] = []
    narrated = log_entries._narrated

    def counted(*given: Any) -> bytes:
        if not running:
            running.append(True)
            turns.append(0)
            asyncio.get_running_loop().call_soon(running.clear)
        turns[-1] += 1
        return narrated(*given)

    monkeypatch.setattr(log_entries, "SLICE", 2)
    monkeypatch.setattr(log_entries, "_narrated", counted)
    with server(database) as web, web.player(made["table"], made["token"]) as player:
        player.seat_down()
    assert sum(turns) >= 7
    assert max(turns) == 2
