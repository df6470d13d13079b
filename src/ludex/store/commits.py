"""Group commit: one thread writes, and takes all that waits into one commit.

A commit costs a flush of the disk, however much is in it. While one is under way the events
of other tables gather, and go together into the next; each is acknowledged when its own
commit has returned. So five hundred moves a second need far fewer than five hundred flushes.
"""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeVar

from ludex.store.database import Database
from ludex.store.records import Append

T = TypeVar("T")

MOST: Final = 512
"""Appends in one commit."""


class Commits:
    """The only writer of a process."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._waiting: SimpleQueue[Callable[[], None] | _Appending | None] = (
            SimpleQueue()
        )
        self._thread = Thread(target=self._work, name="ludex-commits", daemon=True)
        self._thread.start()
        self.count = 0
        """Commits with events in them."""

        self.lines = 0

    def append(self, append: Append) -> Future[bool]:
        """Add lines to a table; False when another process was faster."""
        appending = _Appending(append)
        self._waiting.put(appending)
        return appending.done

    def run(self, work: Callable[[], T]) -> Future[T]:
        """Any other transaction, in its turn."""
        done: Future[T] = Future()

        def task() -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(work())
            except Exception as error:  # noqa: BLE001  # it is told to whoever waits
                done.set_exception(error)

        self._waiting.put(task)
        return done

    def close(self) -> None:
        """Finish what was accepted; nothing may be given after this."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch: list[_Appending] = []
            item: Callable[[], None] | _Appending | None = first
            while isinstance(item, _Appending):
                batch.append(item)
                if len(batch) == MOST or self._waiting.empty():
                    item = None
                else:
                    item = self._waiting.get()
                    if item is None:  # the end: put it back for after this commit
                        self._waiting.put(None)
            if batch:
                self._commit(batch)
            if item is not None:
                item()

    def _commit(self, batch: "list[_Appending]") -> None:
        wanted = [one for one in batch if one.done.set_running_or_notify_cancel()]
        try:
            answers = self.database.append_all([one.append for one in wanted])
        except Exception as error:  # noqa: BLE001  # it is told to whoever waits
            answers = [error] * len(wanted)
        self.count += 1
        for one, answer in zip(wanted, answers, strict=True):
            if isinstance(answer, Exception):
                one.done.set_exception(answer)
            else:
                self.lines += len(one.append.lines) if answer else 0
                one.done.set_result(answer)


class _Appending:
    """An append and whoever waits for it."""

    __slots__ = ("append", "done")

    def __init__(self, append: Append) -> None:
        self.append = append
        self.done: Future[bool] = Future()
