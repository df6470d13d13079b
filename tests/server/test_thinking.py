"""Thinkers that take long, never return or lose their server; the table goes on."""

import asyncio
import json
import os
from collections.abc import Callable
from functools import partial
from multiprocessing import active_children
from time import monotonic, sleep
from typing import Any, TypeVar

import pytest

from ludex.bots.cancellation import think_on
from ludex.server.sockets.guest import Guest
from ludex.server.workers import advice as advising
from ludex.server.workers import process
from ludex.server.workers.pool import Busy, NoAnswer, Thinkers, TooManyQuestions
from serving import TIMEOUT, Player, Server, eventually

T = TypeVar("T")

SOLUBLE = "RP../..../..../...."


def is_asking(guest: Any) -> bool:
    """Does a question of this guest wait for its answer?"""
    return any(not question.done() for question in guest._questions.values())


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
    sleep(1)


def endless_hint(*_: object) -> None:
    forever()


def playing() -> int:
    """Thinks for ever, and looks whether anybody wants to know."""
    while True:
        think_on()
        sleep(0.001)


def some(count: int = 1, **limits: Any) -> Thinkers:
    return Thinkers(count, **{"waiting": 64, "each": 4, **limits})


async def ask(thinkers: Thinkers, think: Callable[[], T], seconds: float) -> T:
    return await thinkers.ask("me", seconds, think)


def hurried(monkeypatch: pytest.MonkeyPatch, endless: Callable[[], None]) -> None:
    """Nobody waits long for a thinker that never listens."""
    if endless is not playing:
        monkeypatch.setattr(process, "GRACE", 0.1)


@pytest.mark.parametrize("endless", [forever, playing])
def test_a_thinker_that_does_not_return_gives_no_answer_and_the_next_does(
    endless: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried(monkeypatch, endless)

    async def asked() -> tuple[int, int]:
        thinkers = some()
        first = await ask(thinkers, number, TIMEOUT)
        with pytest.raises(NoAnswer):
            await ask(thinkers, endless, 0.1)
        second = await ask(thinkers, number, TIMEOUT)
        thinkers.close()
        return first, second

    first, second = asyncio.run(asked())
    assert (first == second) is (endless is playing)  # the deaf one was replaced
    with pytest.raises(ProcessLookupError):
        gone(first)


def gone(process: int) -> None:
    until = monotonic() + 10
    while monotonic() < until:
        active_children()  # those that have ended are let go
        os.kill(process, 0)
        sleep(0.02)


@pytest.mark.parametrize("endless", [forever, playing])
def test_who_leaves_stops_the_thinker(
    endless: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried(monkeypatch, endless)

    async def asked() -> int:
        thinkers = some()
        await ask(thinkers, number, TIMEOUT)
        question = thinkers.put("me", 1000 * TIMEOUT, endless)
        assert await question.begins(TIMEOUT)
        question.withdraw()
        found = await ask(thinkers, number, TIMEOUT)
        thinkers.close()
        return found

    assert asyncio.run(asked())


def test_who_leaves_before_the_answer_takes_the_question_out_of_the_queue() -> None:
    async def asked() -> None:
        thinkers = some()
        running = thinkers.put("me", TIMEOUT, playing)
        assert await running.begins(TIMEOUT)
        asking = asyncio.ensure_future(ask(thinkers, number, TIMEOUT))
        await asyncio.sleep(0)
        assert thinkers.waiting == 1
        asking.cancel()
        await asyncio.wait((asking,))
        assert thinkers.waiting == 0
        running.withdraw()
        thinkers.close()

    asyncio.run(asked())


def test_a_question_that_fails_leaves_the_thinker_and_one_that_ends_it_does_not() -> None:
    async def asked() -> tuple[int, int, int]:
        thinkers = some()
        first = await ask(thinkers, number, TIMEOUT)
        for question in (failing, nothing_to_send, lambda: 1):
            with pytest.raises(NoAnswer):
                await ask(thinkers, question, TIMEOUT)
        same = await ask(thinkers, number, TIMEOUT)
        with pytest.raises(NoAnswer):
            await ask(thinkers, dying, TIMEOUT)
        other = await ask(thinkers, number, TIMEOUT)
        thinkers.close()
        return first, same, other

    first, same, other = asyncio.run(asked())
    assert first == same != other


def test_clients_are_answered_in_turn() -> None:
    async def asked() -> list[str]:
        thinkers, order = some(each=3), list[str]()
        first = thinkers.put("greedy", TIMEOUT, playing)
        assert await first.begins(TIMEOUT)  # now everything waits
        waiting = [
            ("greedy", thinkers.put("greedy", TIMEOUT, number)),
            ("greedy", thinkers.put("greedy", TIMEOUT, number)),
            ("greedy", thinkers.put("greedy", TIMEOUT, number)),
            ("modest", thinkers.put("modest", TIMEOUT, number)),
            ("late", thinkers.put("late", TIMEOUT, number)),
        ]
        with pytest.raises(TooManyQuestions):
            thinkers.put("greedy", TIMEOUT, number)
        for client, question in waiting:
            question.answer.add_done_callback(lambda _, one=client: order.append(one))
        first.withdraw()
        await asyncio.gather(*(question.answer for _, question in waiting))
        await asyncio.sleep(0)
        thinkers.close()
        return order

    assert asyncio.run(asked()) == ["modest", "late", "greedy", "greedy", "greedy"]


def test_only_so_many_questions_wait_and_none_for_ever() -> None:
    async def asked() -> None:
        thinkers = some(waiting=2, timeout=0.05)
        running = thinkers.put("one", TIMEOUT, playing)
        assert await running.begins(TIMEOUT)
        waiting = [thinkers.put(name, TIMEOUT, number) for name in ("two", "three")]
        with pytest.raises(Busy):
            thinkers.put("four", TIMEOUT, number)
        waiting.pop().withdraw()
        with pytest.raises(Busy):
            await thinkers.ask("four", TIMEOUT, number)
        assert thinkers.waiting == 1
        thinkers.close()

    asyncio.run(asked())


def test_what_was_thought_is_told_to_whoever_pays() -> None:
    async def asked() -> list[tuple[str, float]]:
        paid: list[tuple[str, float]] = []
        thinkers = some(spend=lambda client, seconds: paid.append((client, seconds)))
        await thinkers.ask("me", TIMEOUT, partial(sleep, 0.2))
        thinkers.close()
        return paid

    ((client, seconds),) = asyncio.run(asked())
    assert client == "me"
    assert seconds >= 0.2


def ping(me: Player) -> None:
    me.socket.send(json.dumps({"type": "ping"}))
    me.hear("pong")


def test_advice_does_not_hold_up_the_table(web: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "hint", slow_hint)
    with web.table(game="chess-solitaire", position=SOLUBLE) as me:
        me.seat_down()
        me.send("hint")
        ping(me)  # and so on: nothing waits for the answer
        me.send("winnable")  # a question of another kind is no trouble
        me.act("move_and_capture(1,1,1,2)")
        late = [me.hear("refusal") for _ in range(2)]
        assert {refusal["to"] for refusal in late} == {"hint", "winnable"}
        ping(me)


def test_a_question_is_withdrawn_and_a_newer_one_takes_its_place(
    web: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "hint", endless_hint)
    with web.table(game="chess-solitaire", position=SOLUBLE) as me:
        me.seat_down()
        me.send("hint")
        me.send("hint")
        replaced = me.hear("refusal")
        assert (replaced["to"], replaced["stale"]) == ("hint", True)
        me.send("withdraw", of="hint")
        assert me.hear("withdrawn")["of"] == "hint"
        (guest,) = web.live(me.made["table"]).guests
        assert isinstance(guest, Guest)
        eventually(lambda: not is_asking(guest))
        me.send("withdraw", of="rain")
        assert me.hear("refusal")["text"] == "There is no such message."


def test_several_steps_back_and_forth_are_one_message(web: Server) -> None:
    with web.table(game="freecell", deal=617) as me:
        me.seat_down()
        for event in ("move_game_to_free(0,0)", "move_game_to_free(0,1)"):
            me.act(event)
        made = me.table["seq"]
        me.send("undo", times=5)  # more than there are
        assert me.see(lambda table: table["log_length"] == 0)["seq"] == made + 2
        me.send("redo", times=2)
        assert me.see(lambda table: table["log_length"] == 2)["seq"] == made + 4
        me.send("undo", times=-1)  # nonsense is one step
        me.see(lambda table: table["log_length"] == 1)


def test_who_leaves_takes_the_question_along(web: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "hint", endless_hint)
    with web.table(game="chess-solitaire", position=SOLUBLE) as me:
        me.seat_down()
        me.send("hint")
        ping(me)
        (guest,) = web.live(me.made["table"]).guests
        assert isinstance(guest, Guest)
        assert is_asking(guest)
    eventually(lambda: not is_asking(guest))
