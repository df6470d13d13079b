"""The outbox of a connection: texts that go out at once, or piece by piece as they are taken.

Who does not take a piece in time is cut off. What waits for all the connections of a client
together is bounded, too.
"""

import asyncio
from collections.abc import Callable
from struct import pack
from typing import Final

from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from ludex.server.limits.traffic import Traffic

PIECE: Final = 64 * 1024
"""Bytes of a message that are sent before it is asked whether they are taken."""

WHOLE_TEXT: Final = 0x81
MEDIUM: Final = 126
"""Bytes of a message whose length stands in a field of its own."""

SLOW: Final = 4408
TOO_MUCH: Final = 4429


class Gone(OSError):
    """Nobody is there any more to send to."""


class CutOff(Exception):
    """The client does not take what it is sent: with which code it is cut off, and why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Outbox:
    """What is said to one client."""

    transport: asyncio.Transport

    def __init__(
        self, protocol: ServerProtocol, traffic: Traffic, seconds: float
    ) -> None:
        self._protocol, self._traffic, self._seconds = protocol, traffic, seconds
        self.client = ""
        """Whose connection it is, once that is known."""

        self.over = asyncio.Event()
        """Is nobody to be told anything any more?"""

        self.writable = asyncio.Event()
        """Has what was sent been taken?"""

        self.writable.set()

    @property
    def is_open(self) -> bool:
        """May anything be said?"""
        return self._protocol.state is OPEN and not self.over.is_set()

    def offer(self, text: bytes) -> bool:
        """Send a text in UTF-8 now, if nothing has to be waited for; else it is to be said.

        Most of what is sent are such texts, so their frames are made here: two bytes and the
        length.
        """
        size = len(text)
        if size >= PIECE or not (self.writable.is_set() and self.is_open):
            return False
        if size < MEDIUM:
            head = pack("!BB", WHOLE_TEXT, size)
        else:
            head = pack("!BBH", WHOLE_TEXT, MEDIUM, size)
        self._write(head + text)
        return True

    async def say(self, text: bytes) -> None:
        """Send a text in UTF-8, when what was sent before has been taken, or a CutOff."""
        if not self.offer(text):
            await self._send_pieces(text, self._protocol.send_text)

    async def say_bytes(self, whole: bytes) -> None:
        """Send what is no text."""
        await self._send_pieces(whole, self._protocol.send_binary)

    def flush(self) -> None:
        """Write what the protocol wants to have written."""
        told = b"".join(self._protocol.data_to_send())
        if told:
            self._write(told)

    async def _send_pieces(self, given: bytes, send: Callable[..., None]) -> None:
        """A message, in pieces of which each has to be taken before the next is sent."""
        whole = memoryview(given)
        if not self._traffic.hold(self.client, len(whole)):
            raise CutOff(TOO_MUCH, "Too much is waiting to be read.")
        try:
            for at in range(0, max(len(whole), 1), PIECE):
                await self._until_writable()
                piece, is_last = whole[at : at + PIECE], at + PIECE >= len(whole)
                if at == 0:
                    send(piece, fin=is_last)
                else:
                    self._protocol.send_continuation(piece, fin=is_last)
                self.flush()
        finally:
            self._traffic.release(self.client, len(whole))

    async def _until_writable(self) -> None:
        if not self.writable.is_set():
            try:
                async with asyncio.timeout(self._seconds):
                    await self.writable.wait()
            except TimeoutError:
                problem = "What was sent was not read in time."
                raise CutOff(SLOW, problem) from None
        if not self.is_open or self.transport.is_closing():
            raise Gone

    def _write(self, told: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(told)
