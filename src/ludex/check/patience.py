"""Patience: a rulebook that does not come to an end is found out, and not waited for."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Final

from ludex.kernel import Event

PATIENCE: Final = 20.0
"""Seconds in which one state must have been dealt with."""


class Endless(BaseException):
    """A part of the rulebook goes on and on. No `except Exception` of its own stops this."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        event, function, line = _place(self.__traceback__)
        where = f" ({function}, line {line})" if function else ""
        what = f"{event}: it" if event else "the rulebook"
        return f"{what} has not come to an end in {self.seconds:g} seconds{where}"

    @property
    def event(self) -> str | None:
        """The event that was being judged or played."""
        return _place(self.__traceback__)[0]


@contextmanager
def impatient(done: Callable[[], int], seconds: float = PATIENCE) -> Iterator[None]:
    """Raise `Endless` when `done` has not risen for so many seconds.

    Only the main thread can be interrupted; in any other nothing is watched.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    ticks = max(1, round(seconds))
    seen = [done(), 0]

    def tick(_signal: int, _frame: FrameType | None) -> None:
        now = done()
        seen[:] = (now, 0) if now != seen[0] else (now, seen[1] + 1)
        if seen[1] >= ticks:
            seen[1] = 0
            raise Endless(seconds)

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, seconds / ticks, seconds / ticks)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _place(trace: TracebackType | None) -> tuple[str | None, str, int]:
    """The event whose method was running, and where in the rulebook that was."""
    found: tuple[str | None, str, int] = (None, "", 0)
    event = None
    while trace is not None:
        frame = trace.tb_frame
        own = frame.f_locals.get("self")
        if isinstance(own, Event):
            event = str(own)
        module = str(frame.f_globals.get("__name__", ""))
        if not module.startswith(("ludex.check", "ludex.kernel")):
            found = (event, frame.f_code.co_name, trace.tb_lineno)
        trace = trace.tb_next
    return found
