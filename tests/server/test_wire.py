"""Connections that say nothing, too much, or in the name of others."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from ludex.server.http.origin import client_named
from ludex.server.settings import Settings
from ludex.server.sockets import connections
from serving import QUICK, TIMEOUT, Server, server


@contextmanager
def strict(folder: Path, **limits: object) -> Iterator[Server]:
    settings: Settings = replace(QUICK, **limits)  # type: ignore[arg-type]
    with server(f"sqlite:///{folder}/tables.sqlite3", settings) as web:
        yield web


def wire(web: Server) -> socket.socket:
    host, port = web.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=TIMEOUT)


def answer(client: socket.socket) -> bytes:
    """All until the server ends it."""
    told = b""
    try:
        while part := client.recv(65536):
            told += part
    except ConnectionResetError:
        pass
    return told


def path(web: Server, table: str) -> str:
    return web.address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"


def pinging(client: ClientConnection, times: int) -> None:
    for _ in range(times):
        client.ping()
    client.recv(timeout=TIMEOUT)


def test_a_head_that_does_not_come_ends_the_connection(tmp_path: Path) -> None:
    with strict(tmp_path, head_seconds=0.5) as web:
        host = web.address.removeprefix("http://").encode()
        with wire(web) as silent, wire(web) as slow, wire(web) as second:
            slow.sendall(b"GET / HTTP/1.1\r\n")
            whole = b"GET /health HTTP/1.1\r\nhost: " + host + b"\r\n\r\n"
            second.sendall(whole + b"GET /health HTTP/1.1\r\n")
            assert answer(slow) == b""
            assert answer(silent) == b""
            assert answer(second).count(b"HTTP/1.1 200") == 1
        # A body that nobody has asked for is not read for ever, either.
        with wire(web) as endless:
            head = b"POST / HTTP/1.1\r\nhost: other\r\ncontent-length: 99999999\r\n\r\n"
            endless.sendall(head + b"x")
            assert answer(endless).startswith(b"HTTP/1.1 421")


def test_a_body_that_does_not_come_ends_the_connection(tmp_path: Path) -> None:
    with strict(tmp_path, body_seconds=0.2) as web, wire(web) as slow:
        host = web.address.removeprefix("http://").encode()
        head = b"POST /api/tables HTTP/1.1\r\nhost: " + host
        slow.sendall(head + b"\r\ncontent-length: 50\r\n\r\n{")
        told = answer(slow).lower()
        assert told.startswith(b"http/1.1 408")
        assert b"connection: close" in told


def test_a_client_has_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BEYOND", 0)
    with strict(tmp_path, sockets_per_client=3) as web:
        made = web.post("/api/tables", {"game": "freecell", "deal": 1})
        with web.player(made["table"], made["token"]) as me:
            me.seat_down()
            with ExitStack() as held:
                for _ in range(2):
                    held.enter_context(wire(web))
                with wire(web) as fourth:
                    assert answer(fourth) == b""
            me.act(me.events[0])
        # Those that have ended do not count, sockets neither.
        for _ in range(10):
            assert web.status("/health") == 200
            with web.player(made["table"], made["token"]) as me:
                me.seat_down()


@pytest.mark.parametrize(
    ("target", "more", "status"),
    [
        (b"/" + b"a" * 7000, b"", 414),
        (b"/" + b"a" * 20_000, b"", 414),
        (b"/api/tables/x/socket", b"x: y\r\n" * 300, 431),
        (b"/api/tables/x/socket", b"x: " + b"y" * 9000 + b"\r\n", 431),
    ],
    ids=["long", "very long", "many headers", "a long header"],
)
def test_a_socket_with_too_long_a_head_is_refused(
    web: Server, target: bytes, more: bytes, status: int
) -> None:
    host = web.address.removeprefix("http://").encode()
    with wire(web) as client:
        client.sendall(
            b"GET " + target + b" HTTP/1.1\r\nhost: " + host + b"\r\n"
            b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + more + b"\r\n"
        )  # fmt: skip
        assert answer(client).startswith(b"HTTP/1.1 %d" % status)


@pytest.mark.parametrize("method", [b"POST", b"A" * 9000], ids=["post", "long"])
def test_a_socket_that_is_no_get_is_refused(web: Server, method: bytes) -> None:
    host = web.address.removeprefix("http://").encode()
    with wire(web) as client:
        client.sendall(
            method + b" /api/tables/x/socket HTTP/1.1\r\nhost: " + host + b"\r\n"
            b"connection: upgrade\r\nupgrade: websocket\r\n\r\n"
        )
        assert answer(client).startswith(b"HTTP/1.1 4")


def test_pings_without_end_end_the_socket(tmp_path: Path) -> None:
    with strict(tmp_path, message_rate=5, message_burst=20) as web:
        made = web.post("/api/tables", {"game": "freecell", "deal": 1})
        with web.player(made["table"], made["token"]) as me:
            me.seat_down()
            for _ in range(10):
                assert me.socket.ping().wait(TIMEOUT)
            with pytest.raises((ConnectionClosed, EOFError)):
                pinging(me.socket, 1000)
            # Who still sends when the socket is closed may not get to read why.
            assert me.socket.close_code in (1006, 1008)
            assert web.status("/health") == 200


def test_who_pings_and_does_not_read_is_cut_off(tmp_path: Path) -> None:
    plenty = 10**9
    with strict(tmp_path, message_rate=plenty, message_burst=plenty) as web:
        made = web.post("/api/tables", {"game": "freecell", "deal": 1})
        with wire(web) as client:
            host = web.address.removeprefix("http://")
            client.sendall(
                f"GET /api/tables/{made['table']}/socket HTTP/1.1\r\nhost: {host}\r\n"
                "connection: upgrade\r\nupgrade: websocket\r\n"
                "sec-websocket-version: 13\r\n"
                "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            assert client.recv(1000).startswith(b"HTTP/1.1 101")
            ping = b"\x89\xfd" + b"\0" * 4 + b"x" * 125
            with pytest.raises((ConnectionResetError, BrokenPipeError)):
                client.sendall(ping * 200_000)


def test_handshakes_are_counted_like_requests(tmp_path: Path) -> None:
    with strict(tmp_path, request_rate=0.001, request_burst=3) as web:
        made = web.post("/api/tables", {"game": "freecell", "deal": 1})
        for _ in range(2):
            with connect(path(web, made["table"])):
                pass
        with pytest.raises(InvalidStatus) as refused:
            connect(path(web, made["table"]))
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["retry-after"] == "1"


def asked(web: Server, name: str) -> int:
    request = Request(f"{web.address}/api/games", headers={"X-Forwarded-For": name})
    try:
        with urlopen(request) as told:
            return int(told.status)
    except HTTPError as error:
        with error:
            return error.code


def test_only_a_known_proxy_speaks_for_others(tmp_path: Path) -> None:
    names = [f"10.0.0.{i}" for i in range(5)]
    limits = {"request_rate": 0.001, "request_burst": 3}
    with strict(tmp_path, **limits) as web:
        assert [asked(web, name) for name in names] == [200, 200, 200, 429, 429]
    with strict(tmp_path, **limits, proxies=("127.0.0.1",)) as web:
        assert [asked(web, name) for name in names * 3] == [200] * 15
        assert asked(web, names[0]) == 429


def test_the_connections_of_a_proxy_are_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BEYOND", 0)
    limits = {"sockets_per_client": 1, "proxies": ("127.0.0.0/8",)}
    with strict(tmp_path, **limits) as web, ExitStack() as held:
        for _ in range(5):
            held.enter_context(wire(web))
        assert web.status("/health") == 200


def test_who_has_a_network_is_one_client() -> None:
    assert client_named("192.0.2.1") == "192.0.2.1"
    assert client_named("::ffff:192.0.2.1") == "192.0.2.1"
    assert client_named("2001:db8:1:2:3::4") == client_named("2001:db8:1:2:ffff::")
    assert client_named("2001:db8:1:2::1") != client_named("2001:db8:1:3::1")
    assert client_named("") == ""


def test_methods_that_nobody_knows_are_counted_together(web: Server) -> None:
    for method in ("BREW", "PROPFIND", "GET"):
        try:
            urlopen(Request(f"{web.address}/api/games", method=method)).close()
        except HTTPError as error:
            error.close()
    told = web.get("/metrics", QUICK.metrics_token)
    assert 'method="?"' in told
    assert "BREW" not in told


def test_pages_have_heads(web: Server) -> None:
    for page in ("/", "/t/some-table"):
        with urlopen(Request(web.address + page, method="HEAD")) as told:
            assert (told.status, told.read()) == (200, b"")
