"""Being told to stop: whoever waited for an answer has gone, so nobody thinks on.

What thinks long calls `think_on` again and again. Whoever starts it in a thread of its own
says there which flag to look at; without one, nobody is ever stopped.
"""

from contextvars import ContextVar
from threading import Event

_FLAG: ContextVar[Event | None] = ContextVar("stop", default=None)


class Stopped(Exception):
    """Nobody waits for the answer any more."""


def heed(flag: Event) -> None:
    """From now on, in this thread: stop when the flag is set."""
    _FLAG.set(flag)


def think_on() -> None:
    """Go on, unless somebody said stop."""
    flag = _FLAG.get()
    if flag is not None and flag.is_set():
        raise Stopped
