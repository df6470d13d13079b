"""A process that answers one question after the other, and that can be ended at any time.

The standard library's pools do not show their processes, so that one that never returns
cannot be ended; a process and a pipe are all that is needed here.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from traceback import format_exc
from typing import Any, Final, TypeVar

from ludex.store.threads import Threads

T = TypeVar("T")

SPAWN: Final = get_context("spawn")


class Lost(Exception):
    """The process has ended without an answer."""


class Failed(Exception):
    """The question raised an exception there; the text is its traceback."""


class Thinker:
    """A process that is started when the first question comes, and again when it was ended."""

    def __init__(self) -> None:
        self._child: _Child | None = None

    async def answer(self, question: Callable[[], T]) -> T:
        """What the question answers, there."""
        if self._child is None:
            self._child = _Child()
        return await self._child.answer(question)

    def end(self) -> None:
        """Let the process go, whatever it thinks about."""
        child, self._child = self._child, None
        if child is not None:
            child.end()


class _Child:
    def __init__(self) -> None:
        self._line, there = SPAWN.Pipe()
        self._process = SPAWN.Process(target=_think, args=(there,), daemon=True)
        self._process.start()
        there.close()  # so that the line breaks when the process ends
        self._waiter = Threads(1, "ludex-thinker")

    async def answer(self, question: Callable[[], T]) -> T:
        return await asyncio.wrap_future(
            self._waiter.run(partial(self._asked, question))
        )

    def _asked(self, question: Callable[[], T]) -> T:
        try:
            self._line.send(question)
            is_answer, told = self._line.recv()
        except (EOFError, OSError):
            raise Lost from None
        if not is_answer:
            raise Failed(told)
        answer: T = told
        return answer

    def end(self) -> None:
        self._process.kill()
        self._waiter.run(self._tidied)
        self._waiter.close()

    def _tidied(self) -> None:
        """After a question that was interrupted, and in the thread that waited for it."""
        self._process.join()
        self._process.close()
        self._line.close()


def _think(line: "Connection[Any, Any]") -> None:
    """The life of the process. Ctrl-C is for the server, which then ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    while True:
        try:
            question = line.recv()
        except EOFError:
            return
        except Exception:  # noqa: BLE001  # a question that cannot even be read
            line.send((False, format_exc()))
            continue
        try:
            line.send((True, question()))
        except Exception:  # noqa: BLE001  # it is told to whoever asked
            line.send((False, format_exc()))


def _end_with_parent() -> None:
    """A server that is killed cannot tell its thinkers; they see that it has gone."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
