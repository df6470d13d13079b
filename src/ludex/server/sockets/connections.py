"""Connections before they say anything that the application could judge.

uvicorn waits for ever for the head of a request, takes any number of connections and answers
every ping. Here a head has to come in time, a client has so many connections, and whoever
sends pings without end, or does not read, is cut off.

All sockets of a table come together in one worker. The system shares connections out among
workers without knowing what they are for. Were the players of a table at different workers, each
of these would hold the table, be told of every move and judge it again. So a worker that is asked
for a socket at a table which another one keeps gives the connection to it, with what was said so
far. Where that is not possible it serves the table itself: that costs more, and nothing else.
"""

import asyncio
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar
from zlib import crc32

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from ludex.server.http.origin import client_named, client_of, is_proxy
from ludex.server.limits.rate_limit import OpenCount, Traffic
from ludex.server.settings import Settings
from ludex.server.sockets.channel import Channel

HandoverBox = tuple[socket.socket, socket.socket]
"""The address where a worker is given connections, and where others put them."""

MOST = 1 << 17
"""Bytes that may have been said before: more than the head of a request can have."""

BEFORE, AFTER = b"/api/tables/", b"/socket"
KIND = socket.SOCK_DGRAM if sys.platform == "darwin" else socket.SOCK_SEQPACKET


def new_handover_box() -> HandoverBox:
    """Return a box for one worker; nobody ever waits at it."""
    box = socket.socketpair(socket.AF_UNIX, KIND)
    for end in box:
        end.settimeout(0)
    return box


class Handover:
    """One worker, and the ways to all others."""

    def __init__(self, own: int, boxes: Sequence[HandoverBox]) -> None:
        self._own, self._boxes = own, boxes

    @property
    def inbox(self) -> socket.socket:
        """Return the address where this worker is given connections."""
        return self._boxes[self._own][0]

    def keeper(self, path: bytes) -> int:
        """Return the number of the worker that keeps what is asked for; our own if nobody does."""
        table = path.partition(b"?")[0].removeprefix(BEFORE)
        if table == path or not table.endswith(AFTER):
            return self._own
        return crc32(table.removesuffix(AFTER)) % len(self._boxes)

    def hand_over(self, path: bytes, head: bytes, connection: int) -> bool:
        """Give a connection to whoever keeps the table; False when we are to serve it."""
        keeper = self.keeper(path)
        if keeper == self._own or len(head) > MOST:
            return False
        try:
            socket.send_fds(self._boxes[keeper][1], [head], [connection])
        except OSError:  # it is full, or too much was said
            return False
        return True

    def taken(self) -> tuple[bytes, socket.socket] | None:
        """Return the next connection that was given to us, with what was said on it."""
        with suppress(BlockingIOError, InterruptedError):
            head, given, _, _ = socket.recv_fds(self.inbox, MOST, 1)
            if given:
                return head, socket.socket(fileno=given[0])
        return None


HEADERS = 100
HEADER_BYTES = 8000
"""More than these the library for sockets does not read, without saying so."""

BODY = (b"content-length", b"transfer-encoding")
"""The headers that a request to become a socket does not have."""

ENOUGH = 32 * 1024
"""Bytes that who still reads has read when it is looked again."""

BEYOND = 100
"""Connections that a client may have besides its tables."""


class Http(H11Protocol):
    """One connection, from its first byte until it becomes a socket or ends."""

    settings: ClassVar[Settings]
    traffic: ClassVar[Traffic]
    opened: ClassVar[OpenCount]
    handover: ClassVar[Handover | None]

    _timer: asyncio.TimerHandle | None = None
    _unsent = 0
    _buffered: tuple[str, int] | None = None
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
        self._free_room()
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

    def pause_writing(self) -> None:
        """More is sent than the client has read: that takes room, and has an end."""
        super().pause_writing()
        client, unsent = client_of(self.scope), self.transport.get_write_buffer_size()
        if self.traffic.hold(client, unsent):
            self._buffered = (client, unsent)
            self._wait(self.settings.reading_seconds)
        else:
            self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._free_room()
        if self.cycle is not None and self.cycle.response_complete:
            self._await_head()
        else:
            self._stop_waiting()

    def _free_room(self) -> None:
        if self._buffered is not None:
            self.traffic.release(*self._buffered)
            self._buffered = None

    def _await_head(self) -> None:
        """The next head, or the rest of a body that nobody wants, has to come in time."""
        self._wait(self.settings.head_seconds)

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._unsent = self.transport.get_write_buffer_size()
        self._timer = self.loop.call_later(seconds, self._give_up, seconds)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self, seconds: float) -> None:
        unsent = self.transport.get_write_buffer_size()
        if 0 < unsent <= self._unsent - ENOUGH:  # it still reads what it asked for
            self._wait(seconds)
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
        elif any(name in BODY for name, _ in self.headers):
            self._refuse(400)
        elif not self._is_handed_over(event):
            super().handle_websocket_upgrade(event)
            channel = self.transport.get_protocol()
            assert isinstance(channel, Channel)
            channel.on_lost = self.leave

    def _is_handed_over(self, event: h11.Request) -> bool:
        """Does another worker serve the table, and has it got the connection?"""
        if self.handover is None:
            return False
        lines = [b"%s: %s\r\n" % header for header in self.headers]
        head = b"GET %s HTTP/1.1\r\n%s\r\n" % (event.target, b"".join(lines))
        connection = self.transport.get_extra_info("socket").fileno()
        if not self.handover.hand_over(event.target, head, connection):
            return False
        self.transport.abort()  # our end of it; the connection lives on
        return True

    def _refuse(self, status: int) -> None:
        reason = STATUS_PHRASES[status]
        head = b"HTTP/1.1 %d %s\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
        self.transport.write(head % (status, reason))
        self.transport.close()


def protocols(
    settings: Settings, handover: Handover | None = None
) -> tuple[type[Http], type[Channel]]:
    """Return what uvicorn makes of a connection, with the limits of one server."""
    most = settings.sockets_per_client + BEYOND
    traffic = Traffic(settings)
    shared = {"settings": settings, "traffic": traffic}
    own = {"opened": OpenCount(most), "handover": handover}
    http = type("Http", (Http,), {**shared, **own})
    return http, type("Channel", (Channel,), shared)
