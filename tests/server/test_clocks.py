"""Clocks: counted from the log, called by the server, the same after a restart."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from ludex.kernel import History, Seat
from ludex.play.protocol import replay_lines
from ludex.play.protocol.log import Header, LogLine
from ludex.play.protocol.situation import Situation, TableSetting
from ludex.registry import load
from ludex.server.store.records import NewTable
from ludex.server.tables import timeouts as timekeeping
from ludex.server.tables.game_clock import GameClock, TimeControl
from ludex.server.tables.timeouts import due
from ludex.table import looks_of
from serving import QUICK, Player, Server, server

FISCHER = {"each": 0, "bank": 60, "more": 5}


def situation(name: str, *lines: LogLine, **options: str) -> Situation:
    game = load(name)
    start = game.start.varied(None, options)
    table = replay_lines(Situation(TableSetting(game, frozenset()), History(game, start)), lines)
    assert isinstance(table, Situation)
    return table


class TestWhatIsLeft:
    """Pure counting, over tic-tac-toe of the examples."""

    def counted(self, terms: TimeControl, *lines: tuple[str, int, float]) -> GameClock:
        clock = GameClock(terms, (1, 2))
        clock.follow(
            situation("examples/tic_tac_toe.py"),
            [LogLine(event, seat, seconds) for event, seat, seconds in lines],
        )
        return clock

    def test_the_first_turn_is_free_and_the_next_is_counted_with_what_is_added(
        self,
    ) -> None:
        moves = ("mark(1)", 1, 50.0), ("mark(2)", 2, 50.0), ("mark(4)", 1, 7.0)
        assert self.counted(TimeControl(0, 60, 5), *moves).banks == {1: 58.0, 2: 60.0}

    def test_seconds_of_a_move_are_not_saved_up_and_the_bank_is_what_lies_beyond(
        self,
    ) -> None:
        moves = ("mark(1)", 1, 0.0), ("mark(2)", 2, 0.0), ("mark(4)", 1, 24.0)
        assert self.counted(TimeControl(20, 30, 0), *moves).banks == {1: 26.0, 2: 30.0}
        quick = ("mark(1)", 1, 0.0), ("mark(2)", 2, 0.0), ("mark(4)", 1, 3.0)
        assert self.counted(TimeControl(20, 30, 0), *quick).banks == {1: 30.0, 2: 30.0}

    def test_a_move_that_is_taken_back_gives_no_time_back(self) -> None:
        moves = ("mark(1)", 1, 0.0), ("mark(2)", 2, 0.0), ("mark(4)", 1, 9.0)
        back = self.counted(TimeControl(0, 60, 0), *moves, ("undo", 1, 4.0))
        assert back.banks == {1: 51.0, 2: 56.0}  # the other was on turn meanwhile

    def test_what_was_asked_for_is_read_as_it_was_stored(self) -> None:
        def clock(asked: dict[str, object]) -> GameClock | None:
            header = Header("holdem", 1, ("person", "greedy"), "2030-01-01")
            return GameClock.of(NewTable("a table", header, {}, asked))

        found = clock({"clock": FISCHER})
        assert found is not None
        assert (found.terms, found.banks) == (TimeControl(0, 60, 5), {1: 60.0})
        assert clock({}) is clock({"clock": None}) is None


def test_who_is_out_of_time_checks_or_folds_resigns_or_makes_some_move() -> None:
    poker = situation("holdem", LogLine("deal_holes(AsKsQdJd)", 0), players="2")
    assert str(due(poker, 1)).startswith("fold")
    called = replay_lines(poker, (LogLine("call", 1),))
    assert isinstance(called, Situation)
    assert str(due(called, 1)).startswith("check")
    game = load("russian-bank")
    assert [str(e) for e in looks_of(game).timeout_events(None, Seat(1))] == ["resign(2)"]
    plain = situation("examples/tic_tac_toe.py")
    assert due(plain, 1) in plain.game.legal(plain.state)
    assert due(plain, 1) == due(plain, 1)  # every process would do the same


@contextmanager
def two(web: Server, **wish: Any) -> Iterator[tuple[Player, Player]]:
    """Both players at a table."""
    made = web.post("/api/tables", {"seats": ["me", "friend"], **wish})
    with ExitStack() as stack:
        tokens = made["token"], web.claim(made)
        first, second = (stack.enter_context(web.player(made["table"], token)) for token in tokens)
        for player in (first, second):
            player.made = {**made, "tokens": tokens}
            player.see(lambda m: all(s["here"] for s in m["seats"]))
        yield first, second


def test_time_is_called_and_the_hand_folded(web: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeping, "LAG", 0.0)
    with two(web, game="holdem", clock={"each": 10, "bank": 20, "more": 0}) as pair:
        for _ in range(2):  # the first turns are free
            mover, other = on_turn(*pair)
            assert mover.table["clock"]["runs"] == 0
            seq = mover.table["seq"]
            mover.act("call" if "call" in mover.events else "check")
            other.see(lambda m, seq=seq: m["seq"] > seq)
        mover, other = on_turn(*pair)
        assert mover.table["clock"]["runs"] == mover.table["seat"]
        live, seq, length = (
            web.live(mover.made["table"]),
            other.table["seq"],
            len(other.log),
        )

        def hours_later() -> None:
            assert live.clock is not None
            live.clock.resume("2020-01-01T00:00:00+00:00", live.new.chairs)
            live.publish()

        live_loop(web).call_soon_threadsafe(hours_later)
        other.see(lambda m: m["seq"] > seq)
        assert other.log[length]["seat"] == mover.table["seat"]
        assert other.log[length]["event"] in ("check", "fold")


def on_turn(*pair: Player) -> tuple[Player, Player]:
    """Who is to act, and who waits."""
    for player in pair:
        player.when(lambda m: m["turn"] > 0)
    first, second = pair
    return (first, second) if first.table["your_turn"] else (second, first)


def live_loop(web: Server) -> asyncio.AbstractEventLoop:
    assert web.hall is not None
    return web.hall.loop


def test_a_clock_goes_on_where_it_was_after_a_restart(sqlite_url: str) -> None:
    with server(sqlite_url) as before:
        made = before.post(
            "/api/tables", {"game": "carcassonne", "seats": ["me", "bot:random"], "clock": FISCHER}
        )  # fmt: skip
        with before.player(made["table"], made["token"]) as player:
            for _ in range(4):
                player.my_turn()
                player.act(player.events[0])
            banks = player.my_turn()["clock"]["banks"]
        assert banks["1"] > 60  # quick moves, and five seconds for each turn
    with (
        server(sqlite_url) as after,
        after.player(made["table"], made["token"]) as player,
    ):
        assert player.my_turn()["clock"]["banks"] == banks


def test_a_clock_that_makes_no_sense_is_refused(web: Server) -> None:
    alone = {"game": "freecell", "clock": FISCHER}
    assert web.refused("/api/tables", alone) == (
        422,
        "A game for one player has no clock.",
    )
    short = {"game": "russian-bank", "clock": {"each": 3}}
    assert web.refused("/api/tables", short) == (
        422,
        "A clock must give at least ten seconds.",
    )
    assert QUICK.pause == 0
