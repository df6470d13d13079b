"""Thinkers that take long, never return or lose their server; the table goes on."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from time import monotonic, sleep

import pytest

from ludex.server import advising
from ludex.server.thinking import WAITING_EACH, NoAnswer, Thinkers
from serving import PATIENCE, QUICK, Player, Server, process, server

SOLUBLE = "RP../..../..../...."


def forever() -> None:
    while True:
        sleep(1)


def number() -> int:
    return os.getpid()


def failing() -> int:
    raise ArithmeticError


def nothing_to_send() -> object:
    return lambda: None


def dying() -> None:
    os._exit(3)


def slow_hint(*_: object) -> None:
    sleep(2)


def test_a_thinker_that_does_not_return_is_replaced() -> None:
    async def asked() -> tuple[int, int]:
        thinkers = Thinkers(1, PATIENCE)
        first = await thinkers.ask(number)
        thinkers._seconds = 0.3
        with pytest.raises(NoAnswer):
            await thinkers.ask(forever)
        thinkers._seconds = PATIENCE
        second = await thinkers.ask(number)
        thinkers.close()
        return first, second

    first, second = asyncio.run(asked())
    assert first != second
    with pytest.raises(ProcessLookupError):
        gone(first)


def gone(process: int) -> None:
    until = monotonic() + 10
    while monotonic() < until:
        active_children()  # those that have ended are let go
        os.kill(process, 0)
        sleep(0.02)


def test_who_leaves_does_not_leave_a_thinker_stuck() -> None:
    async def asked() -> int:
        thinkers = Thinkers(1, PATIENCE)
        await thinkers.ask(number)
        thinkers._seconds = 0.3
        asking = asyncio.ensure_future(thinkers.ask(forever))
        await asyncio.sleep(0.1)
        asking.cancel()
        await asyncio.sleep(0.4)
        thinkers._seconds = PATIENCE
        found = await thinkers.ask(number)
        thinkers.close()
        return found

    assert asyncio.run(asked())


def test_a_question_that_fails_leaves_the_thinker_and_one_that_ends_it_does_not() -> (
    None
):
    async def asked() -> tuple[int, int, int]:
        thinkers = Thinkers(1, PATIENCE)
        first = await thinkers.ask(number)
        for question in (failing, nothing_to_send):
            with pytest.raises(NoAnswer):
                await thinkers.ask(question)
        same = await thinkers.ask(number)
        with pytest.raises(NoAnswer):
            await thinkers.ask(dying)
        other = await thinkers.ask(number)
        thinkers.close()
        return first, same, other

    first, same, other = asyncio.run(asked())
    assert first == same != other


def test_one_client_does_not_keep_the_others_from_asking() -> None:
    async def asked() -> tuple[list[object], int]:
        thinkers = Thinkers(1, PATIENCE)
        await thinkers.ask(number)
        greedy = [
            asyncio.ensure_future(thinkers.of("greedy").ask(sleep, 0.05))
            for _ in range(WAITING_EACH + 3)
        ]
        await asyncio.sleep(0)
        other = await thinkers.of("other").ask(number)
        told = await asyncio.gather(*greedy, return_exceptions=True)
        again = await thinkers.of("greedy").ask(number)
        assert again == other
        thinkers.close()
        return told, other

    told, _ = asyncio.run(asked())
    assert sum(isinstance(one, NoAnswer) for one in told) == 3


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Server]:
    with server(f"sqlite:///{tmp_path}/tables.sqlite3", replace(QUICK)) as running:
        yield running


def ping(me: Player) -> None:
    me.socket.send(json.dumps({"type": "ping"}))
    me.hear("pong")


def test_advice_does_not_hold_up_the_table(
    web: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "hint", slow_hint)
    with web.table(game="chess-solitaire", position=SOLUBLE) as me:
        me.seat_down()
        me.send("hint")
        ping(me)  # and so on: nothing waits for the answer
        me.send("winnable")
        assert me.hear("refusal")["text"] == "One question after the other."
        me.act("move_and_capture(1,1,1,2)")
        assert me.hear("refusal")["text"].startswith(("The table", "There is no good"))
        ping(me)


def test_who_leaves_takes_the_question_along(
    web: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "hint", slow_hint)
    with web.table(game="chess-solitaire", position=SOLUBLE) as me:
        me.seat_down()
        me.send("hint")
        ping(me)
        (guest,) = web.live(me.made["table"]).guests
        assert guest.is_asking
    until = monotonic() + 1.5
    while guest.is_asking:
        assert monotonic() < until
        sleep(0.01)


def children(process: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(words[1]) == process:
            found.append(int(stat.parent.name))
    return found


def test_thinkers_end_with_a_server_that_is_killed(sqlite_url: str) -> None:
    with process(sqlite_url) as running:
        wish = {"game": "chess-solitaire", "position": SOLUBLE}
        made = running.server.post("/api/tables", wish)
        with running.server.player(made["table"], made["token"]) as me:
            me.seat_down()
            me.send("hint")
            me.hear("hint")
            thinkers = children(running.process.pid)
            assert thinkers
            running.process.send_signal(signal.SIGKILL)
            running.process.wait()
        until = monotonic() + 10
        while any(Path(f"/proc/{thinker}").exists() for thinker in thinkers):
            if all(is_over(thinker) for thinker in thinkers):
                break  # only nobody has looked at them yet
            assert monotonic() < until, "a thinker is left"
            sleep(0.05)


def is_over(process: int) -> bool:
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return text.rsplit(")", 1)[1].split()[0] == "Z"
