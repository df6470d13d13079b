"""The inbox of a connection: messages put together from frames, until somebody asks for them."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from starlette.types import Message

FRAGMENTS: Final = 100
"""Parts that a message may come in; browsers send one."""


class Inbox:
    """What a client has said and the application has not heard yet."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        gather: Callable[[Callable[[], None], str], None],
    ) -> None:
        self._loop = loop
        self._gather = gather
        """Wakes whoever waits for a message, together with others of the same game."""

        self.game = ""
        """What is played at the table, once that is known."""

        self._parts: list[bytes] = []
        self._is_text = True
        self._heard: deque[Message] = deque()
        self._listener: asyncio.Future[None] | None = None
        """Whoever waits for a message."""

    def __len__(self) -> int:
        return len(self._heard)

    @property
    def is_crowded(self) -> bool:
        """Does a message come in too many parts?"""
        return len(self._parts) > FRAGMENTS

    def begin(self, part: bytes, *, is_text: bool) -> None:
        """The first part of a message."""
        self._is_text, self._parts = is_text, [part]

    def add(self, part: bytes) -> None:
        """One part more."""
        self._parts.append(part)

    def forget(self) -> None:
        """What was begun will not be finished."""
        self._parts = []

    def finish(self) -> None:
        """It is whole: for the application, or a UnicodeDecodeError."""
        whole, self._parts = b"".join(self._parts), []
        said: Message = {"type": "websocket.receive"}
        if self._is_text:
            said["text"] = whole.decode()
        else:
            said["bytes"] = whole
        self.put(said)

    def put(self, message: Message) -> None:
        """There is something for the application."""
        self._heard.append(message)
        if self._listener is None:
            return
        if message["type"] == "websocket.receive":
            self._gather(self._wake, self.game)
        else:
            self._wake()

    def _wake(self) -> None:
        if self._listener is not None and not self._listener.done():
            self._listener.set_result(None)

    async def take(self) -> Message:
        """The next message, when there is one."""
        while not self._heard:
            self._listener = self._loop.create_future()
            await self._listener
        self._listener = None
        return self._heard.popleft()
