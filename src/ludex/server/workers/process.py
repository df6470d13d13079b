"""A process that thinks: one question at a time, stopped or ended whenever we want.

A question goes there through a pipe, and its answer comes back. What thinks looks at a flag
again and again (`ludex.bots.cancellation`): it is set when nobody wants the answer any more, or
when the time is over. Whatever does not look is killed a moment later, and the next question
gets a new process.
"""

import asyncio
import gc
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from time import monotonic
from traceback import format_exc
from typing import Any

from ludex.bots.cancellation import Stopped, heed
from ludex.server.game_list import game_list

SPAWN = get_context("spawn")
"""Forking a process that has threads copies locks which nobody will ever release."""

GRACE = 1.0
"""Seconds after which what was told to stop, and does not, is killed."""


START = 60.0
"""Seconds for a process to start, on the busiest of machines."""


@dataclass(frozen=True, slots=True)
class WorkerAnswer:
    """The result of a question."""

    value: object = None
    trouble: str | None = None
    """The reason why there is no value: it failed, was stopped, or its process has ended."""


STOPPED = WorkerAnswer(trouble="stopped")
ENDED = WorkerAnswer(trouble="its process has ended")


class Thinker:
    """Our end of the pipe to a process, which is started when there is something to think about."""

    def __init__(self, games: tuple[str, ...] = ()) -> None:
        self._games = games
        self._running: _RunningProcess | None = None
        self._numbers = count(1)

    async def think(
        self, work: Callable[[], Any], seconds: float, wanted: "asyncio.Future[Any]"
    ) -> WorkerAnswer:
        """Return what the work comes to, in so many seconds, and while the answer is `wanted`."""
        running = self._running
        if running is None or not running.is_alive:
            running = self._running = _RunningProcess(self._games)
        if not await running.is_ready(wanted):
            if not wanted.done():
                self.end()
            return STOPPED
        number = next(self._numbers)
        reply = running.ask(number, work, seconds)
        try:
            await _either(reply, wanted, seconds + GRACE)
            if not reply.done():
                running.stop(number)
                await asyncio.wait((reply,), timeout=GRACE)
        finally:
            if not reply.done():
                self.end()
        return reply.result() if reply.done() else STOPPED

    def end(self) -> None:
        """Let the process go, whatever it thinks about."""
        running, self._running = self._running, None
        if running is not None:
            running.end()


class _RunningProcess:
    """One process, and the thread that waits for it."""

    def __init__(self, games: tuple[str, ...]) -> None:
        self._games = games
        self._loop = asyncio.get_running_loop()
        self._given: SimpleQueue[tuple[Any, asyncio.Future[WorkerAnswer]] | None] = SimpleQueue()
        # Nothing but a number, and no lock that a killed process could have kept.
        self._stop = SPAWN.RawValue("q", 0)
        self._lock = threading.Lock()
        self._process: Any = None
        self._ready: asyncio.Future[WorkerAnswer] = self._loop.create_future()
        self.is_alive = True
        threading.Thread(target=self._attend, name="ludex-thinker", daemon=True).start()

    async def is_ready(self, wanted: "asyncio.Future[Any]") -> bool:
        """Has it started? That takes a second or so, and nobody's time for thinking."""
        await _either(self._ready, wanted, START)
        return self._ready.done() and self._ready.result() is not ENDED

    def ask(
        self, number: int, work: Callable[[], Any], seconds: float
    ) -> "asyncio.Future[WorkerAnswer]":
        reply: asyncio.Future[WorkerAnswer] = self._loop.create_future()
        self._given.put(((number, seconds, work), reply))
        return reply

    def stop(self, number: int) -> None:
        self._stop.value = number

    def end(self) -> None:
        with self._lock:
            self.is_alive = False
            if self._process is not None:
                self._process.kill()
        self._given.put(None)

    def _attend(self) -> None:
        """Start the process in a thread, and pass on what it says."""
        ours, theirs = SPAWN.Pipe()
        with ours:
            with theirs, self._lock:
                if not self.is_alive:
                    return
                self._process = SPAWN.Process(
                    target=_thinking,
                    args=(theirs, self._stop, self._games),
                    daemon=True,
                )
                self._process.start()
            self._tell(self._ready, _receive(ours))
            while (given := self._given.get()) is not None:
                question, reply = given
                self._tell(reply, _receive(ours, question))
        self._process.kill()
        self._process.join()

    def _tell(self, reply: "asyncio.Future[WorkerAnswer]", thought: WorkerAnswer) -> None:
        if thought is ENDED:
            self.is_alive = False
        with suppress(RuntimeError):  # the loop has ended: nobody waits
            self._loop.call_soon_threadsafe(_deliver, reply, thought)


async def _either(
    reply: "asyncio.Future[Any]", wanted: "asyncio.Future[Any]", seconds: float
) -> None:
    await asyncio.wait((reply, wanted), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


def _receive(pipe: Connection, question: object = None) -> WorkerAnswer:
    """Return what comes through the pipe, after a question or unasked."""
    try:
        if question is not None:
            pipe.send(question)
        thought = pipe.recv()
    except (EOFError, OSError):
        return ENDED
    except Exception:  # noqa: BLE001  # what cannot be sent is told to whoever asked
        return WorkerAnswer(trouble=format_exc())
    assert isinstance(thought, WorkerAnswer)
    return thought


def _deliver(reply: "asyncio.Future[WorkerAnswer]", thought: WorkerAnswer) -> None:
    if not reply.done():
        reply.set_result(thought)


# -- at the other end -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Flag:
    """Set when our number is called, or when the time is over."""

    stop: Any
    number: int
    until: float

    def is_set(self) -> bool:
        return self.stop.value == self.number or monotonic() > self.until


def _thinking(pipe: Connection, stop: Any, games: tuple[str, ...]) -> None:  # noqa: ANN401  # shared memory
    """Answer one question after the other, until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us, not Ctrl-C
    _end_with_parent()
    with suppress(Exception):  # what is wrong with them is told to whoever asks
        game_list(games)  # loading them is nobody's time for thinking
    pipe.send(WorkerAnswer())  # ready
    while True:
        try:
            number, seconds, work = pipe.recv()
        except (EOFError, OSError):
            return
        except Exception:  # noqa: BLE001  # a question that cannot even be read
            pipe.send(WorkerAnswer(trouble=format_exc()))
            continue
        heed(_Flag(stop, number, monotonic() + seconds))
        try:
            thought = WorkerAnswer(work())
        except Stopped:
            thought = STOPPED
        except Exception:  # noqa: BLE001  # it is told to whoever asked
            thought = WorkerAnswer(trouble=format_exc())
        try:
            pipe.send(thought)
        except OSError:
            return
        except Exception:  # noqa: BLE001  # an answer that cannot be sent
            pipe.send(WorkerAnswer(trouble=format_exc()))
        if not gc.get_freeze_count():
            # What the first answer has imported stays for good: no later one waits until all of it is looked at.
            gc.freeze()


def _end_with_parent() -> None:
    """A server that is killed cannot tell its thinkers; they see that it has gone."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
