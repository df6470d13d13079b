"""One connection at a table: what it has been sent, and what waits to be sent.

A guest is woken when the table changes and is then sent the newest picture of it, so that
one who reads slowly skips pictures and never holds anybody up.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from ludex.kernel import Step
from ludex.play.effects import No
from ludex.server.seen.messages import refusal_message, table_message
from ludex.server.seen.vocabulary import Reader
from ludex.server.tables.live import LiveTable, Shown

WAITING: Final = 100
"""Answers that may wait for a guest who does not read."""


class Guest:
    """Somebody at a table, through one socket."""

    def __init__(
        self,
        live: LiveTable,
        number: int,
        key: bytes,
        client: str,
        send: Callable[[str], Awaitable[None]],
        *,
        reader: Reader,
    ) -> None:
        self.live = live
        self.number = number
        """The seat, counted from 1; 0 looks on."""

        self.key = key
        """The digest of the token by which it came: whose seat this was then."""

        self.client = client
        self._send = send
        self._reader = reader
        self._question: asyncio.Task[None] | None = None
        self._answers: deque[str] = deque()
        self._awake = asyncio.Event()
        self._sent: Shown | None = None
        self._known: Step[Any] | None = None
        self.is_lost = False
        """Does it ask and not read?"""

        self.is_dismissed = False
        """Has its seat been released?"""

    def wake(self) -> None:
        """There may be something to send."""
        self._awake.set()

    def answer(self, message: str) -> None:
        """Send a message of its own."""
        if len(self._answers) >= WAITING:
            self.is_lost = True
        else:
            self._answers.append(message)
        self.wake()

    def refuse(self, why: No, event: str | None = None) -> None:
        """Say why nothing happened."""
        self.answer(refusal_message(self.live.shown.seq, event, why))

    @property
    def is_asking(self) -> bool:
        """Does a question of this guest wait for its answer?"""
        return self._question is not None and not self._question.done()

    def ask(self, work: Coroutine[Any, Any, None]) -> None:
        """Answer a question that takes a while."""
        self._question = asyncio.ensure_future(work)

    def forget_question(self) -> None:
        """Nobody waits for the answer any more."""
        if self._question is not None:
            self._question.cancel()

    def show_again(self) -> None:
        """Send the table once more, although it has not changed."""
        self._sent = None
        self.wake()

    async def write(self) -> None:
        """Send what there is to send, until cancelled, lost or dismissed."""
        while not self.is_lost:
            await self._awake.wait()
            self._awake.clear()
            while self._answers:
                await self._send(self._answers.popleft())
            if self.live.has_lost_seat(self):
                self.is_dismissed = True
                return
            shown = self.live.shown
            if shown is not self._sent:
                text = table_message(
                    self.live, shown, self.number, self._known, self._reader
                )
                self._sent, self._known = shown, shown.history.past
                await self._send(text)
