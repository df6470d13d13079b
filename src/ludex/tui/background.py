"""Background work of the screen, in threads that nobody has to wait for.

Whoever leaves before the answer comes leaves at once: the thread is told to stop, its answer
is thrown away, and it never keeps the program from ending.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import TypeVar

from ludex.bots.cancellation import heed

T = TypeVar("T")


async def in_background(work: Callable[[], T]) -> T:
    """Await the answer of some work; cancelled, the work is told to stop."""
    loop, stop = asyncio.get_running_loop(), Event()
    answer: asyncio.Future[T] = loop.create_future()

    def give(deliver: Callable[[], None]) -> None:
        if not answer.done():
            deliver()

    def run() -> None:
        heed(stop)
        deliver: Callable[[], None]
        try:
            result = work()
        except BaseException as trouble:  # noqa: BLE001  # it is raised where it is awaited
            deliver = partial(answer.set_exception, trouble)
        else:
            deliver = partial(answer.set_result, result)
        with suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(give, deliver)

    Thread(target=run, daemon=True).start()
    try:
        return await answer
    finally:
        stop.set()
