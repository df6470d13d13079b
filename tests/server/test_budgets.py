"""Budgets of lines, bytes, thinking and tables; tables that expire; clocks that are wrong."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from ludex.play.protocol.log import Header, LogLine
from ludex.server.limits import rate_limit as limiting
from ludex.server.limits.budgets import Account, Budgets, later
from ludex.server.limits.rate_limit import DAY, Bucket
from ludex.server.settings import Settings, limits
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.store.expiry import Cutoffs
from ludex.server.store.records import Append, Chair, NewTable, TableSummary
from ludex.server.tables import game_clock as clocks
from ludex.server.tables import hall as halls
from ludex.server.tables.expiry import Expiry, sweep
from ludex.server.tables.hall import creator_of
from playing import ROOT
from serving import QUICK, TIMEOUT, Server, eventually, server

TABLE = {"game": "freecell", "deal": 1}
ME = "127.0.0.1"


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Server]:
    given = replace(QUICK, **settings)
    with server(f"sqlite:///{folder}/tables.sqlite3", given) as web:
        yield web


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_what_was_spent_comes_back_evenly_over_a_day() -> None:
    clock = Clock()
    allowance = Bucket(24 / DAY, 24, clock)
    allowance.spend(24)
    assert allowance.wait() == pytest.approx(3600)
    clock.time += 1800
    assert allowance.wait() == pytest.approx(1800)
    clock.time += 1800
    assert allowance.wait() == 0
    allowance.spend(1)
    allowance.spend(10)  # beyond it: that has to be waited for, too
    assert allowance.wait() == pytest.approx(11 * 3600)
    clock.time += 100 * DAY
    assert allowance.left == 24


def test_of_too_many_clients_the_budget_of_who_was_not_seen_longest_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limiting, "CLIENTS", 3)
    budgets = Budgets(Settings(), Clock())
    known = {name: budgets.clients[name] for name in "abc"}
    assert budgets.clients["a"] is known["a"]
    known["d"] = budgets.clients["d"]  # in the place of b: a was here again
    assert all(budgets.clients[name] is known[name] for name in "acd")
    assert budgets.clients["b"] is not known["b"]


def lines(count: int, event: str = "pass") -> tuple[LogLine, ...]:
    return (LogLine(event, 1),) * count


@pytest.mark.parametrize(
    ("limits", "events", "sentence", "for_good"),
    [
        ({"lines_per_table": 10}, 10, "This game has become too long", True),
        ({"megabytes_per_table": 0.00068}, 10, "This game has become too long", True),
        ({"lines_per_day": 10}, 10, "Your tables have reached their daily limit", False),
        ({"megabytes_per_day": 0.00068}, 10, "Your tables have reached", False),
        ({"server_lines_per_day": 10}, 10, "The server has reached", False),
        ({"server_megabytes_per_day": 0.00068}, 10, "The server has reached", False),
    ],
)
def test_a_table_writes_no_more_than_it_may(
    limits: dict[str, Any], events: int, sentence: str, *, for_good: bool
) -> None:
    clock = Clock()
    budgets = Budgets(replace(Settings(), **limits), clock)
    account = Account(budgets, "me")
    account.wrote(lines(events - 1))
    assert account.no_writing is None
    account.wrote(lines(1))
    spent = account.no_writing
    assert spent is not None
    assert spent.text.startswith(sentence)
    assert (spent.seconds is None) is for_good
    other = Account(budgets, "somebody else").no_writing
    assert (other is not None) is sentence.startswith("The server")
    clock.time += DAY
    assert (account.no_writing is not None) is for_good


@pytest.mark.parametrize(
    "limit",
    [
        "thinking_minutes_per_table",
        "thinking_minutes_per_day",
        "server_thinking_minutes_per_day",
    ],
)
def test_bots_think_no_longer_than_they_may(limit: str) -> None:
    most: dict[str, Any] = {limit: 1.0}
    budgets = Budgets(replace(Settings(), **most), Clock())
    account = Account(budgets, "me")
    for _ in range(2):
        assert account.no_thinking is None
        budgets.thought("me", 30)
        account.thought(30)
    assert account.no_thinking is not None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3, "in a minute"),
        (61, "in 2 minutes"),
        (7000, "in 117 minutes"),
        (7201, "in 3 hours"),
    ],
)
def test_when_is_said_in_words(seconds: float, words: str) -> None:
    assert later(seconds) == words


def test_who_has_had_all_moves_of_a_day_is_told_at_the_table(tmp_path: Path) -> None:
    with running(tmp_path, lines_per_day=2) as web, web.table(**TABLE) as me:
        me.seat_down()
        me.act(me.events[0])
        me.act(me.events[0])
        me.send("act", event=me.events[0])
        assert me.hear("refusal")["text"].startswith("Your tables have reached their daily limit")


def test_a_bot_waits_for_the_next_moves_of_the_day(tmp_path: Path) -> None:
    with running(tmp_path, lines_per_day=1) as web:
        seats = ["bot:random", "me"]
        with web.table(game="carcassonne", seats=seats) as me:
            told = me.see(lambda m: m["waiting"] is not None)
            assert told["waiting"].startswith("Your tables have reached their daily limit")


def test_a_hint_is_refused_when_the_thinking_time_is_used_up(tmp_path: Path) -> None:
    with running(tmp_path) as web, web.table(**TABLE) as me:
        assert web.hall is not None
        me.seat_down()
        web.hall.budgets.thought(creator_of(ME), 3 * DAY)
        for question in ("hint", "winnable"):
            me.send(question)
            told = me.hear("refusal")["text"]
            assert told.startswith("Your daily thinking time is used up; continue in")
        assert not me.table["assisted"]
        board = {"game": "chess-solitaire", "position": "RP../..../..../...."}
        assert web.refused("/api/puzzles/check", board)[0] == 429


@pytest.mark.parametrize(
    ("limit", "status", "sentence"),
    [
        ("tables_per_day", 429, "You have created too many tables today; try again in"),
        ("server_tables_per_day", 503, "The server has reached its daily limit of tables"),
    ],
)
def test_tables_are_counted_and_those_refused_are_not(
    tmp_path: Path, limit: str, status: int, sentence: str
) -> None:
    with running(tmp_path, **{limit: 2}) as web:
        for _ in range(5):
            assert web.refused("/api/tables", {"game": "freecell", "deal": 0})[0] == 422
        for _ in range(2):
            web.post("/api/tables", TABLE)
        found, text = web.refused("/api/tables", TABLE)
        assert found == status
        assert text.startswith(sentence)
        with pytest.raises(HTTPError) as refused:
            web.post("/api/tables", TABLE)
        with refused.value as error:
            assert int(error.headers["retry-after"]) > 0


@pytest.mark.parametrize("limit", [{"tables_in_memory": 1}, {"lines_in_memory": 0}])
def test_when_all_tables_in_memory_are_in_use_nobody_gets_another(
    tmp_path: Path, limit: dict[str, int]
) -> None:
    with running(tmp_path, **limit) as web:
        assert web.hall is not None
        with web.table(**TABLE) as me:
            me.seat_down()
            me.act(me.events[0])
            assert web.refused("/api/tables", TABLE) == (
                503,
                "All tables are taken; try again soon.",
            )
        live = web.live(me.made["table"])
        eventually(lambda: not live.is_busy)
        web.post("/api/tables", TABLE)
        assert me.made["table"] not in web.hall.tables


def test_the_documented_limits_are_the_real_ones() -> None:
    page = (ROOT / "docs" / "web.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", page, re.MULTILINE)
    known = limits()
    assert {name: float(value) for name, value in rows} == {
        name: float(known[name]) for name, _ in rows
    }
    counted = {name for name in known if re.search(r"_(table|day|days)$|attended_seconds", name)}
    assert counted <= {name for name, _ in rows}


def test_servers_that_share_a_database_count_tables_together(
    postgresql_url: str,
) -> None:
    settings = replace(QUICK, tables_per_day=3)
    with (
        server(postgresql_url, settings) as one,
        server(postgresql_url, settings) as two,
    ):
        assert one.hall is not None
        one.post("/api/tables", TABLE)
        two.post("/api/tables", TABLE)
        mine = one.hall.budgets.clients[creator_of(ME)].tables
        eventually(lambda: mine.left < 1.5)
        one.post("/api/tables", TABLE)
        assert one.refused("/api/tables", TABLE)[0] == 429
        eventually(lambda: two.tried("/api/tables", TABLE)[0] == 429)


# -- clocks ---------------------------------------------------------------------------


def stored(database: Database, name: str, created: datetime, **standing: Any) -> None:
    header = Header("freecell", 1, ("person",), created.isoformat())
    database.create(NewTable(name, header, {1: Chair(b"key")}, {}, creator_of(ME)))
    if standing:
        seat = standing.pop("seat")
        now = TableSummary(1, 1, "", False, (), 0.0, False, created.isoformat())  # noqa: FBT003
        append = Append(name, 0, (LogLine("pass", seat),), replace(now, **standing))
        assert database.append_all([append]) == [True]


def test_a_clock_that_was_set_back_locks_nobody_out(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    now = datetime.now(UTC).replace(microsecond=0)
    database = Database(read_address(url))
    for i in range(3):  # before it was set back by a year
        stored(database, f"future-{i}", now + timedelta(days=365))
    stored(database, "today", now - timedelta(hours=1))
    database.close()
    with running(tmp_path, tables_per_day=3) as web:
        for _ in range(2):  # and the one of today
            web.post("/api/tables", TABLE)
        assert web.refused("/api/tables", TABLE)[0] == 429


def test_a_clock_that_is_set_while_the_server_runs_changes_no_quota(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Wrong(datetime):
        wrong_by = timedelta()

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz) + cls.wrong_by

    for module in (halls, clocks):
        monkeypatch.setattr(module, "datetime", Wrong)
    with running(tmp_path, tables_per_day=4) as web:
        for days in (0, 400, -400, 0):
            Wrong.wrong_by = timedelta(days=days)
            web.post("/api/tables", TABLE)
        assert web.refused("/api/tables", TABLE)[0] == 429


# -- expiry ---------------------------------------------------------------------------

TODAY = datetime(2030, 6, 1, tzinfo=UTC)


def ago(days: float) -> datetime:
    return TODAY - timedelta(days=days)


def aged(newest: datetime | None, wall: datetime = TODAY) -> Expiry:
    text = newest.isoformat() if newest else None
    return Expiry(Settings(), text, lambda: wall, lambda: 0.0)


def test_each_kind_of_table_has_days_of_its_own() -> None:
    days = Settings(finished_days=30, idle_days=90, unplayed_days=7)
    expiry = Expiry(days, TODAY.isoformat(), lambda: TODAY, lambda: 0.0)
    times = (ago(30), ago(90), ago(7))
    assert expiry.cutoffs == Cutoffs(*(time.isoformat() for time in times))


def test_a_clock_that_was_set_forward_deletes_nothing() -> None:
    year_ahead = TODAY + timedelta(days=365)
    assert aged(TODAY, year_ahead).now == TODAY
    # nor does the time in which no server ran, nor a stamp that lies in the future
    assert aged(ago(500)).now == ago(500)
    assert aged(year_ahead).now == TODAY
    assert aged(None).now == TODAY


def test_a_server_sweeps_what_has_expired_and_leaves_what_is_in_use(
    tmp_path: Path,
) -> None:
    with running(tmp_path, unplayed_days=1.0, attended_seconds=0.1) as web:
        hall = web.hall
        assert hall is not None
        idle = web.post("/api/tables", TABLE)
        with web.table(**TABLE) as me:
            me.seat_down()
            eventually(lambda: not hall.tables[idle["table"]].is_attended(0.1))
            tomorrow = datetime.now(UTC) + timedelta(days=2)
            expiry = Expiry(hall.settings, tomorrow.isoformat(), lambda: tomorrow)
            loop = hall.loop
            swept = asyncio.run_coroutine_threadsafe(sweep(hall.archive, hall.memory, expiry), loop)
            assert swept.result(TIMEOUT) == 1
            assert idle["table"] not in hall.tables
            assert hall.database.load(idle["table"]) is None
            me.act(me.events[0])
        key = {"table": idle["table"], "token": idle["token"]}
        assert web.post("/api/tables/mine", {"tables": [key]}) == []
