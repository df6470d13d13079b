"""Where much is said it is heard together; where little is said nobody waits."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import cast

from ludex.server.limits.batching import (
    MEMORY,
    SPARSE,
    TICK,
    SendBatch,
    WakeBatch,
)


class Time:
    """A clock that stands still until it is told to go on, and who waits for it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.due: list[tuple[float, Callable[[], object]]] = []

    def __call__(self) -> float:
        return self.now

    def call_later(self, seconds: float, then: Callable[[], object]) -> None:
        self.due.append((self.now + seconds, then))

    def call_soon(self, then: Callable[[], object]) -> None:
        self.call_later(0.0, then)

    def go_on(self, seconds: float) -> None:
        self.now += seconds
        over = [then for at, then in self.due if at <= self.now]
        self.due = [(at, then) for at, then in self.due if at > self.now]
        for then in over:
            then()


def heard_after(between: float, count: int) -> tuple[list[float], list[float]]:
    """When so many messages were said, so far apart, and when each was heard."""
    time, said, heard = Time(), list[float](), list[float]()
    gathering, loop = WakeBatch(time), cast("asyncio.AbstractEventLoop", time)
    for _ in range(count):
        time.go_on(between)
        said.append(time.now)
        gathering.add(loop, lambda: heard.append(time.now))
    while time.due:
        time.go_on(TICK)
    return said, heard


def test_where_little_is_said_nobody_waits() -> None:
    said, heard = heard_after(SPARSE * 1.1, 500)
    assert heard == said


def test_in_a_crowd_several_are_heard_together_and_nobody_waits_long() -> None:
    said, heard = heard_after(TICK / 10, 500)
    used_to_it = 6 * MEMORY
    assert len(heard) == len(said)
    assert len({*heard[used_to_it:]}) < len(heard[used_to_it:]) / 5
    waits = [b - a for a, b in zip(said, heard, strict=True)]
    assert max(waits) <= 2 * TICK


def test_after_the_crowd_has_gone_nobody_waits_again() -> None:
    time, heard = Time(), list[float]()
    gathering, loop = WakeBatch(time), cast("asyncio.AbstractEventLoop", time)
    for _ in range(500):
        time.go_on(TICK / 10)
        gathering.add(loop, lambda: None)
    time.go_on(1)
    gathering.add(loop, lambda: heard.append(time.now))
    assert heard == [time.now]


def test_what_is_heard_together_is_heard_game_by_game() -> None:
    time, heard = Time(), list[str]()
    gathering, loop = WakeBatch(time), cast("asyncio.AbstractEventLoop", time)
    for _ in range(500):
        gathering.add(loop, lambda: None)
    time.go_on(TICK)
    for said in ("b1", "a1", "b2", "a2"):
        gathering.add(loop, partial(heard.append, said), said[0])
    assert heard == []
    time.go_on(TICK)
    assert heard == ["a1", "a2", "b1", "b2"]


def test_what_is_sent_together_is_sent_game_by_game_and_once() -> None:
    time, sent = Time(), list[str]()
    sending = SendBatch(cast("asyncio.AbstractEventLoop", time))
    for said in ("b1", "a1", "b2", "a2"):
        sending.add(said[0], partial(sent.append, said))
    assert len(time.due) == 1
    time.go_on(0)
    assert sent == ["a1", "a2", "b1", "b2"]
    sending.add("c", partial(sent.append, "c1"))  # the next are sent as well
    time.go_on(0)
    assert sent[4:] == ["c1"]
