"""The web table as clients meet it: a server in this process or in its own, and players."""

import asyncio
import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import uvicorn
from websockets.sync.client import ClientConnection, connect

from commands import started
from ludex.play.protocol.shuffle import share_hash
from ludex.server.game_list import GameList
from ludex.server.process.serve import listen_at, uvicorn_config
from ludex.server.settings import Settings
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.tables.hall import Hall
from ludex.server.tables.live import LiveTable
from ludex.server.tables.records.seats import new_token
from sentence_listener import completed

QUICK = Settings(
    pause=0.0, request_rate=1000, request_burst=10_000, message_rate=1000,
    client_message_rate=10_000, server_message_rate=100_000, metrics_token="counted-" * 3,
)  # fmt: skip
"""No pauses, and no limits that a busy test would meet."""

TIMEOUT = 30.0


class Hurried:
    """`asyncio` for uvicorn, which looks ten times a second whether it should end."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / 10)


vars(uvicorn.server)["asyncio"] = Hurried()


def eventually(holds: Callable[[], object]) -> None:
    """Wait until it holds."""
    until = monotonic() + TIMEOUT
    while not holds():
        assert monotonic() < until
        sleep(0.01)


@dataclass(frozen=True)
class Server:
    """Where to ask."""

    address: str
    hall: Hall | None = None
    """The server's own memory, where the server runs in this process."""

    stop: Callable[[], None] = lambda: None
    """Ask it to end, without waiting for it."""

    def get(self, path: str, token: str | None = None) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self._asked(Request(f"{self.address}{path}", headers=headers))

    def post(self, path: str, body: object) -> Any:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        return self._asked(Request(f"{self.address}{path}", raw, headers))

    def _asked(self, request: Request) -> Any:
        with urlopen(request, timeout=TIMEOUT) as answer:
            raw = answer.read()
            kind = answer.headers["content-type"]
        return json.loads(raw) if kind == "application/json" else raw.decode()

    def refused(self, path: str, body: object = None) -> tuple[int, str]:
        """The status and the sentence of a refusal."""
        try:
            self.get(path) if body is None else self.post(path, body)
        except HTTPError as error:
            with error:
                return error.code, json.load(error)["error"]
        raise AssertionError("it was not refused")

    def tried(self, path: str, body: object) -> tuple[int, Any]:
        """The status, and the answer where there is one."""
        try:
            return 201, self.post(path, body)
        except HTTPError as error:
            with error:
                return error.code, None

    def claim(self, made: Any, n: int = 0) -> str:
        """A friend sits down by the n-th invitation; the friend's own token."""
        path, token = made["invitations"][n]["path"], new_token()
        claim = {"invitation": path.split("#join=")[1], "token": token}
        self.post(f"/api/tables/{made['table']}/claim", claim)
        return token

    def status(self, path: str) -> int:
        try:
            with urlopen(f"{self.address}{path}", timeout=TIMEOUT) as answer:
                return int(answer.status)
        except HTTPError as error:
            with error:
                return error.code

    def live(self, table: str) -> LiveTable:
        assert self.hall is not None
        return self.hall.tables[table]

    @contextmanager
    def player(
        self,
        table: str,
        token: str,
        *,
        numbers: bool = False,
        says: dict[str, Any] = {"numbers": 2},  # noqa: B006  # never changed
        **options: Any,
    ) -> Iterator["Player"]:
        url = self.address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        with connect(url, open_timeout=TIMEOUT, max_size=None, **options) as socket:
            hello = {"type": "hello", "token": token, "seen": 0}
            socket.send(json.dumps(hello | (says if numbers else {})))
            yield Player(socket)

    @contextmanager
    def table(self, **wish: Any) -> Iterator["Player"]:
        """A new table, and its creator at it."""
        made = self.post("/api/tables", wish)
        with self.player(made["table"], made["token"]) as player:
            player.made = made
            yield player


class Player:
    """Somebody at a table: sends, and remembers all that was received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.made: dict[str, Any] = {}
        self.received: list[str] = []
        self.log: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}

    def receive(self) -> dict[str, Any]:
        """The next message; tables are remembered as a client would."""
        raw = self.socket.recv(timeout=TIMEOUT)
        assert isinstance(raw, str)
        self.received.append(raw)
        message: dict[str, Any] = json.loads(raw)
        if message["type"] == "table":
            self.table = message = completed(message, self.table)
            del self.log[message["log_from"] - 1 :]
            self.log += message["log"]
            assert [entry["n"] for entry in self.log] == list(range(1, message["log_length"] + 1))
        return message

    def send(self, kind: str, **fields: Any) -> None:
        fields.setdefault("seq", self.table.get("seq"))
        self.socket.send(json.dumps({"type": kind, **fields}))

    def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            message = self.receive()
            if fits(message):
                return message

    def see(self, fits: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """The next table that fits."""
        return self.until(lambda m: m["type"] == "table" and fits(m))

    def when(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The table now if it fits, else the next that does."""
        return self.table if self.table and fits(self.table) else self.see(fits)

    def seat_down(self) -> dict[str, Any]:
        """The table when it waits for a person, or is over."""
        return self.see(lambda m: m["turn"] > 0 or m["outcome"] is not None)

    def my_turn(self) -> dict[str, Any]:
        """The table when this seat is to act, or the game is over."""
        return self.when(lambda m: m["your_turn"] or m["outcome"] is not None)

    def hear(self, kind: str) -> dict[str, Any]:
        return self.until(lambda m: m["type"] == kind)

    def share(self, share: str) -> None:
        """Give the hash of a share, and the share when those of all are there."""
        seat = self.table["seat"]
        self.send("share", hash=share_hash(seat, share))
        self.when(lambda m: seat in m["shuffle"]["opens"])
        self.send("share", share=share)

    @property
    def events(self) -> list[str]:
        """What this seat can do, one for each gesture."""
        return [
            gesture["event"].replace("{}", str((gesture["amount"] or {}).get("low")))
            for gesture in self.table["scene"]["gestures"]
        ]

    def act(self, event: str) -> dict[str, Any]:
        """Make an event, and see it happen."""
        seq = self.table["seq"]
        self.send("act", event=event)
        return self.see(lambda m: m["seq"] > seq)


@cache
def new_store() -> bytes:
    """A SQLite file without any table; to make one takes longer than to copy it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "new.sqlite3"
        Database(read_address(f"sqlite:///{file}")).close()
        return file.read_bytes()


@contextmanager
def server(
    database: str,
    settings: Settings = QUICK,
    ended: threading.Event | None = None,
    port: int = 0,
    games: GameList | None = None,
) -> Iterator[Server]:
    """A server in a thread of this process, so that a test can look behind the views."""
    file = Path(database.removeprefix("sqlite:///"))
    if database.startswith("sqlite:///") and not file.exists():
        file.write_bytes(new_store())
    config = uvicorn_config(database, replace(settings), games)
    opened = listen_at("127.0.0.1", port)
    running = uvicorn.Server(config)

    def run() -> None:
        running.run(sockets=[opened])
        if ended is not None:
            ended.set()

    def stop() -> None:
        running.should_exit = True

    thread = threading.Thread(target=run)
    thread.start()
    try:
        eventually(lambda: running.started or not thread.is_alive())
        assert thread.is_alive(), "the server ended at once"
        address = f"http://127.0.0.1:{opened.getsockname()[1]}"
        yield Server(address, config.app.state.hall, stop)  # type: ignore[union-attr]
    finally:
        stop()
        thread.join()
        opened.close()


@dataclass(frozen=True)
class Process:
    """A server as a process of its own."""

    server: Server
    process: subprocess.Popen[str]


@contextmanager
def process(database: str, *options: str, **streams: Any) -> Iterator[Process]:
    """`ludex serve`, as users run it; it starts sooner when the games to offer are named."""
    with started(
        "serve", "--port", "0", "--db", database, "--pause", "0", *options,
        stdout=subprocess.PIPE, text=True, **streams,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        told = running.stdout.readline()
        assert told.startswith("Ludex is at http://"), told
        yield Process(Server(told.split()[3]), running)


@contextmanager
def two(web: Server, *, dealt: bool = True, **wish: Any) -> Iterator[tuple[Player, Player]]:
    """Two people at a new table, which both see, dealt or not; each has `made`."""
    made = web.post("/api/tables", {**wish, "seats": ["me", "friend"]})
    friend = web.claim(made)
    with (
        web.player(made["table"], made["token"]) as one,
        web.player(made["table"], friend) as other,
    ):
        one.made, other.made = made, {**made, "token": friend}
        for player in (one, other):
            player.see(lambda m: not dealt or m["turn"] > 0)
        yield one, other
