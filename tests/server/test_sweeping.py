"""Tables that have expired are looked for as long as a server runs, also when its store fails."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.server.errors import NotSaved
from ludex.server.settings import Settings
from ludex.server.store.expiry import Cutoffs
from ludex.server.tables import expiry
from ludex.server.tables.expiry import Expiry, look_after, sweeping
from serving import TIMEOUT

LAST_LINE = (datetime.now(UTC) - timedelta(days=500)).isoformat()


class Unwell:
    """A store that answers every other time, and knows no table that is old enough."""

    settings = Settings()

    def __init__(self) -> None:
        self.database, self.asked = self, 0
        self.cutoffs: list[Cutoffs] = []
        self.enough = asyncio.Event()

    async def read(self, work: Callable[..., Any], *given: Any) -> Any:
        self.asked += 1
        if self.asked % 2:
            raise NotSaved
        return work(*given)

    def newest(self) -> str:
        return LAST_LINE

    def expired(self, cutoffs: Cutoffs) -> list[str]:
        self.cutoffs.append(cutoffs)
        if len(self.cutoffs) == 3:
            self.enough.set()
        return []

    @contextmanager
    def let_go(self, old: list[str]) -> Iterator[list[str]]:
        yield old


def test_it_goes_on_after_failures_and_by_the_time_of_the_newest_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(expiry, "EVERY", 0)

    async def swept() -> list[Cutoffs]:
        store: Any = Unwell()
        task = asyncio.ensure_future(sweeping(store, store))
        async with asyncio.timeout(TIMEOUT):
            await store.enough.wait()
        task.cancel()
        found: list[Cutoffs] = store.cutoffs
        return found

    known = Expiry(Settings(), LAST_LINE).cutoffs
    assert [one.finished[:10] for one in asyncio.run(swept())] == [known.finished[:10]] * 3


@pytest.mark.parametrize("is_checked", [True, False])
def test_a_file_of_which_only_a_part_was_read_is_told(
    *, is_checked: bool, caplog: pytest.LogCaptureFixture
) -> None:
    archive: Any = SimpleNamespace(database=SimpleNamespace(file=object(), is_checked=is_checked))

    async def begun() -> None:
        task = asyncio.ensure_future(look_after(archive, archive))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(begun())
    told = ["the database is large: only a part of it was checked"]
    assert [record.getMessage() for record in caplog.records] == ([] if is_checked else told)
