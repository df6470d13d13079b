"""Several processes at one address: a parent that starts workers, and workers that serve.

Every worker has a listening socket of its own at the same address (SO_REUSEPORT), and the
system shares connections out among them. Those of one table are brought together again by the
workers themselves (`ludex.server.sockets.connections`). The parent keeps the sockets open: one whose
worker has died is served by its successor, and who waits there is not sent away. A worker ends when
its parent has gone. It is for a database that processes can share.
"""

import logging
import os
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from time import monotonic, sleep
from typing import NoReturn

LOG = logging.getLogger(__name__)

BRIEFLY = 5.0
"""Seconds: a worker that ends sooner than this has hardly begun."""

TRIES = 5
"""So many times in a row a worker may hardly have begun; then all is given up."""

PAUSE = 0.5
"""Seconds until a worker that has ended is followed by another."""

ENDING = (signal.SIGTERM, signal.SIGINT)
FAILED = 1


class WorkersFailed(RuntimeError):
    """Workers end as soon as they are started."""


def can_share() -> bool:
    """Does this system let several processes listen at one address?"""
    return hasattr(socket, "SO_REUSEPORT") and hasattr(os, "fork")


class Workers:
    """The parent: it serves nobody, and sees to it that others do."""

    def __init__(
        self, opened: Sequence[socket.socket], work: Callable[[socket.socket], None]
    ) -> None:
        self._opened, self._work = opened, work
        self._running: dict[int, tuple[int, float]] = {}
        """By process: the number of its socket, and when it was started."""

        self._is_ending = False
        self._short_lived = 0
        # Closed by the system when this process ends, however it ends: workers see it.
        self._worker_end, self._parent_end = os.pipe()

    def run(self) -> None:
        """Run workers until a signal comes or none stays alive; then end every worker."""
        before = {number: signal.signal(number, self._end) for number in ENDING}
        try:
            for i in range(len(self._opened)):
                self._start(i)
            while self._running:
                self._wait()
        finally:
            self._ask_to_end()
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(self._parent_end)
            os.close(self._worker_end)
        if self._short_lived >= TRIES:
            raise WorkersFailed("workers stop right after their start")

    def _end(self, *_: object) -> None:
        self._is_ending = True
        self._ask_to_end()

    def _ask_to_end(self) -> None:
        for process in self._running:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)

    def _wait(self) -> None:
        """See a worker end, and start another in its place."""
        process, status = os.wait()
        ended = self._running.pop(process, None)
        if ended is None or self._is_ending:
            return
        number, begun = ended
        LOG.warning("a worker stopped (%d) and is replaced", status)
        is_short = monotonic() - begun < BRIEFLY
        self._short_lived = self._short_lived + 1 if is_short else 0
        if self._short_lived >= TRIES:
            self._end()
            return
        sleep(PAUSE)
        if not self._is_ending:
            self._start(number)

    def _start(self, number: int) -> None:
        # A signal between the fork and what follows it would get lost.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        process = os.fork()
        if process == 0:
            self._be_worker(number)
        self._running[process] = number, monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)

    def _be_worker(self, number: int) -> NoReturn:
        """Do the work of a child, which never comes back to what its parent was doing."""
        status = FAILED
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            os.close(self._parent_end)
            Thread(target=self._end_with_parent, daemon=True).start()
            for i, other in enumerate(self._opened):
                if i != number:
                    other.close()
            self._work(self._opened[number])
            status = 0
        except KeyboardInterrupt:
            status = 0
        except BaseException:
            LOG.exception("a worker cannot continue")
        finally:
            logging.shutdown()
            os._exit(status)

    def _end_with_parent(self) -> None:
        os.read(self._worker_end, 1)  # nothing is ever written: this is the end
        os.kill(os.getpid(), signal.SIGTERM)
