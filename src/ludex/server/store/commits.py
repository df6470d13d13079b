"""Group commit: one thread writes, and takes all that waits into one commit.

A commit costs a flush of the disk, however much is in it. While one is under way the events
of other tables gather, and go together into the next; each is acknowledged when its own
commit has returned. So five hundred moves a second need far fewer than five hundred flushes.
Where many play, the next commit waits a moment for others; whoever plays alone never waits.
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import NamedTuple, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from ludex.server.store.database import Database
from ludex.server.store.records import Append
from ludex.server.store.threads import promised

T = TypeVar("T")

MOST = 512
"""Appends in one commit."""

GATHERING = 0.04
"""Seconds from one commit to the next where many play: every commit costs, and other processes
are told of each."""

RECENT = 16
MANY = 4
"""Many play when the last appends are of so many tables."""

TIMEOUT = 5.0
"""Seconds for which anything but an append may wait; an append goes with the next commit."""


class Overdue(Exception):
    """The error of a line that has waited too long for the database."""


Tell = Callable[[bool | Exception], None]
"""Hears what came of an append: written, too late (False), or what went wrong."""


class Commits:
    """The only writer of a process.

    `deliver` runs what tells the waiting: once for each commit, however many wait.
    """

    def __init__(
        self,
        database: Database,
        deliver: Callable[[Callable[[], None]], object] = lambda tell: tell(),
        timeout: float = TIMEOUT,
    ) -> None:
        self.database = database
        self._deliver = deliver
        self._timeout = timeout
        self._waiting: SimpleQueue[_Task | _Appending | None] = SimpleQueue()
        self._begun: float | None = None
        self._failed: float | None = None
        self._last = -GATHERING
        self._recent: deque[str] = deque(maxlen=RECENT)
        """The tables of the last appends."""

        self._thread = Thread(target=self._work, name="ludex-commits", daemon=True)
        self._thread.start()
        self.count = 0
        """Commits with events in them."""

        self.lines = 0

    @property
    def is_well(self) -> bool:
        """Does the database take what it is given?"""
        now, begun, failed = monotonic(), self._begun, self._failed
        late = begun is not None and now - begun > self._timeout
        # Without anything to write nobody would see that it is well again.
        return not late and (failed is None or now - failed > self._timeout)

    def append(self, append: Append, tell: Tell) -> None:
        """Add lines to a table, and tell what came of it."""
        self._waiting.put(_Appending(append, tell, monotonic()))

    def run(self, work: Callable[[], T]) -> Future[T]:
        """Any other transaction, in its turn."""
        given = monotonic()

        def in_time() -> T:
            if monotonic() - given > self._timeout:
                raise Overdue
            try:
                result = work()
            except SQLAlchemyError:
                self._failed = monotonic()
                raise
            self._failed = None
            return result

        done, task = promised(in_time)
        self._waiting.put(_Task(task, given))
        return done

    def close(self, seconds: float | None = None) -> bool:
        """Finish what was accepted, in time; nothing may be given after this."""
        self._waiting.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (first := self._waiting.get()) is not None:
            self._begun = first.given
            if isinstance(first, _Appending):
                self._gather()
            batch: list[_Appending] = []
            item: _Task | _Appending | None = first
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
                self._begun = item.given
                item.run()
            self._begun = None

    def _gather(self) -> None:
        """Wait a moment for others; whoever plays alone never waits, however fast."""
        wait = self._last + GATHERING - monotonic()
        if wait > 0 and len({*self._recent}) >= MANY:
            sleep(wait)
        self._last = monotonic()

    def _commit(self, batch: "list[_Appending]") -> None:
        self._recent.extend(one.append.table for one in batch)
        answers: Sequence[bool | Exception]
        try:
            answers = self.database.append_all([one.append for one in batch])
        except Exception as error:  # noqa: BLE001  # it is told to whoever waits
            answers = [error] * len(batch)
        results = list(zip(batch, answers, strict=True))
        failed = any(isinstance(answer, Exception) for answer in answers)
        self._failed = monotonic() if failed else None
        self.count += True in answers
        self.lines += sum(len(one.append.lines) for one, answer in results if answer is True)
        self._deliver(lambda: _tell(results))


class _Task(NamedTuple):
    """Any other transaction."""

    run: Callable[[], None]
    given: float


class _Appending(NamedTuple):
    """An append and whoever waits for it."""

    append: Append
    tell: Tell
    given: float


def _tell(results: list[tuple[_Appending, bool | Exception]]) -> None:
    for one, answer in results:
        one.tell(answer)
