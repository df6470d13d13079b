"""The queue before the thinkers, with thinkers that answer at once in this process."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from ludex.server.workers import pool
from ludex.server.workers.pool import (
    Busy,
    NoAnswer,
    PendingQuestion,
    Thinkers,
    ThinkingFailed,
    TooManyQuestions,
)
from ludex.server.workers.process import ENDED, STOPPED, WorkerAnswer


class AtOnce:
    """Thinks in this process; an answer that is a `WorkerAnswer` is its own."""

    async def think(self, work: Callable[[], Any], *_: Any) -> WorkerAnswer:
        found = work()
        await asyncio.sleep(0)
        return found if isinstance(found, WorkerAnswer) else WorkerAnswer(found)

    def end(self) -> None:
        pass


def queue(**limits: Any) -> Thinkers:
    return Thinkers(1, **{"waiting": 9, "each": 4, "make": AtOnce, **limits})


def test_clients_take_turns_and_every_question_is_answered_once() -> None:
    order: list[str] = []

    async def asked() -> list[str]:
        thinkers = queue()
        questions: list[PendingQuestion[None]] = [
            thinkers.put(name[0], 1.0, partial(order.append, name))
            for name in ("a1", "a2", "a3", "b1", "b2", "c1")
        ]
        assert thinkers.waiting == 6
        assert not thinkers.is_idle
        await asyncio.gather(*(question.answer for question in questions))
        await asyncio.sleep(0)
        assert (thinkers.waiting, thinkers.is_idle) == (0, True)
        return order

    assert asyncio.run(asked()) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_a_question_that_is_withdrawn_leaves_its_place_to_others() -> None:
    async def asked() -> None:
        thinkers = queue(waiting=2, each=2)
        first, second = (thinkers.put("a", 1.0, lambda: 1) for _ in "ab")
        with pytest.raises(TooManyQuestions):
            thinkers.put("a", 1.0, lambda: 2)
        with pytest.raises(Busy):
            thinkers.put("b", 1.0, lambda: 2)
        second.withdraw()
        second.withdraw()
        assert thinkers.waiting == 1
        other = thinkers.put("b", 1.0, lambda: 3)
        assert (await first.answer, await other.answer) == (1, 3)

    asyncio.run(asked())


@pytest.mark.parametrize(
    ("thought", "problem"),
    [
        (STOPPED, NoAnswer),
        (ENDED, ThinkingFailed),
        (WorkerAnswer(trouble="a crash"), ThinkingFailed),
    ],
)
def test_what_was_stopped_is_told_from_what_has_failed(
    thought: WorkerAnswer, problem: type[NoAnswer]
) -> None:
    with pytest.raises(NoAnswer) as failed:
        asyncio.run(queue_asked(lambda: thought))
    assert type(failed.value) is problem


async def queue_asked(think: Callable[[], Any]) -> object:
    return await queue().ask("me", 1.0, think)


def test_whoever_is_sent_away_is_told_why_and_for_how_long() -> None:
    assert str(Busy()) == Busy.text
    assert (Busy().seconds, TooManyQuestions("Wait.", 7.0).seconds) == (5.0, 7.0)
    assert str(TooManyQuestions("Wait.", 7.0)) == "Wait."


class Endless:
    """Thinks until it is told to end, and notes what becomes of it."""

    def __init__(self, noted: list[str]) -> None:
        self.noted = noted

    async def think(self, work: Callable[[], Any], *_: Any) -> WorkerAnswer:
        try:
            return await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            self.noted.append("left")
            raise

    def end(self) -> None:
        self.noted.append("ended")


def test_at_the_end_every_thinker_is_let_go_whatever_it_thinks_about() -> None:
    async def closed() -> list[str]:
        noted: list[str] = []
        thinkers = Thinkers(2, waiting=9, each=4, make=lambda: Endless(noted))
        question = thinkers.put("a", 1.0, lambda: 1)
        assert await question.begins(1.0)
        thinkers.close()
        await asyncio.sleep(0.01)
        assert thinkers.is_idle
        return noted

    assert asyncio.run(closed()) == ["ended", "ended", "left"]


async def answers(thinkers: Thinkers, order: list[str], *names: str) -> None:
    """Put the questions at once, named by their clients, and wait for all answers."""
    questions = [thinkers.put(name[:-1], 1.0, partial(order.append, name)) for name in names]
    await asyncio.gather(*(question.answer for question in questions))
    await asyncio.sleep(0)


def test_who_comes_late_does_not_make_up_for_the_turns_that_others_had() -> None:
    async def asked() -> list[str]:
        thinkers, order = queue(), list[str]()
        for number in range(3):
            await answers(thinkers, order, f"old{number}")
        del order[:]
        await answers(thinkers, order, "new1", "new2", "new3", "old4")
        return order

    assert asyncio.run(asked()) == ["new1", "new2", "old4", "new3"]


def test_the_first_of_too_many_clients_with_one_question_each_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "REMEMBERED", 0)
    monkeypatch.setattr(pool, "MOST", 3)

    async def asked() -> list[str]:
        thinkers, order = queue(), list[str]()
        for number in range(8):
            await answers(thinkers, order, f"{number}x")
        return [*thinkers._turns]

    assert asyncio.run(asked()) == ["5", "6", "7"]


def test_clients_are_forgotten_when_their_turns_no_longer_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "REMEMBERED", 0)

    async def asked() -> list[str]:
        thinkers, order = queue(), list[str]()
        await answers(thinkers, order, "a1", "b1", "c1", "d1")
        await answers(thinkers, order, "a2", "b2", "a3", "c2")
        assert [*thinkers._turns] == ["a"]  # who had one turn more than the others
        del order[:]
        await answers(thinkers, order, "a4", "e1", "e2")
        return order

    assert asyncio.run(asked()) == ["e1", "a4", "e2"]
