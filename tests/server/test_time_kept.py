"""The time that was used is added up, whoever else acts in the same breath."""

import asyncio

from ludex.kernel import Seat
from ludex.play.protocol.log import Header
from ludex.server.game_list import GameList
from ludex.server.limits.budgets import Account, Budgets
from ludex.server.settings import Settings
from ludex.server.store.records import Append, NewTable, StoredTable
from ludex.server.tables.records.archive import Archive
from ludex.server.tables.records.record import TableRecord
from playing import ROOT


class Watch:
    """A watch that is set by hand."""

    now = 0.0

    def read(self) -> float:
        return self.now


def test_moves_that_chance_replies_to_add_up_their_seconds() -> None:
    async def played() -> list[Append]:
        asked: list[Append] = []

        class Store(Archive):
            is_shared = False

            def __init__(self) -> None:
                """It keeps nothing."""

            def append(self, append: Append) -> "asyncio.Future[bool]":
                asked.append(append)
                done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
                done.set_result(True)
                return done

        offered, watch = GameList([str(ROOT / "examples" / "pig.py")])["pig"], Watch()
        game = offered.game
        header = Header(game.name, 1, ("person", "person"), "now")
        record = TableRecord(
            StoredTable(NewTable("t", header, {}), ()),
            offered,
            Store(),
            Account(Budgets(Settings()), "somebody"),
            has_pauses=False,
        )
        record.stopwatch = watch  # type: ignore[assignment]
        for seconds in (2.0, 5.0, 5.5):
            watch.now = seconds
            seat = Seat(game.turn(record.now.state))
            assert await record.hear(seat, record.now.number, "throw") is None
            await record.settled()
        return asked

    asked = asyncio.run(played())
    assert [len(append.lines) for append in asked] == [2, 2, 2]
    assert [append.lines[0].seconds for append in asked] == [2.0, 3.0, 0.5]
    assert [append.standing.seconds for append in asked] == [2.0, 5.0, 5.5]
