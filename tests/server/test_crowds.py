"""Many at a table, and tables that many use: nobody keeps another from playing."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from ludex.kernel import CHANCE, Dice, Game, History, Seat
from ludex.language.position import position_line
from ludex.play.protocol.log import LogLine
from ludex.server.game_list import game_list
from ludex.server.limits.rate_limit import Bucket
from ludex.server.presentation import log_entries, messages
from ludex.server.presentation.secrecy import has_hidden
from ludex.server.sockets import conversation
from ludex.server.store.records import Append
from ludex.server.tables import memory
from ludex.server.tables.driver import Driver
from ludex.server.tables.live import LiveTable
from ludex.server.tables.records import record
from ludex.table import hidden
from serving import QUICK, TIMEOUT, Player, Server, eventually, server


@contextmanager
def running(folder: Path, **limits: Any) -> Iterator[Server]:
    settings = replace(QUICK, **limits)
    with server(f"sqlite:///{folder}/tables.sqlite3", settings) as web:
        yield web


def token_of(link: str) -> str:
    return link.split("#")[1]


def ping(me: Player) -> None:
    me.socket.send(json.dumps({"type": "ping"}))
    me.hear("pong")


def test_onlookers_take_no_player_s_place(tmp_path: Path) -> None:
    with running(tmp_path, onlookers_per_table=2, sockets_per_seat=2) as web:
        made = web.post("/api/tables", {"game": "carcassonne", "seats": ["me", "friend"]})
        friend = web.claim(made)
        with ExitStack() as there:

            def enter(token: str) -> Player:
                player = there.enter_context(web.player(made["table"], token))
                player.see()
                return player

            for token in (token_of(made["watch"]), made["token"]):
                enter(token)
                enter(token)
                with pytest.raises((ConnectionClosed, EOFError)):
                    enter(token)
            assert enter(friend).table["seat"] == 2


def test_an_onlooker_who_comes_and_goes_is_not_told_to_everybody(web: Server) -> None:
    made = web.post("/api/tables", {"game": "freecell", "deal": 1})
    with web.player(made["table"], made["token"]) as me:
        me.seat_down()
        received = len(me.received)
        for _ in range(5):
            with web.player(made["table"], token_of(made["watch"])) as onlooker:
                assert onlooker.see()["seat"] == 0
        with web.player(made["table"], made["token"]) as tab:
            tab.seat_down()
        ping(me)
        assert len(me.received) == received + 1  # the pong
        me.act(me.events[0])


def test_too_fast_long_ago_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "STRIKES", 15)
    now = [0.0]
    strikes = Bucket(0.1, 50, clock=lambda: now[0])
    for _ in range(10):
        assert all(strikes.take() for _ in range(20))
        now[0] += 300
    with running(tmp_path, message_rate=400, message_burst=1) as web:
        made = web.post("/api/tables", {"game": "freecell", "deal": 1})
        with web.player(made["table"], made["token"]) as me:
            me.seat_down()
            for _ in range(3):  # 30 too many in all, and never many at once
                for _ in range(11):
                    me.socket.send('{"type":"ping"}')
                for _ in range(11):
                    me.receive()
                sleep(0.3)
            ping(me)


def test_a_burst_of_new_tables_does_not_pass_the_limit(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_day=3) as web:
        told: list[int] = []

        def create() -> None:
            wish = {"game": "freecell", "deal": 1}
            told.append(web.tried("/api/tables", wish)[0])

        threads = [threading.Thread(target=create) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert told.count(201) <= 3
        while web.tried("/api/tables", {"game": "freecell"})[0] == 201:
            told.append(201)
        assert told.count(201) == 3
        body = b'{"game": "freecell"}'
        headers = {"content-type": "application/json"}
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(f"{web.address}/api/tables", body, headers))
        with refused.value as error:
            assert 28_000 < int(error.headers["retry-after"]) <= 28_800  # a third of a day


def test_a_table_stays_in_memory_after_its_last_guest_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(memory, "monotonic", lambda: now[0])
    with running(tmp_path, idle_seconds=60.0) as web:
        assert web.hall is not None
        with web.table(game="freecell", deal=1) as me:
            me.seat_down()
            live = web.live(me.made["table"])
            now[0] += 100
        eventually(lambda: live.used_at == 100 and not live.is_busy)
        for seconds in (0, 60):  # from its last use, not from its first
            now[0] = 100 + seconds
            web.hall.memory.evict()
            assert live.id in web.hall.tables
        now[0] += 1
        web.hall.memory.evict()
        assert live.id not in web.hall.tables


def test_when_chance_fails_nothing_has_happened(
    web: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with web.table(game="carcassonne", seats=["me"]) as me:
        me.my_turn()
        live = web.live(me.made["table"])
        before = live.now
        with monkeypatch.context() as patch:
            patch.setattr(record, "with_chance", failing)
            me.send("act", event=me.events[0])
            with pytest.raises((ConnectionClosed, EOFError)):
                me.see()
        assert live.now is before
    with web.player(me.made["table"], me.made["token"]) as again:
        assert again.my_turn()["seq"] == before.number
        again.act(again.events[0])


def failing(*_: object, **__: object) -> None:
    raise ArithmeticError


def test_a_log_has_an_end(tmp_path: Path) -> None:
    with running(tmp_path, lines_per_table=6) as web:
        seats = ["me", "bot:random"]
        with web.table(game="russian-bank", seats=seats) as me:
            me.when(lambda m: m["your_turn"] or m["seq"] >= 6)
            while me.table["seq"] < 6:
                me.act(me.events[0])
                me.when(lambda m: m["your_turn"] or m["seq"] >= 6)
            me.send("act", event="resign")
            assert "too long" in me.hear("refusal")["text"]
            driver = web.live(me.made["table"]).driver
            eventually(lambda: driver is None or driver.done())  # nor does a bot try


def test_a_bot_waits_while_people_consider_an_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, has_chosen = Driver._chosen, threading.Event()

    async def chosen_late(self: Driver, live: LiveTable, seat: Seat) -> Any:
        while live.shown.undo_request is None:
            await asyncio.sleep(0.01)
        event = await chosen(self, live, seat)
        has_chosen.set()
        return event

    monkeypatch.setattr(Driver, "_chosen", chosen_late)
    with running(tmp_path, consideration=1000) as web:
        wish = {"game": "carcassonne", "seats": ["me", "friend", "bot:random"]}
        made = web.post("/api/tables", wish)
        friend = web.claim(made)
        with (
            web.player(made["table"], made["token"]) as me,
            web.player(made["table"], friend) as you,
        ):
            me.my_turn()
            me.act(me.events[0])
            you.my_turn()
            seq = you.act(you.events[0])["seq"]
            you.send("undo")
            assert has_chosen.wait(TIMEOUT)
            sleep(0.3)  # the bot would have played by now
            assert me.when(lambda m: m["undo_asked_by"] == 2)["seq"] == seq
            assert web.hall is not None
            driver = web.hall._driver
            driver._settings = replace(driver._settings, consideration=0.1)
            me.send("agree", agree=True)
            you.when(lambda m: m["your_turn"])
            seq = you.act(you.events[0])["seq"]
            you.send("undo")
            # If nobody answers, the game goes on.
            me.see(lambda m: m["seq"] > seq and m["undo_asked_by"] is None)


def test_a_chosen_position_with_hidden_cards_is_told(web: Server) -> None:
    game, dice = game_list()["russian-bank"].game, Dice(1)
    state = game.start()
    state = game.after(state, game.draw(state, dice))
    wish = {"game": game.name, "position": position_line(game, state)}
    made = web.post("/api/tables", {**wish, "seats": ["me", "friend"]})
    assert made["deal"] == "a chosen position"
    with web.player(made["table"], web.claim(made)) as friend:
        assert friend.see()["deal"] == "a chosen position"
    board = {"game": "chess-solitaire", "position": "RP../..../..../...."}
    assert web.post("/api/tables", board)["deal"] is None  # nothing lies hidden


def prolonged(history: History[Any], length: int) -> History[Any]:
    game, dice = history.game, Dice(3)
    while history.length < length:
        state = history.state
        by_chance = game.turn(state) == CHANCE
        moves = () if by_chance else game.moves(state)
        calm = [e for e in moves if e.name not in ("resign", "new_game")]
        event = game.draw(state, dice) if by_chance else dice.choice(calm)
        after = history.play(event)
        assert isinstance(after, History)
        history = after
    return history


def test_a_long_log_is_made_in_slices_and_looked_at_once(
    web: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert web.hall is not None
    made = web.post("/api/tables", {"game": "russian-bank", "seats": ["me", "friend"]})
    with web.player(made["table"], made["token"]) as me:
        me.when(lambda table: table["turn"] != 0)  # dealt, whoever begins
    live = web.hall.tables.pop(made["table"])
    history = prolonged(live.now.history, 300)
    lines = tuple(LogLine(str(step.event), 1, 0.0) for step in history.steps[live.seq :])
    after = Append(made["table"], live.seq, lines, live.standing())
    assert web.hall.database.append_all([after]) == [True]
    made_at_once: list[int] = []
    whole = log_entries.log_entries

    def counted(live: LiveTable, *rest: Any) -> Any:
        before = sum(map(len, live.cache.logs.values()))
        entries = whole(live, *rest)
        made_at_once.append(sum(map(len, live.cache.logs.values())) - before)
        return entries

    for module in (log_entries, messages):
        monkeypatch.setattr(module, "log_entries", counted)
    with web.player(made["table"], made["token"]) as me:
        me.see()
        assert len(me.log) == 300
    assert max(made_at_once) <= log_entries.SLICE
    live = web.live(made["table"])
    looked: list[Any] = []
    hides = hidden.hides

    def looking(game: Game[Any], state: Any) -> bool:
        looked.append(state)
        return hides(game, state)

    monkeypatch.setattr(hidden, "hides", looking)
    live.cache.hidden = None, None, False
    assert has_hidden(live)
    assert looked
    looked.clear()
    assert has_hidden(live)
    assert looked == []
