"""Group commit: one thread writes, and takes all that waits into one commit.

A commit costs a flush of the disk, however much is in it. While one is under way the events
of other tables gather, and go together into the next; each is acknowledged when its own
commit has returned. So five hundred moves a second need far fewer than five hundred flushes.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Final, NamedTuple, Protocol, TypeVar

from ludex.store.database import Database
from ludex.store.records import Append

T = TypeVar("T")

MOST: Final = 512
"""Appends in one commit."""


class Waiting(Protocol):
    """Whoever waits for a commit: a future of a thread or of an event loop."""

    def cancelled(self) -> bool: ...
    def set_result(self, result: bool, /) -> None: ...  # as futures have it
    def set_exception(self, exception: Exception, /) -> None: ...


class Commits:
    """The only writer of a process.

    `deliver` runs what tells the waiting: once for each commit, however many wait.
    """

    def __init__(
        self,
        database: Database,
        deliver: Callable[[Callable[[], None]], object] = lambda tell: tell(),
    ) -> None:
        self.database = database
        self._deliver = deliver
        self._waiting: SimpleQueue[Callable[[], None] | _Appending | None] = (
            SimpleQueue()
        )
        self._thread = Thread(target=self._work, name="ludex-commits", daemon=True)
        self._thread.start()
        self.count = 0
        """Commits with events in them."""

        self.lines = 0

    def append(self, append: Append, done: Waiting) -> None:
        """Add lines to a table; `done` is False when another process was faster."""
        self._waiting.put(_Appending(append, done))

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
        answers: Sequence[bool | Exception]
        try:
            answers = self.database.append_all([one.append for one in batch])
        except Exception as error:  # noqa: BLE001  # it is told to whoever waits
            answers = [error] * len(batch)
        self.count += 1
        told = list(zip(batch, answers, strict=True))
        self.lines += sum(
            len(one.append.lines) for one, answer in told if answer is True
        )
        self._deliver(lambda: _tell(told))


class _Appending(NamedTuple):
    """An append and whoever waits for it."""

    append: Append
    done: Waiting


def _tell(told: list[tuple[_Appending, bool | Exception]]) -> None:
    for one, answer in told:
        if one.done.cancelled():
            continue
        if isinstance(answer, Exception):
            one.done.set_exception(answer)
        else:
            one.done.set_result(answer)
