"""Thinking on the opponent's time: a bot that can goes on thinking while a person is to act.

It thinks in a thread of its own about what it may see, and stops as soon as anything happens.
Nothing that it finds is a move: it only knows more when its turn comes.
"""

from threading import Event, Thread
from typing import Final, Generic, TypeVar

from ludex.bots import Bot, View
from ludex.bots.cancellation import Stopped, heed
from ludex.bots.observation import Ponderer

S = TypeVar("S")

SOON: Final = 2.0
"""Seconds in which whoever is told to stop has stopped, or is not waited for."""


class Pondering(Generic[S]):
    """One bot at a time that thinks beside the game."""

    def __init__(self) -> None:
        self._stop: Event | None = None
        self._thread: Thread | None = None

    def begin(self, bot: Bot[S], view: View[S]) -> None:
        """Somebody else is to act; a bot that cannot ponder does nothing."""
        self.end()
        if not isinstance(bot, Ponderer):
            return
        stop = self._stop = Event()

        def ponder() -> None:
            heed(stop)
            try:
                bot.ponder(view)
            except Stopped:
                return

        self._thread = Thread(target=ponder, name="ludex-pondering", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Something happens: whoever ponders stops."""
        if self._stop is not None and self._thread is not None:
            self._stop.set()
            self._thread.join(SOON)
        self._stop = self._thread = None
