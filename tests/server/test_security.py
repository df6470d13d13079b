"""Hostile clients: they get a 4xx or a closed socket, and the server goes on."""

import json
import socket
from dataclasses import replace
from pathlib import Path
from time import monotonic
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ludex.kernel import CHANCE, Dice
from ludex.language.position import position_line
from ludex.server.game_list import game_list
from ludex.server.http.middleware import FRAMED, FRAMING, POLICY
from ludex.server.limits import rate_limit as rates_module
from ludex.server.limits.rate_limit import Bucket, OpenCount, PerClient
from ludex.server.tables.records.seats import TOKEN_BYTES, digest, new_token, seat_of
from serving import QUICK, TIMEOUT, Player, Server, server


@pytest.fixture(scope="module")
def made(web: Server) -> dict[str, str]:
    wish = {"game": "chess-solitaire", "position": "NP.Q/.R.B/K.N./.P.."}
    table: dict[str, str] = web.post("/api/tables", wish)
    return table


def address(web: Server, table: str) -> str:
    return web.address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"


def ending(web: Server, table: str, *messages: str | bytes) -> tuple[int, str | None]:
    """What a socket that says this is closed with, and the sentence before."""
    text = None
    with connect(address(web, table), open_timeout=TIMEOUT) as raw:
        try:
            for message in messages:
                raw.send(message)
            while True:
                answer = json.loads(raw.recv(timeout=TIMEOUT))
                text = answer.get("text", text)
        except ConnectionClosed as closed:
            return (closed.rcvd.code if closed.rcvd else 0), text
        except EOFError:
            return raw.close_code or 0, text


def still_well(web: Server) -> None:
    assert web.get("/health") == {"status": "ok", "database": "ok"}


def test_tokens_are_long_and_only_their_digests_are_kept(web: Server) -> None:
    made = web.post("/api/tables", {"game": "russian-bank", "seats": ["me", "friend"]})
    invitation = made["invitations"][0]["path"].split("#join=")[1]
    tokens = [made["token"], web.claim(made), made["watch"].split("#")[1]]
    assert len({*tokens, invitation, made["table"]}) == 5
    assert TOKEN_BYTES * 8 >= 128
    keys = web.live(made["table"]).new.keys
    assert {seat_of(keys, token) for token in tokens} == {0, 1, 2}
    assert seat_of(keys, new_token()) is None
    assert all(digest(token) in keys.values() for token in tokens)
    stored = everything_stored(web)
    tokens.append(invitation)
    assert all(digest(token) in stored for token in tokens)
    assert not any(token.encode() in stored for token in tokens)


def everything_stored(web: Server) -> bytes:
    """Every byte of the file and of the log beside it."""
    assert web.hall is not None
    path = Path(str(web.hall.database.url.database))
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"\x00\x01", 4400),
        ("", 4400),
        ("no json", 4400),
        ("[]", 4400),
        ("[" * 8000, 4400),
        ('{"type":"act","seq":0}', 4400),
        ('{"type":"hello"}', 4400),
        ('{"type":"hello","token":7}', 4400),
        ('{"type":"hello","token":"' + "x" * 101 + '"}', 4400),
        ('{"type":"hello","token":"wrong"}', 4401),
        ('{"type":"hello","token":"\\ud800"}', 4401),
        ("x" * 20_000, 1009),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_socket_that_does_not_say_hello_is_closed(
    web: Server, made: dict[str, str], message: str | bytes, code: int
) -> None:
    assert ending(web, made["table"], message)[0] == code
    still_well(web)


def test_an_unknown_table_and_a_wrong_token_are_told_alike(
    web: Server, made: dict[str, str]
) -> None:
    hello = json.dumps({"type": "hello", "token": new_token()})
    told = ending(web, made["table"], hello)
    for name in ("nothing", "%00", "%F0%9F%82%A1", "a" * 50):
        assert ending(web, name, hello) == told


HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
KINDS = st.sampled_from(
    [
        "act",
        "undo",
        "redo",
        "agree",
        "why",
        "hint",
        "winnable",
        "ping",
        "hello",
        "x",
        "",
    ]
)
SEQS = st.integers(-2, 2) | st.just(10**400) | HOSTILE
MESSAGES = st.fixed_dictionaries(
    {"type": KINDS},
    optional={
        "seq": SEQS, "event": st.text(max_size=60) | HOSTILE, "pick": HOSTILE,
        "drop": HOSTILE, "agree": HOSTILE,
    },
)  # fmt: skip


@given(messages=st.lists(MESSAGES, min_size=1, max_size=8))
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
def test_no_message_breaks_a_table(
    web: Server, made: dict[str, str], messages: list[object]
) -> None:
    with web.player(made["table"], made["token"]) as me:
        me.see()
        for message in messages:
            me.socket.send(json.dumps(message))
        me.socket.send(json.dumps({"type": "ping"}))
        me.hear("pong")


PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)


@st.composite
def wishes(draw: st.DrawFn) -> dict[str, object]:
    """A wish for a game that there is, a few things in it out of order."""
    game = game_list()[draw(st.sampled_from(sorted(game_list())))].game
    dice = Dice(draw(st.integers(0, 50)))
    state = game.start()
    for _ in range(draw(st.integers(0, 12))):
        by_chance = game.turn(state) == CHANCE
        moves = () if by_chance else game.moves(state)
        if game.outcome(state) or not (by_chance or moves):
            break
        event = game.draw(state, dice) if by_chance else dice.choice(moves)
        state = game.after(state, event)
    line = position_line(game, state)
    at = draw(st.integers(0, len(line)))
    changed = line[:at] + draw(PRINTABLE) + line[at + draw(st.integers(0, 9)) :]
    names = st.sampled_from([*game.start.domains] or ["none"])
    return {
        "game": game.name,
        **draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "position": st.just(changed or "x"),
                    "seed": st.integers(0, 2**128 - 1),
                    "deal": st.integers(-5, 10**12),
                    "preset": st.sampled_from([*game.start.presets, "none"]),
                    "options": st.dictionaries(
                        names, st.integers(-3, 10**9).map(str) | PRINTABLE, max_size=2
                    ),
                    "seats": st.lists(
                        st.sampled_from(["me", "friend", "bot:random", "bot:x"]),
                        min_size=1, max_size=10,
                    ),
                },
            )
        ),
    }  # fmt: skip


@given(wish=wishes())
@settings(max_examples=30, suppress_health_check=list(HealthCheck))
def test_no_wish_breaks_the_server_and_what_is_granted_can_be_opened(
    web: Server, wish: dict[str, object]
) -> None:
    status, made = web.tried("/api/tables", wish)
    if status != 201:
        assert 400 <= status < 500, (status, wish)
        return
    with web.player(made["table"], made["token"]) as me:
        me.see()
        me.socket.send(json.dumps({"type": "ping"}))
        me.hear("pong")


def test_a_drop_of_hostile_names_is_answered(web: Server) -> None:
    for game in (offered.game for offered in game_list().values()):
        seats = {"seats": ["me", "bot:random"]} if game.players[1] > 1 else {}
        with web.table(game=game.name, **seats) as me:
            me.my_turn()
            keys = [zone["key"] for zone in me.table["scene"]["zones"]]
            for pick in (keys[0], "drawn", "x:y", ",", "column:", "tile@1,2", "\ud800"):
                for drop in (
                    *keys[:2],
                    keys[-1],
                    "a,b",
                    "column:x",
                    "cell:99",
                    ":",
                    "é",
                ):
                    me.send("why", pick=pick, drop=drop)
                    assert me.until(lambda m: m["type"] == "refusal")["text"]


def test_only_our_own_page_may_open_a_socket(web: Server, made: dict[str, str]) -> None:
    host = web.address.removeprefix("http://")
    for origin in (
        "https://evil.example",
        "null",
        "",
        f"http://evil.{host}",
        f"ftp://{host}",
    ):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(address(web, made["table"]), origin=origin),  # type: ignore[call-overload]  # no origin at all
        ):
            pass
        assert refused.value.response.status_code == 403
    with web.player(made["table"], made["token"], origin=web.address) as me:
        me.see()


def test_the_server_answers_only_under_its_own_names(web: Server) -> None:
    request = Request(f"{web.address}/api/games", headers={"host": "rebound.example"})
    with pytest.raises(HTTPError) as refused:
        urlopen(request)
    with refused.value as error:
        assert error.code == 421


def test_pages_may_load_nothing_from_elsewhere(web: Server) -> None:
    policies = {"/t/some-table": FRAMED, "/docs/": FRAMING}
    for path in ("/", "/api/games", "/nothing", "/health", "/docs", *policies):
        try:
            answer = urlopen(f"{web.address}{path}")
        except HTTPError as error:
            answer = error
        with answer:
            headers = answer.headers
            body = answer.read()
        assert headers.get_all("content-security-policy") == [
            policies.get(answer.url.removeprefix(web.address), POLICY)
        ]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
        assert b"<script>" not in body
        if path.startswith("/api"):
            assert headers["cache-control"] == "no-store"
    for policy in (POLICY, FRAMED, FRAMING):
        assert "'unsafe" not in policy
        assert "http" not in policy


def test_no_answer_names_the_program_that_serves(tmp_path: Path) -> None:
    with server(f"sqlite:///{tmp_path}/tables.sqlite3") as own, urlopen(own.address) as answer:
        assert "server" not in answer.headers


def test_a_table_may_stand_in_a_page_of_the_same_server_alone() -> None:
    common = {*POLICY.split("; ")} - {"frame-ancestors 'none'"}
    assert {*FRAMED.split("; ")} == common | {"frame-ancestors 'self'"}
    assert {*FRAMING.split("; ")} == common | {
        "frame-src 'self'",
        "frame-ancestors 'none'",
    }


def raw(web: Server, request: bytes, *, gone: bool = False) -> bytes:
    """The answer to these bytes; `gone`: the client says that no more will come."""
    host, port = web.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=TIMEOUT) as client:
        client.sendall(request)
        if gone:
            client.shutdown(socket.SHUT_WR)
        answer = b""
        while part := client.recv(65536):
            answer += part
    return answer


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /../../etc/passwd HTTP/1.1",
        b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1",
        b"GET /assets/../../app.py HTTP/1.1",
        b"GET /%00 HTTP/1.1",
        b"GET /api/tables/%00/script HTTP/1.1\r\nAuthorization: Bearer x",
        b"GET /api/tables/a%20b/script HTTP/1.1\r\nAuthorization: Bearer x",
        b"GET /api/tables/" + b"a" * 50 + b"/script HTTP/1.1\r\nAuthorization: Bearer x",
        b"GET /%ff%fe HTTP/1.1",
        b"GET /" + b"a" * 2000 + b" HTTP/1.1",
        b"GET /api/games/%F0%9F%82%A1/rules HTTP/1.1",
        b"BREW /api/games HTTP/1.1",
        b"GET api HTTP/1.1",
        b"\x16\x03\x01\x02\x00",
    ],
    ids=lambda line: str(line[:40]),
)
def test_a_strange_request_gets_a_4xx(web: Server, request_line: bytes) -> None:
    host = web.address.removeprefix("http://").encode()
    answer = raw(web, request_line + b"\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 4"), answer[:200]
    still_well(web)


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
    ],
    ids=["length first", "chunked first"],
)
@pytest.mark.parametrize("upgrade", [b"", b"Upgrade: websocket\r\n"])
def test_a_body_with_two_lengths_is_refused_and_nothing_after_it_is_read(
    web: Server, lengths: bytes, upgrade: bytes
) -> None:
    host = b"Host: " + web.address.removeprefix("http://").encode() + b"\r\n"
    connection = b"Connection: upgrade\r\n" if upgrade else b""
    first = b"POST /api/tables HTTP/1.1\r\n" + host + lengths + connection + upgrade
    second = b"GET /api/games HTTP/1.1\r\n" + host + b"\r\n"
    answer = raw(web, first + b"\r\n0\r\n\r\n" + second)
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1
    still_well(web)


def test_a_page_that_came_over_tls_is_always_asked_for_over_tls(tmp_path: Path) -> None:
    def security(web: Server, scheme: str) -> str | None:
        headers = {"X-Forwarded-Proto": scheme, "X-Forwarded-For": "192.0.2.1"}
        with urlopen(Request(f"{web.address}/api/games", headers=headers)) as told:
            found: str | None = told.headers["strict-transport-security"]
            return found

    behind = replace(QUICK, proxies=("127.0.0.1",))
    with server(f"sqlite:///{tmp_path}/one.sqlite3", behind) as web:
        assert security(web, "https") == "max-age=31536000"
        assert security(web, "http") is None
    with server(f"sqlite:///{tmp_path}/two.sqlite3", QUICK) as web:
        assert security(web, "https") is None  # nobody that could know has said so


def test_metrics_are_for_whoever_has_their_token(web: Server, tmp_path: Path) -> None:
    for token in (None, "wrong", "counted-"):
        with pytest.raises(HTTPError) as refused:
            web.get("/metrics", token)
        with refused.value as error:
            assert error.code == 401
            assert error.headers["www-authenticate"] == "Bearer"
            assert b"ludex_" not in error.read()
    silent = replace(QUICK, metrics_token=None)
    with server(f"sqlite:///{tmp_path}/tables.sqlite3", silent) as other:
        assert other.status("/metrics") == 404


def test_health_is_asked_so_often_and_the_store_once_a_second(tmp_path: Path) -> None:
    tight = replace(QUICK, request_rate=0.001, request_burst=10)
    with server(f"sqlite:///{tmp_path}/tables.sqlite3", tight) as web:
        assert web.hall is not None
        asked: list[None] = []
        check = web.hall.database.check
        web.hall.database.check = lambda: asked.append(check())  # type: ignore[method-assign]
        begun = monotonic()
        answers = [web.status("/health") for _ in range(15)]
        assert answers == [200] * 10 + [429] * 5
        assert len(asked) <= monotonic() - begun + 2
        assert web.status("/api/games") == 200  # counted by itself


def test_a_body_that_lies_about_its_length_is_refused(web: Server) -> None:
    host = web.address.removeprefix("http://").encode()
    head = b"POST /api/tables HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n"
    large = raw(web, head + b"Content-Length: 99999999\r\n\r\n{}")
    assert large.startswith(b"HTTP/1.1 413")
    chunks = b"Transfer-Encoding: chunked\r\n\r\n" + b"FFFF\r\n" + b"x" * 65535 + b"\r\n" * 2
    assert raw(web, head + chunks + b"FFFF\r\n").startswith(b"HTTP/1.1 4")
    short = raw(web, head + b"Content-Length: 50\r\n\r\n{}", gone=True)
    assert short == b"" or short.startswith(b"HTTP/1.1 4")
    still_well(web)


def test_rates_and_numbers_are_limited(tmp_path: Path) -> None:
    tight = replace(
        QUICK, request_rate=0.001, request_burst=12, tables_per_day=2,
        sockets_per_client=1, message_rate=0.001, message_burst=3,
    )  # fmt: skip
    with server(f"sqlite:///{tmp_path}/tables.sqlite3", tight) as web:
        made = web.post("/api/tables", {"game": "freecell", "deal": 1})
        web.post("/api/tables", {"game": "freecell", "deal": 2})
        refused = web.refused("/api/tables", {"game": "freecell"})
        assert refused == (
            429,
            "You have created too many tables today; try again in 12 hours.",
        )
        with web.player(made["table"], made["token"]) as me:
            me.see()
            assert ending(web, made["table"])[0] == 4429  # one socket is enough
            for _ in range(5):
                me.send("undo")
            told = [me.hear("refusal") for _ in range(5)]
            assert told[-1]["text"] == "Too fast; wait a moment."
            # Why there is nothing to undo does not change with time; this does.
            assert told[0]["wait"] is None
            assert told[-1]["wait"] > 900
            with pytest.raises((ConnectionClosed, EOFError)):
                endlessly(me)
        answers = [web.status("/api/games") for _ in range(20)]
        assert answers[0] == 200
        assert answers[-1] == 429


def endlessly(me: Player) -> None:
    while True:
        me.send("undo")
        me.receive()


def test_a_bucket_fills_again_with_time() -> None:
    now = [0.0]
    bucket = Bucket(rate=2, burst=3, clock=lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.pause == 0.5
    now[0] += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] += 60
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_of_too_many_clients_who_was_not_seen_longest_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rates_module, "CLIENTS", 3)
    rates = PerClient(lambda: Bucket(rate=0.001, burst=1))
    assert [rates[client].take() for client in "abca"] == [True, True, True, False]
    assert rates["d"].take()  # in the place of b: a was here again
    assert [rates[client].take() for client in "acd"] == [False] * 3
    assert rates["b"].take()  # known to nobody, as at first


def test_a_client_that_holds_nothing_open_is_forgotten() -> None:
    count = OpenCount(2)
    assert [count.enter("a") for _ in range(3)] == [True, True, False]
    count.leave("a")
    assert count.enter("a")
    count.leave("a")
    assert list(count._open) == ["a"]
    count.leave("a")
    assert list(count._open) == []


def test_metrics_count_requests_tables_and_events(web: Server, made: dict[str, str]) -> None:
    text = web.get("/metrics", QUICK.metrics_token)
    assert 'ludex_http_requests_total{method="POST",route="/api/tables",status="201"}' in text
    for name in (
        "ludex_tables",
        "ludex_sockets",
        "ludex_events_total",
        "ludex_commits_total",
    ):
        assert f"\n{name} " in text
    assert made["table"] not in text
