"""The heartbeat of a connection: it is asked now and then whether anybody is still there.

It is also the connection's one alarm clock: who waits for a last word no longer asks.
"""

import asyncio
from collections.abc import Callable
from secrets import token_bytes
from typing import Final

PING_EVERY: Final = 20.0
PONG_WITHIN: Final = 20.0


class Heartbeat:
    """Asks, waits for the answer, and says when there was none."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        ask: Callable[[bytes], bool],
        is_deaf: Callable[[], bool],
        give_up: Callable[[], object],
    ) -> None:
        self._loop, self._ask, self._is_deaf = loop, ask, is_deaf
        self._give_up = give_up
        self._asked: bytes | None = None
        self._timer: asyncio.TimerHandle | None = None

    def rest(self) -> None:
        """Somebody is there: ask again later."""
        self._asked = None
        self.ring(PING_EVERY, self._question)

    def hear(self, answer: bytes) -> None:
        """Is this the answer that is waited for?"""
        if answer == self._asked:
            self.rest()

    def ring(self, seconds: float, then: Callable[[], object]) -> None:
        """Do something later, in place of whatever was to be done."""
        self.stop()
        self._timer = self._loop.call_later(seconds, then)

    def stop(self) -> None:
        """Nothing is to be done any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def end(self) -> None:
        """The connection is gone, and whoever was to be told of it."""
        self.stop()
        self._ask, self._is_deaf, self._give_up = _nobody, bool, bool

    def _question(self) -> None:
        self._asked = token_bytes(4)
        if self._ask(self._asked):
            self.ring(PONG_WITHIN, self._miss)

    def _miss(self) -> None:
        if self._is_deaf():  # it may have answered: it is we who do not listen
            self.ring(PONG_WITHIN, self._miss)
        else:
            self._give_up()


def _nobody(_: bytes) -> bool:
    return False
