"""The record of a table: what was begun is finished, whoever asked and went away."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ludex.kernel import Seat
from ludex.play.protocol import STALE
from ludex.play.protocol.log import Header, LogLine
from ludex.registry import load
from ludex.server.errors import NotSaved
from ludex.server.game_list import OfferedGame
from ludex.server.limits.budgets import Account, Budgets
from ludex.server.settings import Settings
from ludex.server.store.records import Append, NewTable, StoredTable
from ludex.server.tables.records.archive import Archive
from ludex.server.tables.records.record import TableRecord

BOARD = "KQ../..../..../...R"
CAPTURE = "move_and_capture(1,1,1,2)"
OTHER = "move_and_capture(1,2,1,1)"


class Store(Archive):
    """A store that answers when it is told to."""

    is_shared = False

    def __init__(self) -> None:
        self.database: Any = self
        self.asked: list[Append] = []
        self.answers: list[asyncio.Future[bool]] = []
        self.lines: tuple[LogLine, ...] = ()
        self.is_advised = False
        self.shown = 0
        offered = OfferedGame(load("chess-solitaire"))
        new = NewTable("t", Header(offered.name, 1, ("person",), "now", position=BOARD), {})
        account = Account(Budgets(Settings()), "somebody")
        self.record = TableRecord(
            StoredTable(new, ()),
            offered,
            self,
            account,
            has_pauses=False,
        )
        self.record.publish = self.show  # type: ignore[method-assign]

    async def read(self, work: Any, *args: Any) -> Any:  # type: ignore[override]
        return work(*args)

    def since(self, _: str, seq: int) -> tuple[tuple[LogLine, ...], bool, None]:
        return self.lines[seq:], self.is_advised, None

    def append(self, append: Append) -> "asyncio.Future[bool]":
        self.asked.append(append)
        self.answers.append(asyncio.get_running_loop().create_future())
        return self.answers[-1]

    def show(self) -> None:
        self.shown += 1

    def say(self, words: str) -> "asyncio.Task[Any]":
        number = self.record.now.number
        return asyncio.ensure_future(self.record.hear(Seat(0), number, words))


async def a_moment() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def run(test: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def begun() -> None:
        await test(Store())

    asyncio.run(begun())


def test_nothing_has_happened_before_the_store_has_it() -> None:
    async def test(store: Store) -> None:
        asked = store.say(CAPTURE)
        await a_moment()
        assert store.record.now.number == 0
        assert (store.shown, bool(store.record._running)) == (0, True)
        store.answers[0].set_result(True)
        assert await asked is None
        assert store.record.now.number == 1
        assert (store.shown, bool(store.record._running)) == (1, False)

    run(test)


def test_a_move_is_finished_when_whoever_made_it_has_gone() -> None:
    async def test(store: Store) -> None:
        asked = store.say(CAPTURE)
        await a_moment()
        asked.cancel()
        await a_moment()
        assert asked.cancelled()
        assert bool(store.record._running)
        store.answers[0].set_result(True)
        await store.record.settled()
        assert (store.record.now.number, store.shown) == (1, 1)
        again = store.say("undo")
        await a_moment()
        store.answers[1].set_result(True)
        assert await again is None
        assert store.record.now.number == 2

    run(test)


def test_what_is_said_meanwhile_waits_for_its_turn_and_is_stale_then() -> None:
    async def test(store: Store) -> None:
        first, second = store.say(CAPTURE), store.say(OTHER)
        await a_moment()
        assert len(store.asked) == 1
        store.answers[0].set_result(True)
        assert (await first, await second) == (None, STALE)
        assert len(store.asked) == 1
        assert not bool(store.record._running)

    run(test)


def test_when_others_were_quicker_their_lines_are_read_before_the_answer() -> None:
    async def test(store: Store) -> None:
        asked = store.say(CAPTURE)
        await a_moment()
        store.lines = (LogLine(OTHER, 1),)
        store.answers[0].set_result(False)
        assert await asked == STALE
        assert store.record.now.number == 1
        assert str(store.record.now.history.journal[0]) == OTHER
        assert not store.record.is_doubtful

    run(test)


@pytest.mark.parametrize("is_there", [True, False])
def test_after_a_failure_the_store_is_asked_what_it_has(*, is_there: bool) -> None:
    async def test(store: Store) -> None:
        asked = store.say(CAPTURE)
        await a_moment()
        store.lines = (LogLine(CAPTURE, 1),) if is_there else ()
        store.answers[0].set_exception(NotSaved())
        with pytest.raises(NotSaved):
            await asked
        assert (store.record.now.number, store.shown) == (0, 0)
        assert store.record.is_doubtful
        again = store.say(CAPTURE)
        await a_moment()
        if not is_there:
            store.answers[1].set_result(True)
        assert await again == (STALE if is_there else None)
        assert store.record.now.number == 1
        assert not store.record.is_doubtful

    run(test)


def test_a_deal_that_is_told_while_a_player_is_to_act_is_read_from_the_store() -> None:
    async def test(store: Store) -> None:
        store.lines = (LogLine(CAPTURE, 1),)
        chance = [None, 0, 0.0, False]
        await store.record.take({"seq": 1, "after": 0, "lines": [chance], "seal": ""})
        assert [*map(str, store.record.now.history.journal)] == [CAPTURE]
        assert (store.record.is_ours, store.record.is_doubtful) == (False, False)

    run(test)


@pytest.mark.parametrize("is_advised", [True, False])
def test_advice_that_another_process_gave_is_read_with_its_lines(*, is_advised: bool) -> None:
    async def test(store: Store) -> None:
        asked = store.say(CAPTURE)
        await a_moment()
        store.lines, store.is_advised = (LogLine(OTHER, 1),), is_advised
        store.answers[0].set_result(False)
        assert await asked == STALE
        assert store.record.now.assisted is is_advised

    run(test)
