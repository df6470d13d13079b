"""The web table under load: many tables, a move a second at each, over loopback.

    python bench/web_load.py [--tables 500] [--seconds 30] [--db URL] [--workers 1]
                             [--games freecell,...]

Starts `ludex serve` as a process of its own and opens the tables: all five games in equal
shares, nobody a bot; where two play, each has a socket and is sent every move. Every table
then makes a random move a second; a game that ends is begun again. A move's time is from
sending it until the mover is sent the table that has it, which is after its commit. At the
end the server is killed (SIGKILL), and the log of every table is read from the store and
compared with what was acknowledged: nothing may be lost, doubled or changed.
"""

import argparse
import asyncio
import gc
import os
import random
import secrets
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path
from time import monotonic, process_time
from typing import Generic, TypeVar
from urllib.request import Request, urlopen

import uvloop
from msgspec import UNSET, Struct, UnsetType, field
from msgspec.json import Decoder, decode, encode
from websockets.asyncio.client import ClientConnection, connect

from ludex.server.store.address import read_address
from ludex.server.store.database import Database

WISHES: dict[str, dict[str, object]] = {
    "freecell": {},
    "carcassonne": {"seats": ["me", "friend"]},
    "russian-bank": {"seats": ["me", "friend"]},
    "holdem": {"seats": ["me", "friend"]},
    "chess-solitaire": {"position": "NPRQ/PRPB/KPNR/BPQN"},
}
OPENED_AT_ONCE = 10
ASIDE = ("new_game", "reset_game", "resign", "fold", "agree_stalemate", "call_stop")
"""Events that a player who plays on does not make."""


class Amount(Struct):
    """What may be bet."""

    low: int


class Gesture(Struct):
    """What may be done; of the other parts of a scene nothing is read."""

    event: str = ""
    amount: Amount | None = None


class Scene(Struct):
    """What a player chooses from, by number; what is to be drawn is not looked at here."""

    gestures: list[int | list[int]]


class Part(Struct):
    """A part of a scene: of a place its key."""

    key: str = ""


T = TypeVar("T")


class News(Struct, Generic[T]):
    """Parts of scenes, or gestures, that are told now: from a number on, or each with its number."""

    start: int = field(name="from", default=0)
    numbers: list[int] | None = None
    parts: list[T] = field(name="list", default_factory=list)

    def read(self, known: dict[int, T]) -> None:
        """Add them to those that are known."""
        known.update(zip(self.numbers or count(self.start), self.parts, strict=False))


class Said(Struct):
    """What the server says: a picture of the table, a refusal, or something else.

    A browser draws on a machine of its own; here the server has to share one with whoever
    plays, who therefore reads only what is needed to play.
    """

    type: str
    seq: int = -1
    your_turn: bool = False
    outcome: dict | UnsetType | None = UNSET
    scene: Scene | None = None
    parts: News[Part | tuple] | None = None
    kinds: News[Gesture] | None = None
    text: str = ""


said_by = Decoder(Said).decode


class Seat:
    """One socket at a table; it remembers the newest picture."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table = Said("nothing", outcome=None)
        self.parts: dict[int, Part | tuple] = {}
        self.kinds: dict[int, Gesture] = {}
        self.refusal: str | None = None
        self.news = asyncio.Event()
        self.reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        while True:
            raw = await self.socket.recv(decode=False)
            said = said_by(raw)
            if said.type == "table":
                if said.outcome is UNSET:
                    said.outcome = self.table.outcome
                self.table = said
                for news, known in ((said.parts, self.parts), (said.kinds, self.kinds)):
                    if news is not None:
                        news.read(known)
                said.parts = said.kinds = None
            elif said.type == "refusal":
                self.refusal = said.text
            self.news.set()

    async def until(self, seq: int) -> bool:
        """Has the picture gone beyond `seq`? False when refused instead."""
        while self.table.seq <= seq:
            self.news.clear()
            async with asyncio.timeout(30):
                await self.news.wait()
            if self.refusal is not None:
                return False
        return True

    @property
    def events(self) -> list[str]:
        """What can be done, with the least amount where one is chosen."""
        found = []
        for sent in self.table.scene.gestures if self.table.scene else ():
            at, *kinds = sent if isinstance(sent, list) else (None, sent)
            for kind in (self.kinds[number] for number in kinds):
                hole = kind.amount.low if kind.amount else "" if at is None else self.parts[at].key
                found.append(kind.event.replace("{}", str(hole)))
        return found

    async def leave(self) -> None:
        self.reading.cancel()
        await self.socket.close()


class Load:
    """All tables, and what they have measured."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address, self.seconds = address, seconds
        self.times: dict[str, list[float]] = {}
        self.acknowledged: dict[str, list[tuple[int, str]]] = {}
        self.refusals: list[str] = []
        self.begin = self.cpu = self.own = self.used = 0.0

    def _created(self, game: str) -> dict:
        headers = {"content-type": "application/json"}
        body = encode({"game": game, **WISHES[game]})
        with urlopen(Request(f"{self.address}/api/tables", body, headers)) as answer:
            made: dict = decode(answer.read())
        return made

    def _claimed(self, table: str, path: str) -> str:
        token = secrets.token_urlsafe(24)
        body = encode({"invitation": path.split("#join=")[1], "token": token})
        headers = {"content-type": "application/json"}
        address = f"{self.address}/api/tables/{table}/claim"
        with urlopen(Request(address, body, headers)):
            return token

    async def opened(self, game: str) -> tuple[str, list[Seat]]:
        """A new table with everybody at it."""
        made = await asyncio.to_thread(self._created, game)
        friends = [
            await asyncio.to_thread(self._claimed, made["table"], invitation["path"])
            for invitation in made["invitations"]
        ]
        path = f"/api/tables/{made['table']}/socket"
        seats = []
        for token in (made["token"], *friends):
            url = self.address.replace("http", "ws", 1) + path
            socket = await connect(url, max_size=None, compression=None)
            await socket.send(encode({"type": "hello", "token": token, "numbers": 2}).decode())
            seats.append(Seat(socket))
            await seats[-1].until(-1)
        self.acknowledged[made["table"]] = []
        return made["table"], seats

    async def play(self, game: str, table: str, seats: list[Seat], offset: float) -> None:
        """One table: a move a second, until the time is over."""
        dice = random.Random(offset)
        due = self.begin + offset
        while due < self.begin + self.seconds:
            await asyncio.sleep(max(0.0, due - monotonic()))
            due += 1.0
            if seats[0].table.outcome and len(seats) > 1:
                for seat in seats:
                    await seat.leave()
                table, seats = await self.opened(game)
            await self._move(game, table, seats, dice)
        for seat in seats:
            await seat.leave()

    async def _move(self, game: str, table: str, seats: list[Seat], dice: random.Random) -> None:
        """Whoever is to move makes a random move, and waits until it is there."""
        if seats[0].table.outcome:  # a solitaire: think again
            await self._done(game, table, seats[0], {"type": "undo"}, "undo")
            return
        seat = next((seat for seat in seats if seat.table.your_turn), None)
        if seat is None or seat.table.scene is None:  # chance has just been asked to deal
            return
        events = seat.events
        usual = [event for event in events if not event.startswith(ASIDE)]
        event = dice.choice(usual or events)
        await self._done(game, table, seat, {"type": "act", "event": event}, event)

    async def _done(self, game: str, table: str, seat: Seat, said: dict, event: str) -> None:
        seq, begun = seat.table.seq, monotonic()
        await seat.socket.send(encode({**said, "seq": seq}).decode())
        if await seat.until(seq):
            self.times.setdefault(game, []).append(monotonic() - begun)
            self.acknowledged[table].append((seq + 1, event))
        else:
            self.refusals.append(f"{game}: {event}: {seat.refusal}")
            seat.refusal = None


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(number) for number in found.split()]


def resident(pid: int) -> int:
    """The memory of a process and its workers, in kilobytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    own = int(status.split("VmRSS:")[1].split()[0])
    return own + sum(map(resident, children(pid)))


def used_cpu(pid: int) -> float:
    """The seconds of CPU that a process and its workers have used, all threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(used_cpu, children(pid)))


def wrong_lines(database: str, acknowledged: dict[str, list[tuple[int, str]]]) -> list[str]:
    """Where the store and what was acknowledged differ."""
    store, found = Database(read_address(database)), []
    for table, events in acknowledged.items():
        stored = store.load(table)
        assert stored is not None
        lines = {n: line.event for n, line in enumerate(stored.lines, start=1) if line.seat > 0}
        if lines != dict(events):
            extra = sorted(set(lines.items()) ^ set(events))
            found.append(f"{table}: {extra[:3]}")
    store.close()
    return found


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


async def measured(
    address: str, pid: int, games: list[str], count: int, seconds: float
) -> tuple[Load, float]:
    load = Load(address, seconds)
    before = resident(pid)
    tables = [(games[i % len(games)], i / count) for i in range(count)]
    opened = []
    for some in range(0, count, OPENED_AT_ONCE):
        few = tables[some : some + OPENED_AT_ONCE]
        made = await asyncio.gather(*(load.opened(game) for game, _ in few))
        opened += [(*one, *two) for one, two in zip(few, made, strict=True)]
    gc.disable()  # a collection here would be measured as a wait for the server
    cpu, own = used_cpu(pid), process_time()
    load.begin = monotonic() + 1.0
    await asyncio.gather(*(load.play(game, table, seats, at) for game, at, table, seats in opened))
    load.used = monotonic() - load.begin
    load.cpu, load.own = used_cpu(pid) - cpu, process_time() - own
    return load, (resident(pid) - before) / len(load.acknowledged)


def show(load: Load, per_table: float) -> None:
    seconds = load.used  # a server that falls behind takes longer than was asked for
    print(f"{'game':18}{'moves':>8}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}")
    every = [used for times in load.times.values() for used in times]
    for game, times in (*sorted(load.times.items()), ("all", every)):
        print(
            f"{game:18}{len(times):8}{len(times) / seconds:9.1f}"
            f"{percentile(times, 0.5):9.1f}{percentile(times, 0.99):9.1f}"
            f"{max(times) * 1000:9.1f}"
        )
    share, each = load.cpu / seconds, load.cpu / len(every) * 1000
    print(f"the server's CPU: {share:.2f} cores, {each:.2f} ms a move")
    print(f"that of whoever plays: {load.own / seconds:.2f} cores")
    print(f"memory per table: {per_table:.0f} kB (of {len(load.acknowledged)} tables)")


def main() -> None:
    parser = argparse.ArgumentParser(description="Load on the web table.")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--db", default=None)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--games", default=",".join(WISHES))
    given = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    database = given.db or f"sqlite:///{folder.name}/tables.sqlite3"
    command = [
        sys.executable, "-c", "from ludex.cli import main; main()", "serve", "--port",
        "0", "--db", database, "--tables-per-day", "1000000", "--sockets-per-client",
        "10000", "--request-rate", "10000", "--client-message-rate", "100000",
        "--server-message-rate", "100000", "--pause", "0",
        "--workers", str(given.workers),
    ]  # fmt: skip
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        games = given.games.split(",")
        load, per_table = uvloop.run(
            measured(address, server.pid, games, given.tables, given.seconds)
        )
    finally:
        server.kill()
        server.wait()
    kind = database.partition(":")[0]
    print(
        f"{given.tables} tables, a move a second each, {given.seconds:.0f} s, {kind}, "
        f"{given.workers} worker{'s' * (given.workers > 1)}, "
        f"load average {os.getloadavg()[0]:.1f}"
    )
    show(load, per_table)
    for refusal in load.refusals[:5]:
        print(f"refused: {refusal}")
    wrong = wrong_lines(database, load.acknowledged)
    total = sum(map(len, load.acknowledged.values()))
    print(f"acknowledged: {total}; tables whose log differs: {len(wrong)}")
    for line in wrong[:5]:
        print(f"  {line}")
    folder.cleanup()
    sys.exit(1 if wrong or load.refusals else 0)


if __name__ == "__main__":
    main()
