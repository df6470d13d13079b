"""Bots play for people: while somebody is there, at their announced strength, in turn."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any
from urllib.request import Request, urlopen

import pytest

from ludex.bots import View
from ludex.bots.cancellation import think_on
from ludex.server.tables import driver as driving
from ludex.server.workers.pool import Thinkers
from serving import QUICK, TIMEOUT, Server, eventually, server

OUT = (
    "session=[[3 100000 1 2 0 everybody fixed_limit 4 0 0 no] [100000 100000 100000] "
    "[3 0 0] 1 2 2 3 -] phase=deal stacks=[0 150000 150000] holes=[[] [] []] board=[] "
    "live=[no no no] shown=[no no no] dead=0 paid=[0 0 0] bets=[0 0 0] price=0 step=0 "
    "raises=0 waiting=[] acted=[] aggressor=- won=[0 0 0]"
)
"""A tournament that two bots could play for a day; the only person is out of it."""

ENDLESS = "PPPP/BBBB/PPPP/BBBB"
"""Bishops on light squares never meet those on dark ones: lost, but who could see that?"""

SOLUBLE = "RP../..../..../...."

SEEN = 10_000
"""More lines than bots could play here while a test looks on."""


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Server]:
    given = replace(QUICK, **settings)
    with server(f"sqlite:///{folder}/tables.sqlite3", given) as web:
        yield web


def token_of(link: str) -> str:
    return link.split("#")[1]


def tournament(web: Server) -> dict[str, Any]:
    seats = ["me", "bot:random", "bot:random"]
    wish = {"game": "holdem", "position": OUT, "seats": seats}
    made: dict[str, Any] = web.post("/api/tables", wish)
    return made


def stands_still(web: Server, table: str) -> int:
    """Wait until nobody drives the table, and say how long its log is then."""
    live = web.live(table)
    eventually(lambda: live.driver is None or live.driver.done())
    return live.seq


def test_a_table_that_nobody_looks_at_stands_still_and_goes_on_for_who_returns(
    tmp_path: Path,
) -> None:
    with running(tmp_path, attended_seconds=0.1, pause=0.01) as web:
        made = tournament(web)
        table = made["table"]
        seq = stands_still(web, table)
        for token in (
            made["token"],
            token_of(made["watch"]),
        ):  # out of it, or looking on
            with web.player(table, token) as me:
                me.see(lambda m, seq=seq: m["seq"] > seq + 5)
            seq = stands_still(web, table)
        assert seq < SEEN


def test_asking_for_a_list_wakes_no_bots(tmp_path: Path) -> None:
    with running(tmp_path, attended_seconds=0.1, pause=0.01) as web:
        assert web.hall is not None
        made = tournament(web)
        seq = stands_still(web, made["table"])
        web.hall.tables.clear()
        key = {"table": made["table"], "token": made["token"]}
        assert web.tried("/api/tables", {"like": key, "fresh": True})[0] == 201
        assert web.live(made["table"]).driver is None
        assert web.live(made["table"]).seq == seq


# -- strength -------------------------------------------------------------------------


def last(_game: str, _name: str, view: View[Any], _seed: int) -> str:
    """A bot of known strength: it does the last thing that it can."""
    return str(view.legal[-1])


def pondering(*_: object) -> str:
    """A bot that never comes to an end."""
    while True:
        think_on()
        sleep(0.001)


def is_idle(thinkers: Thinkers) -> bool:
    return thinkers.waiting == 0 and thinkers.is_idle


def test_a_bot_that_has_to_wait_says_so_and_plays_its_strength_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "bots_event", last)
    with running(tmp_path, bots_waiting=0) as web:
        assert web.hall is not None
        with web.table(game="carcassonne", seats=["me", "bot:search"]) as me:
            me.my_turn()
            for event in me.events:
                me.act(event)
                if not me.table["your_turn"]:
                    break
            told = me.when(lambda m: m["waiting"] is not None)
            assert told["turn"] == 2
            assert told["waiting"] == (
                "Player 2 (search) waits for its turn to think: many bots are thinking."
            )
            live = web.live(me.made["table"])
            state = live.shown.history.state
            expected = live.game.moves(live.game.view(state, live.game.turn(state)))[-1]
            web.hall.bots.most = 10
            me.when(lambda m: m["seq"] > told["seq"])
            step = live.shown.history.steps[told["seq"]]
            assert str(step.event) == str(expected)
            assert me.when(lambda m: m["your_turn"])["waiting"] is None


@pytest.mark.parametrize("left", [False, True])
def test_a_table_that_has_moved_on_or_was_left_withdraws_its_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, left: bool
) -> None:
    monkeypatch.setattr(driving, "bots_event", pondering)
    settings = {"thinking_seconds": 1000.0, "attended_seconds": 0.2 if left else 1000.0}
    with running(tmp_path, **settings) as web:
        assert web.hall is not None
        bots = web.hall.bots
        with web.table(game="carcassonne", seats=["me", "bot:search"]) as me:
            me.my_turn()
            while me.table["your_turn"]:
                me.act(me.events[0])
            eventually(lambda: not is_idle(bots))
            if not left:
                me.send("undo")
                me.when(lambda m: m["your_turn"])
                eventually(lambda: is_idle(bots))
        eventually(lambda: is_idle(bots))


def failing(*_: object) -> str:
    raise ArithmeticError


def test_a_bot_that_fails_is_told_and_nobody_plays_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "bots_event", failing)
    with (
        running(tmp_path) as web,
        web.table(game="carcassonne", seats=["me", "bot:search"]) as me,
    ):
        me.my_turn()
        while me.table["your_turn"]:
            me.act(me.events[0])
        seq = me.table["seq"]
        told = me.when(lambda m: m["waiting"] is not None)
        assert told["waiting"] == ("Player 2 (search) cannot move at the moment; it tries again.")
        assert told["seq"] == seq


# -- puzzles --------------------------------------------------------------------------


def checked(web: Server, position: str, client: str) -> str:
    body = json.dumps({"game": "chess-solitaire", "position": position}).encode()
    headers = {"content-type": "application/json", "x-forwarded-for": client}
    request = Request(f"{web.address}/api/puzzles/check", body, headers)
    with urlopen(request, timeout=TIMEOUT) as answer:
        return str(json.load(answer)["winnable"])


@contextmanager
def asking(web: Server, position: str, client: str = "") -> Iterator[None]:
    """A client that asks, and goes away with the block without having waited."""
    host, _, port = web.address.removeprefix("http://").partition(":")
    body = json.dumps({"game": "chess-solitaire", "position": position})
    with socket.create_connection((host, int(port))) as wire:
        wire.sendall(
            f"POST /api/puzzles/check HTTP/1.1\r\nhost: 127.0.0.1\r\n"
            f"x-forwarded-for: {client}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n\r\n{body}".encode()
        )
        yield


def test_a_board_that_takes_too_long_is_unknown(tmp_path: Path) -> None:
    with running(tmp_path, advice_seconds=0.3) as web:
        assert checked(web, ENDLESS, "") == "unknown"
        assert checked(web, SOLUBLE, "") == "yes"


def test_others_are_answered_between_the_boards_of_one_client(tmp_path: Path) -> None:
    told: list[str] = []
    with running(tmp_path, advice_seconds=1000, proxies=("127.0.0.1",)) as web:
        assert web.hall is not None
        advisers = web.hall.advisers
        modest = threading.Thread(target=lambda: told.append(checked(web, SOLUBLE, "10.0.0.2")))
        with asking(web, ENDLESS, "10.0.0.1"):
            eventually(lambda: not is_idle(advisers))
            greedy = asking(web, ENDLESS, "10.0.0.1")
            greedy.__enter__()
            eventually(lambda: advisers.waiting == 1)
            modest.start()
            eventually(lambda: advisers.waiting == 2)
        modest.join()  # the thinker is free, and the second board was there first
        assert told == ["yes"]
        greedy.__exit__(None, None, None)


def test_nobody_thinks_about_the_board_of_a_client_that_has_gone(
    tmp_path: Path,
) -> None:
    with running(tmp_path, advice_seconds=1000) as web:
        assert web.hall is not None
        advisers = web.hall.advisers
        with asking(web, ENDLESS):
            eventually(lambda: not is_idle(advisers))
        eventually(lambda: is_idle(advisers))


def test_one_who_asks_too_much_at_once_is_told(tmp_path: Path) -> None:
    with running(tmp_path, advice_seconds=1000, questions_per_client=1) as web:
        assert web.hall is not None
        advisers = web.hall.advisers
        with asking(web, ENDLESS):
            eventually(lambda: not is_idle(advisers))
            with asking(web, ENDLESS):
                eventually(lambda: advisers.waiting == 1)
                board = {"game": "chess-solitaire", "position": ENDLESS}
                assert web.refused("/api/puzzles/check", board) == (
                    429,
                    "You have sent too many requests at once; wait for the answers.",
                )
