"""The queue before the thinkers, with thinkers that answer at once in this process."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

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
