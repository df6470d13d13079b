"""A SQLite file that is deleted, replaced or damaged under the server is noticed."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from commands import ludex
from ludex.server.errors import LOST
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.store.file import StoreLost
from ludex.server.tables import expiry as keeping
from serving import Player, Server, eventually, server


@pytest.fixture
def web(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(keeping, "GLANCE", 0.1)
    with server(sqlite_url) as running:
        yield running


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def health(web: Server, status: int) -> None:
    eventually(lambda: web.status("/health") == status)


def refuses_everything(web: Server, player: Player) -> None:
    """Whoever moves or makes a table is told, and nothing has happened."""
    before = len(player.log)
    player.send("act", event=player.events[0])
    while player.hear("refusal")["text"] != LOST:
        pass
    assert web.refused("/api/tables", {"game": "freecell"}) == (503, LOST)
    assert len(player.log) == before
    health(web, 503)


@pytest.mark.parametrize("part", ["", "-wal", "-shm"])
def test_a_deleted_file_is_noticed_and_nothing_more_is_accepted(
    web: Server, sqlite_url: str, part: str
) -> None:
    with web.table(game="freecell", deal=1) as player:
        player.seat_down()
        player.act(player.events[0])
        Path(f"{path_of(sqlite_url)}{part}").unlink()
        refuses_everything(web, player)


def test_a_file_moved_away_and_back_is_taken_up_again(web: Server, sqlite_url: str) -> None:
    path = path_of(sqlite_url)
    with web.table(game="freecell", deal=1) as player:
        player.seat_down()
        path.rename(path.with_name("elsewhere"))
        refuses_everything(web, player)
        path.with_name("elsewhere").rename(path)
        assert web.hall is not None
        web.hall.archive.commits._timeout = 0.1  # how long a failure is remembered
        health(web, 200)
        player.act(player.events[0])
    with closing(sqlite3.connect(path)) as found:
        (lines,) = found.execute("SELECT count(*) FROM events").fetchone()
    assert lines >= 1


def test_a_replaced_file_is_not_written_to(web: Server, sqlite_url: str) -> None:
    path = path_of(sqlite_url)
    with web.table(game="freecell", deal=1) as player:
        player.seat_down()
        other = path.with_name("other")
        shutil.copy(path, other)
        other.replace(path)
        refuses_everything(web, player)


def test_a_file_cut_short_is_noticed(web: Server, sqlite_url: str) -> None:
    path = path_of(sqlite_url)
    with web.table(game="freecell", deal=1) as player:
        player.seat_down()
        written_down(path)
        player.act(player.events[0])
        with path.open("r+b") as cut:
            cut.truncate(4096)
        refuses_everything(web, player)


def test_players_are_told_before_they_have_done_anything(web: Server, sqlite_url: str) -> None:
    with web.table(game="freecell", deal=1) as player:
        player.seat_down()
        path_of(sqlite_url).unlink()
        assert player.hear("refusal")["text"] == LOST


def written_down(path: Path) -> None:
    """What is beside the file goes into it."""
    with closing(sqlite3.connect(path)) as there:
        there.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def damaged(path: Path) -> None:
    """Everything but the first page is overwritten."""
    written_down(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))


def test_damage_that_nobody_has_met_is_found_by_reading(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "GLANCE", 0.1)
    monkeypatch.setattr(keeping, "READING", 0.1)
    with server(sqlite_url) as web, web.table(game="freecell", deal=1) as player:
        player.seat_down()
        damaged(path_of(sqlite_url))
        assert player.hear("refusal")["text"] == LOST
        health(web, 503)


def test_nothing_is_acknowledged_that_went_into_a_deleted_file(
    sqlite_url: str,
) -> None:
    database = Database(read_address(sqlite_url))
    with pytest.raises(StoreLost, match="has been deleted"), database.writing():
        path_of(sqlite_url).unlink()  # after the first look, before the commit
    database.close()


def test_an_error_of_damage_is_kept_in_mind(sqlite_url: str) -> None:
    database = Database(read_address(sqlite_url))
    written_down(path_of(sqlite_url))
    with path_of(sqlite_url).open("r+b") as file:
        file.write(b"\xa5" * path_of(sqlite_url).stat().st_size)
    database._engine.dispose()  # so that nobody remembers what it was
    for _ in range(2):
        with pytest.raises(SQLAlchemyError):
            database.load("t1")
    with pytest.raises(StoreLost, match="is damaged"):
        database.check()
    database.close()


def test_a_damaged_file_is_one_line_at_the_start(sqlite_url: str) -> None:
    Database(read_address(sqlite_url)).close()
    damaged(path_of(sqlite_url))
    done = ludex("serve", "--port", "0", "--db", sqlite_url)
    assert done.status == 2
    assert f"ludex: --db: {path_of(sqlite_url)} is damaged: " in done.err
    assert "ludex restore" in done.err
    assert "Traceback" not in done.err


def test_what_is_no_database_is_one_line_at_the_start(sqlite_url: str) -> None:
    path_of(sqlite_url).write_text("not a database at all, " * 100)
    done = ludex("serve", "--port", "0", "--db", sqlite_url)
    assert done.status == 2
    assert "is damaged: file is not a database" in done.err
