"""One WebSocket with bounds, on uvicorn's own protocol of handshake, frames and pings.

What a client sends is read a little at a time, and no further than the application has
answered: thousands of tiny frames in one packet cost nothing until they are wanted. What is
sent goes out piece by piece; a client that does not take a piece in time is cut off, and told
why as soon as it reads on. Nothing that waits here, in either direction, grows without end.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from starlette.types import Message
from uvicorn import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol

from ludex.server.http.origin import client_of
from ludex.server.limits.rate_limit import Bucket, Traffic
from ludex.server.settings import Settings

LOG = logging.getLogger(__name__)

CHANNEL = "ludex.channel"
"""The key by which an application finds the channel itself, for what it says and hears often."""

SLICE = 1024
"""Bytes that are read before it is asked whether anybody wants more: 170 frames at most."""

PIECE = 64 * 1024
"""Bytes of a message that are sent before it is asked whether they are taken."""

FRAGMENTS = 100
"""Parts that a message may come in; browsers send one."""

PING_EVERY = 20.0
PONG_WITHIN = 20.0
LAST_WORD = 5.0
"""Seconds that a client gets to read why it is cut off, or to say goodbye itself."""

IGNORED = 256 * 1024
"""Bytes that a client may still send meanwhile."""

BROKEN = 1006
TOO_MANY_FRAMES = 1008
INTERNAL_ERROR = 1011
SLOW = 4408
TOO_MUCH = 4429
NO_SOCKET = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
"""The code for mistakes to which the protocol has no answer."""


class Inbox:
    """Messages that the application has not heard yet, in the place of uvicorn's queue."""

    def __init__(self, gather: Callable[[Callable[[], None], str], None]) -> None:
        self._gather = gather
        """Wakes the listener together with others of the same game."""

        self.game = ""
        self._messages: deque[Message] = deque()
        self._listener: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def empty(self) -> bool:
        """Is there no message?"""
        return not self._messages

    def put_nowait(self, message: Message) -> None:
        """Add a message for the application."""
        self._messages.append(message)
        if message["type"] == "websocket.receive" and self._listener is not None:
            self._gather(self._wake, self.game)
        else:
            self._wake()

    def _wake(self) -> None:
        if self._listener is not None and not self._listener.done():
            self._listener.set_result(None)

    async def get(self) -> Message:
        """Wait for the next message."""
        while not self._messages:
            self._listener = asyncio.get_running_loop().create_future()
            await self._listener
        self._listener = None
        return self._messages.popleft()


class Channel(WebSocketsSansIOProtocol):
    """One socket, as uvicorn makes it of a connection that wants to be one."""

    settings: ClassVar[Settings]
    traffic: ClassVar[Traffic]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = ServerProtocol(max_size=self.settings.message_bytes)
        self.ping_interval, self.ping_timeout = PING_EVERY, PONG_WITHIN
        self.inbox = Inbox(partial(self.traffic.gathering.add, self.loop))
        self.queue = self.inbox  # type: ignore[assignment]  # all that is asked of it
        self.on_lost: Callable[[], object] = bool  # does nothing
        self._rate = Bucket(self.settings.message_rate, self.settings.message_burst)
        self._client = ""
        self._over = asyncio.Event()
        """Is nobody to be told anything any more?"""

        self._unread = bytearray()
        self._ignored = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=PIECE)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._finish(BROKEN)
        self.on_lost()

    # -- what comes in ----------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._over.is_set():  # nobody listens any more
            self._ignored += len(data)
            if self._ignored > IGNORED:
                self.transport.abort()
            return
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Read until there is something for the application, or nothing more to read."""
        while self._unread and self.inbox.empty() and not self._over.is_set():
            part = bytes(self._unread[:SLICE])
            del self._unread[:SLICE]
            super().data_received(part)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.transport.write(NO_SOCKET)
                self._finish(BROKEN)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][CHANNEL] = self  # type: ignore[assignment]  # our own

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on(is_fine=len(self.frames) < FRAGMENTS):
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_go_on(is_fine=self.writable.is_set()):
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def _may_go_on(self, *, is_fine: bool = True) -> bool:
        """Count a frame that says nothing to the application, as messages are counted."""
        if not self._over.is_set() and not (is_fine and self._rate.take()):
            self.close(TOO_MANY_FRAMES, "Too many empty frames.")
        return not self._over.is_set()

    def handle_close(self, event: Frame) -> None:
        self._flush()  # the same word in return
        self._finish(self.conn.close_rcvd.code if self.conn.close_rcvd else BROKEN)

    def handle_parser_exception(self) -> None:
        self._flush()  # it knows a code for that
        self._finish(BROKEN)

    def keepalive_timeout(self) -> None:
        if self.read_paused:  # it may have answered: it is we who do not listen
            self.pong_timer = self.loop.call_later(PONG_WITHIN, self.keepalive_timeout)
        else:
            self.close(SLOW, "No answer to a ping.")

    async def receive(self) -> Any:  # noqa: ANN401  # as ASGI has it
        """Return the next message for the application, when it is this client's turn."""
        message = await super().receive()
        if message["type"] == "websocket.receive":
            for queue in self.traffic.queues(self._client):
                if (seconds := queue.enter()) > 0:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(seconds):
                            await self._over.wait()
        self._read_on()
        return message

    # -- what goes out ----------------------------------------------------------------

    async def run_asgi(self) -> None:
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:  # one socket's mistake: it is closed, the others go on
            LOG.exception("a bug at a socket")
        finally:  # not when the client goes: the application may only begin then
            self.scope["extensions"].pop(CHANNEL, None)  # no circle of references remains
        if self.handshake_complete:
            self.close(INTERNAL_ERROR, "")
        else:
            self.send_500_response()
            self._finish(BROKEN)

    async def send(self, message: Any) -> None:  # noqa: ANN401  # as ASGI has it
        """Do what the application says."""
        match message:
            case {"type": "websocket.send", "text": str(text)}:
                await self.say(text.encode())
            case {"type": "websocket.close"} if self.handshake_complete:
                self.close(message.get("code", 1000), message.get("reason") or "")
            case _:
                # Now what a proxy says of its client has been heard.
                self._client = client_of(self.scope)
                await super().send(message)

    def offer(self, text: bytes) -> bool:
        """Send a text in UTF-8 now, if nothing has to be waited for."""
        is_free = self.writable.is_set() and not self.conn.expect_continuation_frame
        is_sent = len(text) < PIECE and is_free and not self._is_gone
        if is_sent:
            self.conn.send_text(text)
            self._flush()
        return is_sent

    async def say(self, text: bytes) -> None:
        """Send a text in UTF-8, piece by piece, each when the one before has been taken."""
        if self.offer(text) or self.conn.expect_continuation_frame:
            return  # after half of a message there is nothing more to say
        if not self.traffic.hold(self._client, len(text)):
            self.close(TOO_MUCH, "Too much data is waiting to be read.")
            raise ClientDisconnected
        try:
            for at in range(0, len(text) or 1, PIECE):
                await self._until_writable()
                send = self.conn.send_continuation if at else self.conn.send_text
                send(text[at : at + PIECE], fin=at + PIECE >= len(text))
                self._flush()
        finally:
            self.traffic.release(self._client, len(text))

    async def _until_writable(self) -> None:
        try:
            async with asyncio.timeout(self.settings.reading_seconds):
                await self.writable.wait()
        except TimeoutError:
            self.close(SLOW, "The client did not read the messages in time.")
        if self._is_gone:
            raise ClientDisconnected

    @property
    def _is_gone(self) -> bool:
        return self._over.is_set() or self.transport.is_closing()

    def _flush(self) -> None:
        """Write what the protocol wants to have written."""
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    # -- the end ------------------------------------------------------------------------

    def close(self, code: int, reason: str) -> None:
        """Say goodbye, and why."""
        if not self._over.is_set():
            self.conn.fail(code, reason)
            self._flush()
            self._finish(code)

    def _finish(self, code: int) -> None:
        """Tell the application that no more will come; let the client read for a while.

        A connection that is closed at once would take back what its client has not read.
        """
        if self._over.is_set():
            return
        self._over.set()
        self.close_sent = True
        self.frames = []
        self._unread.clear()
        self.stop_keepalive()
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": code})
        was_paused, self.read_paused = self.read_paused, False
        if not self.transport.is_closing():
            if was_paused:  # to see that the client has gone
                self.transport.resume_reading()
            if self.transport.can_write_eof():
                self.transport.write_eof()
            self.close_timer = self.loop.call_later(LAST_WORD, self.transport.abort)
