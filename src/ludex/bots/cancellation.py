"""Cancellation: a bot stops when nobody waits for its answer any more.

What thinks long calls `think_on` again and again. Whoever starts it, in a thread or a process
of its own, says there which flag to look at; without one, nobody is ever stopped.
"""

from contextvars import ContextVar
from threading import Thread
from time import monotonic
from typing import Protocol


class Flag(Protocol):
    """A flag that says stop: a `threading.Event`, or anything that can be asked like one."""

    def is_set(self) -> bool:
        """Has somebody said stop?"""
        ...


_FLAG: ContextVar[Flag | None] = ContextVar("stop", default=None)


class Stopped(Exception):
    """The signal that nobody waits for the answer any more."""


def heed(flag: Flag) -> None:
    """Stop in this thread, from now on, when the flag is set."""
    _FLAG.set(flag)


def may_be_stopped() -> bool:
    """Does somebody wait for the answer, who may go away?"""
    return _FLAG.get() is not None


def think_on() -> None:
    """Go on, unless somebody said stop."""
    flag = _FLAG.get()
    if flag is not None and flag.is_set():
        raise Stopped


LOOKS = 0.05
"""Seconds between two looks at the flag."""


def is_done(doing: Thread, seconds: float) -> bool:
    """Is something done that cannot ask, such as compiling, or will it be within so many seconds?

    It goes on all the same: the next one finds it done. Who cannot be told to stop waits to the end.
    """
    if _FLAG.get() is None:
        doing.join()
    until = monotonic() + seconds
    while doing.is_alive() and monotonic() < until:
        think_on()
        doing.join(LOOKS)
    return not doing.is_alive()
