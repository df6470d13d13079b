"""Several processes at one address: they share the tables, and nobody notices."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

import postgres
from commands import ludex
from ludex.server.process import workers
from ludex.server.process.serve import listen_shared
from ludex.server.process.workers import Workers, WorkersFailed
from ludex.server.store.database import Database
from ludex.server.tables import memory
from serving import Player, Process, eventually, process, server

LINUX = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="children are looked up in /proc"
)


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(number) for number in found.split()]


def connections(process: int) -> int:
    """How many connections by TCP a process has, besides the one that it listens at."""
    inodes = {
        link.readlink().name.removeprefix("socket:[").removesuffix("]")
        for link in Path(f"/proc/{process}/fd").iterdir()
        if link.is_symlink() and link.readlink().name.startswith("socket:")
    }
    rows = Path(f"/proc/{process}/net/tcp").read_text().splitlines()[1:]
    established = {row.split()[9] for row in rows if row.split()[3] == "01"}
    return len(inodes & established)


@pytest.fixture(scope="module")
def two(postgresql: str) -> Iterator[Process]:
    """A server of two workers; when it is killed they end with it."""
    url = postgres.new_database(postgresql)
    with process(url, "carcassonne", "freecell", "--workers", "2") as running:
        eventually(lambda: len(children(running.process.pid)) == 2)
        yield running
        workers = children(running.process.pid)
        running.process.kill()
        running.process.wait()
        eventually(lambda: not any(is_there(worker) for worker in workers))


def is_there(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def held(running: Process) -> list[int]:
    """How many connections each of the workers has, the fewest first."""
    return sorted(connections(worker) for worker in children(running.process.pid))


@LINUX
@pytest.mark.slow
def test_all_who_play_at_a_table_come_together_in_one_worker(two: Process) -> None:
    """Which worker gets a connection is for the system to say: all of 16 at one is no chance."""
    server = two.server
    made = server.post("/api/tables", {"game": "carcassonne", "seats": ["me", "friend"], "seed": 1})
    friend = server.claim(made)
    with ExitStack() as open_until_the_end:
        mine, theirs = (
            [
                open_until_the_end.enter_context(server.player(made["table"], token))
                for _ in range(8)
            ]
            for token in (made["token"], friend)
        )
        for turn in range(6):
            mover = (mine, theirs)[turn % 2][turn]
            mover.my_turn()
            mover.act(mover.events[0])
            for player in (*mine, *theirs):
                player.when(lambda m, seq=mover.table["seq"]: m["seq"] >= seq)
                assert player.log == mover.log
        eventually(lambda: held(two) == [0, 16])


@LINUX
@pytest.mark.slow
def test_tables_are_shared_out_among_workers(two: Process) -> None:
    """Which worker keeps a table its name says: all of 12 at one is no chance to fear."""
    with ExitStack() as open_until_the_end:
        for _ in range(12):
            player = open_until_the_end.enter_context(two.server.table(game="freecell"))
            player.see()
        eventually(lambda: sum(held(two)) == 12)
        assert min(held(two)) > 0, "one worker keeps all tables"


@pytest.mark.slow
@LINUX
def test_a_table_whose_worker_was_killed_is_served_by_the_successor(
    two: Process,
) -> None:
    with two.server.table(game="freecell", deal=1) as player:
        player.see()
        for worker in children(two.process.pid):
            if connections(worker):
                os.kill(worker, signal.SIGKILL)
        table, token = player.made["table"], player.made["token"]
    with two.server.player(table, token) as again:
        again.see()
        again.act(again.events[0])


@pytest.mark.slow
@LINUX
def test_a_worker_that_is_killed_is_followed_by_another(two: Process) -> None:
    before = children(two.process.pid)
    os.kill(before[0], signal.SIGKILL)
    eventually(lambda: len({*children(two.process.pid)} - {*before}) == 1)
    for _ in range(20):  # whichever worker is asked
        assert two.server.status("/health") == 200


SLEEPING = """
import socket, time
from ludex.server.process.workers import Workers
Workers([socket.socket(), socket.socket()], lambda _: time.sleep(60)).run()
"""


@LINUX
@pytest.mark.slow
@pytest.mark.parametrize("blow", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_their_parent(blow: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", SLEEPING]) as parent:
        eventually(lambda: len(children(parent.pid)) == 2)
        workers = children(parent.pid)
        parent.send_signal(blow)
        parent.wait()
    eventually(lambda: not any(is_there(worker) for worker in workers))


def test_processes_do_not_share_a_sqlite_file(tmp_path: Path) -> None:
    done = ludex("serve", "--workers", "2", "--db", f"sqlite:///{tmp_path}/t.sqlite3")
    assert done.status == 2
    assert done.err == (
        "ludex: --workers: processes cannot share a SQLite file; "
        "give a PostgreSQL database (--db), or one worker\n"
    )


def test_a_database_that_cannot_be_reached_is_told_once(tmp_path: Path) -> None:
    url = f"postgresql://nobody@/none?host={tmp_path}"
    done = ludex("serve", "--workers", "2", "--port", "0", "--db", url)
    assert done.status == 2
    assert done.err.count("--db: ") == 1
    assert "Traceback" not in done.err


def test_an_address_is_shared_with_nobody_else() -> None:
    opened = listen_shared("127.0.0.1", 0, 2)
    port = opened[0].getsockname()[1]
    try:
        with pytest.raises(OSError, match="in use"):
            listen_shared("127.0.0.1", port, 2)
    finally:
        for one in opened:
            one.close()


def test_workers_that_cannot_begin_are_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "PAUSE", 0.0)

    def work(_: socket.socket) -> None:
        raise RuntimeError("it cannot begin")

    opened = listen_shared("127.0.0.1", 0, 2)
    try:
        with pytest.raises(WorkersFailed):
            Workers(opened, work).run()
    finally:
        for one in opened:
            one.close()


def test_a_table_that_is_played_elsewhere_leaves_memory(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or else every process would read every move of every table it has ever shown."""
    monkeypatch.setattr(memory, "COMING", 0.0)
    with server(postgresql_url) as one, server(postgresql_url) as two:
        made = one.post("/api/tables", {"game": "freecell", "deal": 1})
        assert one.hall is not None
        assert made["table"] in one.hall.tables
        with two.player(made["table"], made["token"]) as player:
            player.seat_down()
            player.act(player.events[0])
            eventually(lambda: made["table"] not in one.hall.tables)  # type: ignore[union-attr]
            with one.player(made["table"], made["token"]) as again:
                assert again.seat_down()["seq"] == player.table["seq"]
                player.act("undo")  # whoever is there keeps it
                again.see(lambda m: m["seq"] == player.table["seq"])


def played(one: Player, two: Player, moves: int) -> None:
    """So many moves of a game for two, each seen by both."""
    for i in range(moves):
        mover, other = ((one, two), (two, one))[i % 2]
        mover.my_turn()
        mover.act(mover.events[0])
        other.when(lambda m, seq=mover.table["seq"]: m["seq"] >= seq)
        assert other.log == mover.log


def test_moves_are_told_without_their_deals_and_need_not_be_read(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    since = Database.since

    def counted(store: Database, table: str, seq: int) -> Any:
        asked.append(seq)
        return since(store, table, seq)

    with server(postgresql_url) as one, server(postgresql_url) as two:
        made = one.post("/api/tables", {"game": "carcassonne", "seats": ["me", "friend"]})
        friend = one.claim(made)
        with (
            one.player(made["table"], made["token"]) as me,
            two.player(made["table"], friend) as you,
            psycopg.connect(postgresql_url, autocommit=True) as listener,
        ):
            played(me, you, 2)
            listener.execute("LISTEN ludex")
            monkeypatch.setattr(Database, "since", counted)
            played(me, you, 6)
            told = [notice.payload for notice in listener.notifies(timeout=1)]
    assert asked == []
    assert sum(text.count("place_tile") for text in told) == 6
    assert not any("draw_tile" in text for text in told)


def test_what_is_told_wrongly_is_read_from_the_store(postgresql_url: str) -> None:
    with server(postgresql_url) as web, web.table(game="freecell", deal=1) as player:
        seq = player.seat_down()["seq"]
        event = player.events[0]
        live = web.live(player.made["table"])
        news = {
            "seq": seq + 1,
            "after": seq,
            "lines": [[event, 1, 0.0, False]],
            "seal": "00",
        }
        assert web.hall is not None
        loop = next(iter(web.hall._tasks)).get_loop()
        asyncio.run_coroutine_threadsafe(live.take(news), loop).result()
        assert live.seq == seq
        assert player.act(event)["seq"] == seq + 1
