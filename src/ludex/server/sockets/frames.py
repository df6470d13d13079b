"""The frames of one WebSocket, on the protocol of `websockets` that does no input or output.

What a client sends is read a little at a time, and no further than the application has
answered: thousands of tiny frames in one packet cost nothing until they are wanted. What is
sent goes out piece by piece; who does not take a piece in time is cut off, and told why
as soon as it reads on. Nothing that waits here, in either direction, grows without end.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar, Final, cast

from starlette.types import Message, Scope
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from ludex.server.http.origin import client_of
from ludex.server.limits.rate_limit import Bucket
from ludex.server.limits.traffic import Traffic
from ludex.server.settings import Settings
from ludex.server.sockets.handshake import NO_SOCKET, refusal, scope_of
from ludex.server.sockets.heartbeat import Heartbeat
from ludex.server.sockets.inbox import Inbox
from ludex.server.sockets.outbox import PIECE, SLOW, CutOff, Gone, Outbox

LOG: Final = logging.getLogger(__name__)

SLICE: Final = 1024
"""Bytes that are read before it is asked whether anybody wants more: 170 frames at most."""

CHANNEL: Final = "ludex.channel"
"""By which an application finds the channel itself, for what it says and hears often."""

LAST_WORD: Final = 5.0
"""Seconds that a client gets to read why it is cut off, or to say goodbye itself."""

IGNORED: Final = 256 * 1024
"""Bytes that a client may still send meanwhile."""

BROKEN: Final = 1006
INTERNAL_ERROR: Final = 1011
SERVICE_RESTART: Final = 1012
TOO_MANY_FRAMES: Final = 1008


class Channel(asyncio.Protocol):
    """One socket, as uvicorn makes it of a connection that wants to be one."""

    settings: ClassVar[Settings]
    traffic: ClassVar[Traffic]

    transport: asyncio.Transport
    scope: Scope

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._app = config.loaded_app
        self._state = app_state
        self._connections: set[Any] = server_state.connections
        self._tasks = server_state.tasks
        self._loop = _loop or asyncio.get_running_loop()
        self._protocol = ServerProtocol(max_size=self.settings.message_bytes)
        self._frames = Bucket(self.settings.message_rate, self.settings.message_burst)
        self.left: Callable[[], object] = bool  # does nothing, until it is told what
        self._response: Response | None = None
        """How the handshake would be accepted; None when it has been answered."""

        self._head: Message | None = None
        """The beginning of a refusal whose body is still to come."""

        self._unread = bytearray()
        gather = partial(self.traffic.gathering.add, self._loop)
        self._inbox = Inbox(self._loop, gather)
        self._heart = Heartbeat(
            self._loop, self._ping, lambda: self._is_paused, self._miss
        )
        seconds = self.settings.reading_seconds
        self._outbox = Outbox(self._protocol, self.traffic, seconds)
        self._is_paused = False
        self._ignored = 0

    # -- the connection ---------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's are of a class of their own.
        self.transport = cast("asyncio.Transport", transport)
        self._outbox.transport = self.transport
        self.transport.set_write_buffer_limits(high=PIECE)
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self._unread.clear()
        self._finish(BROKEN)
        self._outbox.writable.set()
        self.left()
        self._heart.end()  # no circle of references remains
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(CHANNEL, None)

    def eof_received(self) -> None:
        """Whoever sends no more gets no more: the connection ends."""

    def pause_writing(self) -> None:
        self._outbox.writable.clear()

    def resume_writing(self) -> None:
        self._outbox.writable.set()

    def shutdown(self) -> None:
        """The server ends."""
        if self._is_open:
            self._close(SERVICE_RESTART, "")
        elif self._response is not None:
            self._answer(self._protocol.reject(HTTPStatus.SERVICE_UNAVAILABLE, ""))
        self.transport.close()

    @property
    def _is_over(self) -> bool:
        return self._outbox.over.is_set()

    @property
    def _is_open(self) -> bool:
        return self._outbox.is_open

    # -- what comes in ----------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._is_over:  # nobody listens any more
            self._ignored += len(data)
            if self._ignored > IGNORED:
                self.transport.abort()
            return
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Read until there is something for the application, or nothing more to read."""
        while self._unread and not self._inbox and not self._is_over:
            part = bytes(self._unread[:SLICE])
            del self._unread[:SLICE]
            self._protocol.receive_data(part)
            for event in self._protocol.events_received():
                if isinstance(event, Request):
                    self._shake_hands(event)
                elif isinstance(event, Frame):
                    self._hear(event)
            if self._protocol.parser_exc is not None:  # it knows a code for that
                self._outbox.flush()
                self._finish(BROKEN)
                self._let_go()
            elif self._protocol.handshake_exc is not None:
                self._refuse_badly()
        self._pause(is_paused=not self._is_over and bool(self._inbox))

    def _pause(self, *, is_paused: bool) -> None:
        if is_paused != self._is_paused and not self.transport.is_closing():
            self._is_paused = is_paused
            if is_paused:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def _hear(self, frame: Frame) -> None:
        if self._is_over:
            return
        match frame.opcode:
            case Opcode.TEXT | Opcode.BINARY:
                is_text = frame.opcode is Opcode.TEXT
                self._inbox.begin(bytes(frame.data), is_text=is_text)
                self._take_part(is_last=frame.fin)
            case Opcode.CONT:
                self._inbox.add(bytes(frame.data))
                if self._may_go_on(is_fine=not self._inbox.is_crowded):
                    self._take_part(is_last=frame.fin)
            case Opcode.PING:
                if self._may_go_on(is_fine=self._outbox.writable.is_set()):
                    self._outbox.flush()
            case Opcode.PONG:
                if self._may_go_on() and self._is_open:
                    self._heart.hear(bytes(frame.data))
            case Opcode.CLOSE:
                code = self._protocol.close_rcvd and self._protocol.close_rcvd.code
                self._outbox.flush()  # the same word in return
                self._finish(code or BROKEN)
                self._let_go()

    def _may_go_on(self, *, is_fine: bool = True) -> bool:
        """Frames that say nothing to the application are counted here, like messages."""
        if is_fine and self._frames.take():
            return True
        self._close(TOO_MANY_FRAMES, "Too many frames that say nothing.")
        return False

    def _take_part(self, *, is_last: bool) -> None:
        if is_last:
            try:
                self._inbox.finish()
            except UnicodeDecodeError:
                self._close(1007, "Texts are UTF-8.")

    def sit_down(self, game: str) -> None:
        """From now on this is about a game."""
        self._inbox.game = game

    async def receive(self) -> Message:
        """The next message for the application, when it is this client's turn."""
        message = await self._inbox.take()
        if message["type"] == "websocket.receive":
            for queue in self.traffic.queues(self._outbox.client):
                seconds = queue.enter()
                if seconds > 0:
                    await self._wait_for_turn(seconds)
        self._read_on()
        return message

    async def _wait_for_turn(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._outbox.over.wait()

    # -- the handshake ----------------------------------------------------------------

    def _shake_hands(self, request: Request) -> None:
        self._response = self._protocol.accept(request)
        if self._protocol.handshake_exc is not None:
            return
        self.scope = scope_of(request, self.transport, self._state)
        self.scope["extensions"][CHANNEL] = self
        self._inbox.put({"type": "websocket.connect"})
        task = self._loop.create_task(self._serve())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self) -> None:
        try:
            await self._app(self.scope, self.receive, self.send)
        except Gone:
            pass
        except Exception:  # one socket's mistake: it is closed, the others go on
            LOG.exception("a bug at a socket")
        if self._response is not None:
            problem = HTTPStatus.INTERNAL_SERVER_ERROR
            self._answer(self._protocol.reject(problem, ""))
            self._let_go()
        elif self._is_open:
            self._close(INTERNAL_ERROR, "")

    def _refuse_badly(self) -> None:
        """What wants to be a socket and is none; some of it gets no answer there."""
        self._finish(BROKEN)
        if self._response is not None:
            self._answer(self._response)
        else:
            self.transport.write(NO_SOCKET)
        self._let_go()

    def _answer(self, response: Response) -> None:
        self._response = None
        self._protocol.send_response(response)
        self._outbox.flush()

    # -- what goes out ----------------------------------------------------------------

    async def send(self, message: Message) -> None:
        """Do what the application says."""
        match message["type"]:
            case "websocket.send":
                await self._say(message)
            case "websocket.accept" if self._response is not None:
                # Now, when what a proxy says of its client has been heard.
                self._outbox.client = client_of(self.scope)
                self._answer(self._response)
                if self._is_open:
                    self._heart.rest()
            case "websocket.close" if self._response is not None:
                self._finish(BROKEN)
                self._answer(self._protocol.reject(HTTPStatus.FORBIDDEN, ""))
                self._let_go()
            case "websocket.close":
                if self._is_open:
                    code, reason = message.get("code", 1000), message.get("reason")
                    self._close(code, reason or "")
            case "websocket.http.response.start" if self._response is not None:
                self._head = message
            case "websocket.http.response.body" if self._head is not None:
                self._finish(BROKEN)
                self._answer(refusal(self._protocol, self._head, message["body"]))
                self._let_go()
            case other:
                raise RuntimeError(f"{other} has no place here")

    def offer(self, text: bytes) -> bool:
        """Send a text in UTF-8 now, if nothing has to be waited for; else it is to be said."""
        return self._outbox.offer(text)

    async def say(self, text: bytes) -> None:
        """Send a text in UTF-8, when what was sent before has been taken."""
        await self._said(self._outbox.say(text))

    async def _say(self, message: Message) -> None:
        text = message.get("text")
        if text is not None:
            await self.say(text.encode())
        else:
            await self._said(self._outbox.say_bytes(message.get("bytes") or b""))

    async def _said(self, saying: Awaitable[None]) -> None:
        try:
            await saying
        except CutOff as cut:
            self._close(cut.code, cut.reason)
            raise Gone from None

    # -- the end ------------------------------------------------------------------------

    def _finish(self, code: int) -> None:
        """Tell the application, once, that no more will come."""
        if not self._is_over:
            self._outbox.over.set()
            self._inbox.forget()
            self._inbox.put({"type": "websocket.disconnect", "code": code})

    def _close(self, code: int, reason: str) -> None:
        """Say goodbye, and why."""
        if self._is_over:
            return
        self._finish(code)
        self._protocol.fail(code, reason)
        self._outbox.flush()
        self._let_go()

    def _let_go(self) -> None:
        """No more will be sent; what is still to be read may be read for a while.

        A connection that is closed at once would take back what its client has not read.
        """
        self._unread.clear()
        if not self.transport.is_closing():
            self._pause(is_paused=False)  # to see that the client has gone
            if self.transport.can_write_eof():
                self.transport.write_eof()
            self._heart.ring(LAST_WORD, self.transport.abort)

    # -- is it still there? -------------------------------------------------------------

    def _ping(self, question: bytes) -> bool:
        if self._is_open:
            self._protocol.send_ping(question)
            self._outbox.flush()
        return self._is_open

    def _miss(self) -> None:
        self._close(SLOW, "No answer to a ping.")
