"""Threads that wait for the database, and never keep a process from ending.

Those of the standard library are waited for when the process ends: for ever, if a database
does not answer.
"""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def promised(work: Callable[[], T]) -> tuple[Future[T], Callable[[], None]]:
    """Return a future, and what has to be run to fulfil it."""
    done: Future[T] = Future()

    def run() -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            done.set_result(work())
        except Exception as error:  # noqa: BLE001  # it is told to whoever waits
            done.set_exception(error)

    return done, run


class Threads:
    """A few of them."""

    def __init__(self, count: int, name: str) -> None:
        self._waiting: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [
            Thread(target=self._work, name=f"{name}-{i}", daemon=True) for i in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def run(self, work: Callable[[], T]) -> Future[T]:
        """Do it as soon as a thread is free."""
        done, task = promised(work)
        self._waiting.put(task)
        return done

    def close(self) -> None:
        """Let them end when they have done what was asked; nobody waits for it."""
        for _ in self._threads:
            self._waiting.put(None)

    def _work(self) -> None:
        while (task := self._waiting.get()) is not None:
            task()
