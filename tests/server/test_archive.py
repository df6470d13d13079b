"""The end of an archive: what was given to be written is written first."""

import asyncio
from threading import Event

from ludex.server.settings import Settings
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.tables.records.archive import Archive
from serving import TIMEOUT


def test_who_finishes_waits_until_what_was_given_is_written(sqlite_url: str) -> None:
    may_go_on, written = Event(), list[str]()

    def write() -> None:
        assert may_go_on.wait(TIMEOUT)
        written.append("a line")

    async def finished() -> None:
        archive = Archive(Database(read_address(sqlite_url)), Settings())
        writing = asyncio.ensure_future(archive.write(write))
        await asyncio.sleep(0)
        ending = asyncio.ensure_future(archive.finish())
        await asyncio.wait((ending,), timeout=0.1)
        assert not ending.done()
        may_go_on.set()
        await ending
        assert written == ["a line"]
        await writing
        archive.close()

    asyncio.run(finished())
