"""One connection at a table: the messages it has been sent, and those that wait to be sent.

A guest is woken when the table changes and is then sent the newest picture of it, so that
one who reads slowly skips pictures and never holds anybody up. Most of what is sent can be
sent at once, without a task that would have to be woken for it.
"""

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any, Protocol

from ludex.kernel.history import Step
from ludex.play.protocol.effects import Rejection
from ludex.server.limits.batching import SendBatch
from ludex.server.presentation.messages import message, refusal_message, table_message
from ludex.server.presentation.scenes import Reader
from ludex.server.tables.live import LiveTable, ShownTable
from ludex.server.tables.talk import Remark

WAITING = 100
"""Answers that may wait for a guest who does not read."""


class TextSender(Protocol):
    """The way on which texts in UTF-8 are sent."""

    def offer(self, text: bytes) -> bool:
        """Send it now, unless something has to be waited for."""

    async def say(self, text: bytes) -> None:
        """Send it when it can be sent."""


class Guest:
    """Somebody at a table, through one socket."""

    def __init__(
        self,
        live: LiveTable,
        number: int,
        key: bytes,
        client: str,
        outlet: TextSender,
        *,
        reader: Reader,
        sending: SendBatch,
    ) -> None:
        self.live = live
        self.number = number
        """The seat, counted from 1; 0 looks on."""

        self.key = key
        """The digest of the token by which it came: whose seat this was then."""

        self.client = client
        self._outlet = outlet
        self._sending = sending
        self.reader = reader
        self._questions: dict[str, asyncio.Task[None]] = {}
        """The questions being thought about, by kind: a hint need not wait for the light."""

        self._answers: deque[str] = deque()
        self._is_woken = False
        self._pending: bytes | None = None
        """The messages that could not be sent at once."""

        self._failure: Exception | None = None
        self._stirred = asyncio.Event()
        """Is there anything that is not sent at once, or is it over?"""

        self._sent: ShownTable | None = None
        self._known: Step[Any] | None = None
        self.is_lost = False
        """Does it ask and not read?"""

        self.is_dismissed = False
        """Has its seat been released?"""

    def wake(self) -> None:
        """There may be something to send."""
        if not self._is_woken:
            self._is_woken = True
            self._sending.add(self.live.game.name, self._send)

    def answer(self, text: str) -> None:
        """Send a message of its own."""
        if len(self._answers) >= WAITING:
            self.is_lost = True
        else:
            self._answers.append(text)
        self.wake()

    def hear(self, remark: Remark) -> None:
        """Tell what somebody has said."""
        self.answer(message("chat", lines=[remark.as_message]))

    def refuse(
        self,
        why: Rejection,
        event: str | None = None,
        to: str = "",
        at: int | None = None,
    ) -> None:
        """Say why nothing happened."""
        self.answer(refusal_message(self.live.shown.seq, event, why, to, at))

    def ask(self, kind: str, work: Coroutine[Any, Any, None]) -> None:
        """Answer a question that takes a while."""
        self._questions[kind] = asyncio.ensure_future(work)

    def forget_question(self, kind: str) -> bool:
        """Forget a question that nobody waits for; return whether anybody did."""
        question = self._questions.pop(kind, None)
        return question is not None and question.cancel()

    def forget_questions(self) -> None:
        """Forget all questions."""
        for kind in [*self._questions]:
            self.forget_question(kind)

    def show_again(self) -> None:
        """Send the table once more, although it has not changed."""
        self._sent = None
        self.wake()

    def _send(self) -> None:
        """Send what can be sent at once; the rest is for `write`."""
        self._is_woken = False
        if self._pending is not None:
            return
        try:
            while (text := self._next()) is not None:
                if not self._outlet.offer(text):
                    self._pending = text
                    self._stirred.set()
                    return
        except Exception as error:  # noqa: BLE001  # raised where the socket ends
            self._failure = error
        if self.is_lost or self.is_dismissed or self._failure is not None:
            self._stirred.set()

    def _next(self) -> bytes | None:
        """Return what is to be sent now, if anything."""
        if self._answers:
            return self._answers.popleft().encode()
        if self.live.has_lost_seat(self):
            self.is_dismissed = True
            return None
        table = self.live.shown
        if table is self._sent:
            return None
        known, reader = self._known, self.reader
        text = table_message(self.live, table, self.number, known, reader)
        self._sent, self._known = table, table.history.past
        return text

    async def write(self) -> None:
        """Send what could not be sent at once, until cancelled, lost or dismissed."""
        while not (self.is_lost or self.is_dismissed):
            await self._stirred.wait()
            self._stirred.clear()
            if self._failure is not None:
                raise self._failure
            while self._pending is not None:
                await self._outlet.say(self._pending)
                self._pending = self._next()
