"""Sockets that flood, or do not read, or come in crowds: nobody else notices."""

import asyncio
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludex.server.limits.rate_limit import Bucket
from ludex.server.process.serve import listen_at
from ludex.server.settings import Settings
from ludex.server.sockets import channel as channel_module
from ludex.server.sockets.channel import CHANNEL, PIECE, SLICE, Channel
from ludex.server.sockets.connections import protocols
from serving import QUICK, TIMEOUT, Server, eventually, server

HELLO = (
    b"GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
TEXT_BEGINS, CONTINUES, WHOLE_TEXT = b"\x01\x80", b"\x00\x80", b"\x81\x81"
MASK = b"\0\0\0\0"


@dataclass
class Running:
    """A server of an application that is nothing but a socket."""

    port: int
    uvicorn: uvicorn.Server
    seen: list[Any] = field(default_factory=list)
    """What the application has noted."""

    @property
    def channels(self) -> list[Channel]:
        open_ = list(self.uvicorn.server_state.connections)
        return [one for one in open_ if isinstance(one, Channel)]

    def connect(self, **options: Any) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{self.port}/", max_size=None, **options)

    def wire(self, *, receiving: int | None = None) -> socket.socket:
        """A socket that nobody reads unless it is told to."""
        client = socket.socket()
        if receiving is not None:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receiving)
        client.settimeout(TIMEOUT)
        client.connect(("127.0.0.1", self.port))
        client.sendall(HELLO)
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += client.recv(1)
        assert head.startswith(b"HTTP/1.1 101")
        return client


Application = Callable[[Any, Any, list[Any]], Any]


@contextmanager
def running(application: Application, **limits: Any) -> Iterator[Running]:
    settings: Settings = replace(QUICK, **limits)
    http, ws = protocols(settings)
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await application(receive, send, seen)

    config = uvicorn.Config(
        app, http=http, ws=ws, lifespan="off", log_config=None, timeout_graceful_shutdown=9
    )  # fmt: skip
    serving = uvicorn.Server(config)
    with listen_at("127.0.0.1", 0) as opened:
        port = opened.getsockname()[1]
        thread = threading.Thread(target=lambda: serving.run(sockets=[opened]))
        thread.start()
        try:
            eventually(lambda: serving.started)
            yield Running(port, serving, seen)
        finally:
            serving.should_exit = True
            thread.join()


async def echo(receive: Any, send: Any, _: list[Any]) -> None:
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        await send({"type": "websocket.send", "text": message["text"]})


async def deaf(receive: Any, _: Any, seen: list[Any]) -> None:
    """Never asks for a message."""
    seen.append("begun")
    while "enough" not in seen:
        await asyncio.sleep(0.01)


def telling(size: int) -> Application:
    """Sends one long text, and notes how that went."""

    async def tell(receive: Any, send: Any, seen: list[Any]) -> None:
        try:
            await send({"type": "websocket.send", "text": "x" * size})
        except OSError:
            seen.append("gone")
            raise
        seen.append("told")
        while (await receive())["type"] != "websocket.disconnect":
            pass

    return tell


def frames(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """The frames of a server, each with its first byte."""
    at = 0
    while at + 2 <= len(raw):
        first, size = raw[at], raw[at + 1]
        at += 2
        if size == 126:
            (size,) = struct.unpack_from("!H", raw, at)
            at += 2
        elif size == 127:
            (size,) = struct.unpack_from("!Q", raw, at)
            at += 8
        yield first, raw[at : at + size]
        at += size


def ending(client: socket.socket) -> tuple[int, str]:
    """All is read until the server ends it: the code and the reason it gave."""
    raw = b""
    try:
        while part := client.recv(1 << 20):
            raw += part
    except ConnectionResetError:
        pass
    *_, (first, said) = frames(raw)
    assert first == 0x88
    return struct.unpack("!H", said[:2])[0], said[2:].decode()


# -- frames without an end -----------------------------------------------------------------


@pytest.mark.parametrize(
    "size", [0, 1, 125, 126, 127, PIECE - 2, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE]
)
def test_texts_of_any_length_arrive_whole(size: int) -> None:
    async def tell(receive: Any, send: Any, _: list[Any]) -> None:
        await send({"type": "websocket.send", "text": "é" * (size // 2) + "x" * (size % 2)})
        await receive()

    with running(tell) as there, there.connect() as client:
        heard = client.recv(timeout=TIMEOUT)
        assert isinstance(heard, str)
        assert heard == "é" * (size // 2) + "x" * (size % 2)


def test_empty_continuations_end_the_socket_and_hold_up_nobody() -> None:
    empty = CONTINUES + MASK
    with running(echo, message_rate=5, message_burst=20) as web:
        with web.wire() as flooding, web.connect() as other:
            flooding.sendall(TEXT_BEGINS + MASK + empty * 2000)
            assert ending(flooding) == (1008, "Too many empty frames.")
            other.send("still here")
            assert other.recv(timeout=TIMEOUT) == "still here"
        with web.connect() as other:
            parts = iter(["in", " a few", " parts"])
            other.send(parts)
            assert other.recv(timeout=TIMEOUT) == "in a few parts"


def test_a_message_has_so_many_parts() -> None:
    plenty = 10**6
    with (
        running(echo, message_rate=plenty, message_burst=plenty) as web,
        web.wire() as client,
    ):
        client.sendall(TEXT_BEGINS + MASK + (CONTINUES + MASK) * 200)
        assert ending(client)[0] == 1008


def test_a_packet_full_of_messages_is_read_as_they_are_wanted() -> None:
    with running(deaf) as web, web.wire() as client:
        eventually(lambda: web.seen)
        client.sendall((WHOLE_TEXT + MASK + b"x") * 9000)
        (channel,) = web.channels
        eventually(lambda: channel.read_paused)
        sleep(0.1)
        assert 0 < len(channel.inbox) <= SLICE // 7 + 1
        web.seen.append("enough")


def test_what_is_no_text_and_what_is_too_long_is_told_by_its_code() -> None:
    with running(echo) as web:
        with web.wire() as client:
            client.sendall(WHOLE_TEXT + MASK + b"\xff")
            assert ending(client)[0] == 1007
        with web.connect() as client:
            client.send("x" * 20_000)
            with pytest.raises(ConnectionClosed) as closed:
                client.recv(timeout=TIMEOUT)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_head_may_hold_any_bytes() -> None:
    with running(echo) as web, socket.create_connection(("127.0.0.1", web.port)) as one:
        one.settimeout(TIMEOUT)
        one.sendall(HELLO.replace(b"host: x", b"host: x\r\nx: \xff\xfe"))
        assert one.recv(1000).startswith(b"HTTP/1.1 101")


def test_who_does_not_answer_a_ping_is_gone_and_who_does_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(channel_module, "PING_EVERY", 0.05)
    monkeypatch.setattr(channel_module, "PONG_WITHIN", 1.0)
    with running(echo) as web, web.connect() as lively, web.wire() as silent:
        assert ending(silent) == (4408, "No answer to a ping.")
        lively.send("here")
        assert lively.recv(timeout=TIMEOUT) == "here"


# -- who does not read ---------------------------------------------------------------------


def test_a_long_text_arrives_whole() -> None:
    with running(telling(5_000_000)) as web, web.connect() as client:
        assert client.recv(timeout=TIMEOUT) == "x" * 5_000_000


def test_who_does_not_read_is_cut_off_and_told_why() -> None:
    with (
        running(telling(20_000_000), reading_seconds=0.3) as web,
        web.wire(receiving=4096) as client,
    ):
        eventually(lambda: web.channels)
        (channel,) = web.channels
        eventually(lambda: not channel.writable.is_set())
        assert channel.transport.get_write_buffer_size() <= 3 * PIECE
        eventually(lambda: web.seen == ["gone"])
        assert ending(client) == (4408, "The client did not read the messages in time.")


def test_who_never_reads_does_not_keep_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(channel_module, "LAST_WORD", 0.3)
    with (
        running(telling(20_000_000), reading_seconds=0.2) as web,
        web.wire(receiving=4096),
    ):
        eventually(lambda: web.seen == ["gone"])
        eventually(lambda: not web.channels)


def test_what_waits_to_be_read_is_limited_for_a_client_and_for_all() -> None:
    million = 1_000_000
    for limit in ("unread_bytes_per_client", "unread_bytes"):
        limits = {limit: 3 * million, "reading_seconds": TIMEOUT}
        with running(telling(2 * million), **limits) as web, ExitStack() as held:
            first = held.enter_context(web.wire(receiving=4096))
            eventually(lambda web=web: web.channels)
            (channel,) = web.channels
            eventually(lambda channel=channel: not channel.writable.is_set())
            second = held.enter_context(web.wire(receiving=4096))
            assert ending(second) == (4429, "Too much data is waiting to be read.")
            received = len(first.recv(4 * million))
            while received < 2 * million:
                received += len(first.recv(4 * million))
            with web.connect() as third:
                assert third.recv(timeout=TIMEOUT) == "x" * 2 * million


def test_a_page_that_is_not_read_ends_the_connection(tmp_path: Path) -> None:
    """The same for requests: a long log, asked for and not read."""
    settings = replace(QUICK, reading_seconds=0.3, head_seconds=0.3)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * 20_000_000})

    http, ws = protocols(settings)
    config = uvicorn.Config(app, http=http, ws=ws, lifespan="off", log_config=None)
    serving = uvicorn.Server(config)
    with listen_at("127.0.0.1", 0) as opened, socket.socket() as client:
        thread = threading.Thread(target=lambda: serving.run(sockets=[opened]))
        thread.start()
        try:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(TIMEOUT)
            client.connect(opened.getsockname())
            client.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            eventually(lambda: serving.server_state.connections)
            eventually(lambda: not serving.server_state.connections)
        finally:
            serving.should_exit = True
            thread.join()


# -- crowds --------------------------------------------------------------------------------


def test_a_pace_lets_a_burst_through_and_then_one_after_the_other() -> None:
    now = [0.0]
    pace = Bucket(rate=2, burst=3, clock=lambda: now[0])
    assert [pace.enter() for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    now[0] += 60
    assert [pace.enter() for _ in range(4)] == [0, 0, 0, 0.5]


@pytest.fixture(params=["client_message", "server_message"])
def limited(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    name: str = request.param
    limits: dict[str, Any] = {f"{name}_rate": 0.001, f"{name}_burst": 13}
    with server(f"sqlite:///{tmp_path}/tables.sqlite3", replace(QUICK, **limits)) as web:
        yield web


def pongs(sockets: list[ClientConnection], most: int) -> int:
    """Ping with all of them, wait for so many answers, and see whether any more comes."""
    for one in sockets:
        one.send(json.dumps({"type": "ping"}))
    waiting = [*sockets]

    def is_answered(one: ClientConnection, seconds: float) -> bool:
        try:
            while '"pong"' not in str(one.recv(timeout=seconds)):
                pass
        except TimeoutError:
            return False
        return True

    def heard() -> bool:
        waiting[:] = [one for one in waiting if not is_answered(one, 0.02)]
        return len(sockets) - len(waiting) >= most

    eventually(heard)
    return len(sockets) - sum(not is_answered(one, 0.2) for one in waiting)


def test_the_sockets_of_a_client_share_a_limit_and_those_of_all_clients_another(
    limited: Server, request: pytest.FixtureRequest
) -> None:
    made = limited.post("/api/tables", {"game": "freecell", "deal": 1})
    host, port = limited.address.removeprefix("http://").split(":")
    path = f"ws://{host}:{port}/api/tables/{made['table']}/socket"
    with ExitStack() as stack:

        def enter(source: str) -> ClientConnection:
            wire = socket.create_connection((host, int(port)), source_address=(source, 0))
            client = stack.enter_context(connect(path, sock=wire, close_timeout=0.1))
            client.send(json.dumps({"type": "hello", "token": made["token"], "seen": 0}))
            return client

        mine = [enter("127.0.0.1") for _ in range(3)]
        for most in (3, 3, 3, 1):  # thirteen with the hellos, of fifteen
            assert pongs(mine, most) == most
        other = [enter("127.0.0.2")]
        most = 1 if "client" in request.node.callspec.id else 0
        assert pongs(other, most) == most


class Gone(asyncio.Transport):
    """A connection that its client has closed."""

    def write(self, _data: object) -> None:
        """Nobody reads it."""

    def is_closing(self) -> bool:
        return True

    def close(self) -> None:
        """It is closed."""

    abort = close

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Nothing is written."""


def test_a_client_that_goes_before_the_application_begins_is_no_mistake(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard: list[str] = []

    async def app(scope: Any, receive: Any, _send: Any) -> None:
        assert isinstance(scope["extensions"][CHANNEL], Channel)
        heard.extend([(await receive())["type"] for _ in range(2)])

    async def opened_and_lost() -> Channel:
        http, ws = protocols(QUICK)
        config = uvicorn.Config(app, http=http, ws=ws, log_config=None, lifespan="off")
        config.load()
        channel = ws(config, ServerState(), {})
        channel.connection_made(Gone())
        channel.data_received(HELLO)
        channel.connection_lost(None)
        for _ in range(5):
            await asyncio.sleep(0)
        return channel

    channel = asyncio.run(opened_and_lost())
    assert heard == ["websocket.connect", "websocket.disconnect"]
    assert CHANNEL not in channel.scope["extensions"]  # no circle remains
    assert not caplog.records
