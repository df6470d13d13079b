"""Connections before they say anything that the application could judge.

uvicorn waits for ever for the head of a request, takes any number of connections and answers
every ping. Here a head has to come in time, a client has so many connections, and whoever
sends pings without end, or does not read, is cut off.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ludex.server.limits import Bucket, Open
from ludex.server.origin import client_named, is_proxy
from ludex.server.settings import Settings

HEADERS: Final = 100
HEADER_BYTES: Final = 8000
"""More than these the library for sockets does not read, without saying so."""

BEYOND: Final = 100
"""Connections that a client may have besides its tables."""


class Http(H11Protocol):
    """One connection, from its first byte until it becomes a socket or ends."""

    settings: ClassVar[Settings]
    opened: ClassVar[Open]

    _timer: Any = None
    _unsent = 0
    _counted: str | None = None

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401  # the loop's
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not is_proxy(host, self.settings):
            client = client_named(host)
            if not self.opened.enter(client):
                transport.abort()
                return
            self._counted = client
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.leave()

    def leave(self) -> None:
        """The connection has ended."""
        self._stop_waiting()
        if self._counted is not None:
            self.opened.leave(self._counted)
            self._counted = None

    def handle_events(self) -> None:
        answered = self.cycle
        super().handle_events()
        if self.cycle is not answered:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        answered = self.cycle
        super().on_response_complete()
        if self.cycle is answered:  # and not yet the next that had come with it
            self._await_head()

    def _await_head(self) -> None:
        """The next head, or the rest of a body that nobody wants, has to come in time."""
        self._stop_waiting()
        seconds = self.settings.head_seconds
        self._timer = self.loop.call_later(seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        if unsent and unsent != self._unsent:  # it still reads what it asked for
            self._unsent = unsent
            self._await_head()
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_waiting()
        if len(event.target) > self.settings.path_bytes:
            self._refuse(414)
        elif len(self.headers) > HEADERS or any(
            len(name) + len(value) > HEADER_BYTES for name, value in self.headers
        ):
            self._refuse(431)
        else:
            super().handle_websocket_upgrade(event)
            socket = self.transport.get_protocol()
            assert isinstance(socket, Socket)
            socket.left = self.leave
            if socket.conn.handshake_exc is not None:  # it would not even say no
                self._refuse(400)

    def _refuse(self, status: int) -> None:
        reason = STATUS_PHRASES[status]
        head = b"HTTP/1.1 %d %s\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
        self.transport.write(head % (status, reason))
        self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """A socket whose pings are counted like messages."""

    settings: ClassVar[Settings]

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401  # uvicorn's
        super().__init__(*given, **named)
        limits = self.settings
        self._control = Bucket(limits.message_rate, limits.message_burst)
        self.left: Callable[[], object] = bool  # does nothing, until it is told what

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.left()

    def handle_ping(self) -> None:
        if self._may():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may():
            super().handle_pong(event)

    def _may(self) -> bool:
        if self.close_sent:
            return False
        if self.writable.is_set() and self._control.take():
            return True
        self.conn.fail(1008, "too many pings")
        self.close_sent = True
        if self.writable.is_set():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        else:  # what it has not read it will not read either
            self.transport.abort()
        return False


def protocols(settings: Settings) -> tuple[type[Http], type[Socket]]:
    """What uvicorn makes of a connection, with the limits of one server."""
    most = settings.sockets_per_client + BEYOND
    http = type("Http", (Http,), {"settings": settings, "opened": Open(most)})
    return http, type("Socket", (Socket,), {"settings": settings})
