"""Patience: a rulebook that does not come to an end is found out, and not waited for."""

import gc
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import walk_stack, walk_tb
from types import FrameType, TracebackType
from typing import NamedTuple

from ludex.kernel import AnyEvent, Event

TIMEOUT = 20.0
"""Seconds in which one state must have been dealt with."""

SOON = 0.01
"""Seconds until the clock strikes again where nobody would have heard it."""

MOST_UNHEARD = 500
"""So often in a row: a finaliser that goes on and on is left as well."""


class Interruption(NamedTuple):
    """The place in a rulebook that was left before it came to an end."""

    problem: str
    event: str | None
    """The event that was being judged or played."""

    is_crowd: bool
    """Did one event after the other come to an end, and are they only too many?"""


class Endless(BaseException):
    """A part of the rulebook goes on and on. No `except Exception` of its own stops this."""

    def __init__(self, seconds: float, *, is_crowd: bool = False) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.is_crowd = is_crowd

    def __str__(self) -> str:
        if self.is_crowd:
            return f"one state has more events than can be tried in {self.seconds:g} seconds"
        event, function, line = _place(self.__traceback__)
        where = f" ({function}, line {line})" if function else ""
        subject = f"{event}: it" if event else "the rulebook"
        return f"{subject} has not finished within {self.seconds:g} seconds{where}"

    def without_frames(self) -> Interruption:
        """The same without the frames: it can go to another process."""
        return Interruption(str(self), self.event, self.is_crowd)

    @property
    def event(self) -> str | None:
        """The event that was being judged or played."""
        return None if self.is_crowd else _place(self.__traceback__)[0]


@contextmanager
def watchdog(
    done: Callable[[], int],
    seconds: float = TIMEOUT,
    late: Callable[[], bool] = lambda: False,
) -> Iterator[None]:
    """Raise `Endless` when `done` has not risen for so many seconds.

    Once it is `late`, no more is waited for than the event at hand. Only the main thread can be interrupted; in any other nothing is watched.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    ticks = max(2, round(seconds))
    seen, waited, unheard = done(), 0, 0
    doing: AnyEvent | None = None

    def tick(_signal: int, frame: FrameType | None) -> None:
        nonlocal seen, waited, unheard, doing
        now, before, trying = done(), doing, _tried(frame)
        waited = 0 if now != seen else waited + 1
        seen = now
        moving = trying is None or trying is not before
        due = waited >= ticks or (waited > 1 and moving and late())
        if due and unheard < MOST_UNHEARD and _loses_errors(frame):
            waited, unheard = waited - 1, unheard + 1
            signal.setitimer(signal.ITIMER_REAL, SOON, seconds / ticks)
            return
        doing = trying
        if due:
            waited = unheard = 0
            raise Endless(seconds, is_crowd=trying is not before)

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, seconds / ticks, seconds / ticks)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _loses_errors(frame: FrameType | None) -> bool:
    """Would an error be lost here? Python drops what is raised while it tidies its memory up."""
    tidying = {getattr(called, "__code__", None) for called in gc.callbacks}
    running = {one.f_code for one, _ in walk_stack(frame)}
    return bool(running & tidying) or any(code.co_name == "__del__" for code in running)


def _tried(frame: FrameType | None) -> AnyEvent | None:
    """The event that is being judged or played in a frame, or in one that called it."""
    owners = (one.f_locals.get("self") for one, _ in walk_stack(frame))
    return next((own for own in owners if isinstance(own, Event)), None)


def _place(trace: TracebackType | None) -> tuple[str | None, str, int]:
    """The event whose method was running, and where in the rulebook that was."""
    found: tuple[str | None, str, int] = (None, "", 0)
    event = None
    for frame, line in walk_tb(trace):
        own = frame.f_locals.get("self")
        if isinstance(own, Event):
            event = _event_text(own)
        module = str(frame.f_globals.get("__name__", ""))
        if not module.startswith(("ludex.check", "ludex.kernel")):
            found = (event, frame.f_code.co_name, line)
    return found


def _event_text(event: AnyEvent) -> str:
    """Return the text of an event; one that is being made may have no arguments yet."""
    try:
        return str(event)
    except AttributeError:
        return event.name
