"""What a move costs the server without its sockets and its store: judged, applied, shown.

    python bench/web_moves.py [--games freecell,...] [--tables 30] [--rounds 20] [--times 5]

Thirty tables of each game are played as `bench/web_load.py` plays them, by the server's own
records and guests; whatever would be written or sent is dropped. In a round every table makes a
move, and its messages are counted. The same games are played several times, and of each round the least CPU time counts:
so two versions can be compared even where something else runs beside.
"""

import argparse
import asyncio
import gc
import random
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from itertools import count
from time import process_time
from typing import Any

import uvloop
from msgspec.json import decode
from web_load import ASIDE, WISHES

from ludex.kernel import CHANCE
from ludex.parts.secret_dice import SECRET
from ludex.server.game_list import game_list
from ludex.server.http.schemas import TableRequest
from ludex.server.limits.batching import SendBatch
from ludex.server.limits.budgets import Account, Budgets
from ludex.server.presentation.encodings import numbered_encoding
from ludex.server.presentation.scenes import Reader
from ludex.server.process.serve import COLLECT
from ludex.server.settings import Settings
from ludex.server.sockets.guest import Guest
from ludex.server.store.records import Append, Chair, NewTable, StoredTable
from ludex.server.tables.live import LiveTable
from ludex.server.tables.records.archive import Archive
from ludex.server.tables.records.new_table import plan_table
from ludex.server.tables.records.seats import seat_from

DEALS = {"freecell": {"deal": 617}}
"""Where the server would choose a deal by chance: the same in every run."""


def numbered(news: dict[str, Any] | None) -> Iterable[tuple[int, Any]]:
    """Parts of scenes that are told, with their numbers."""
    if not news:
        return ()
    return zip(news.get("numbers") or count(news["from"]), news["list"], strict=False)


class Page:
    """Somebody's page: it keeps the newest picture of the table."""

    def __init__(self) -> None:
        self.newest: list[bytes] = []
        self.said: dict[str, Any] = {}
        self.places: dict[int, str] = {}
        self.kinds: dict[int, dict[str, Any]] = {}
        self.size = 0

    def offer(self, text: bytes) -> bool:
        """It is always there to take it."""
        self.newest.append(text)
        self.size += len(text)
        return True

    def table(self) -> dict[str, Any]:
        """The newest picture, with what can be done: events, and amounts where they have any."""
        for text in self.newest:
            said = decode(text)
            self.said |= said
            for number, part in numbered(said.get("parts")):
                self.places[number] = part.get("key") if isinstance(part, dict) else None
            self.kinds.update(numbered(said.get("kinds")))
        self.newest = []
        events = []
        for sent in self.said["scene"]["gestures"]:
            at, *kinds = sent if isinstance(sent, list) else ("", sent)
            for kind in map(self.kinds.__getitem__, kinds):
                amount = kind.get("amount")
                hole = self.places[at] if at != "" else amount["low"] if amount else ""
                events.append(kind["event"].replace("{}", str(hole)))
        return {**self.said, "events": events}

    async def say(self, text: bytes) -> None:
        """Nothing waits."""


class Table:
    """A table, and those who sit at it."""

    def __init__(self, live: LiveTable, sending: SendBatch) -> None:
        self.live = live
        self.pages = {number: Page() for number in range(1, len(live.header.seats) + 1)}
        for number, page in self.pages.items():
            reader = Reader(numbered_encoding(live.game.name))
            guest = Guest(live, number, key(number), "", page, reader=reader, sending=sending)
            live.enter(guest)

    def chosen(self, dice: random.Random) -> Callable[[], Awaitable[object]] | None:
        """What happens next: a random move of whoever is to move."""
        live = self.live
        if live.is_over:  # a solitaire: think again
            return lambda: live.hear(seat_from(1), live.seq, "undo")
        for number, page in self.pages.items():
            said = page.table()
            if said["your_turn"]:
                usual = [event for event in said["events"] if not event.startswith(ASIDE)]
                event = dice.choice(usual or said["events"])
                return lambda: live.hear(seat_from(number), live.seq, event)
        return None


def key(number: int) -> bytes:
    return b"%d" % number


class Room(Archive):
    """All tables of one game, and the store that keeps nothing."""

    is_shared = False

    def __init__(self, game: str) -> None:
        self.game = game
        self.sending = SendBatch(asyncio.get_running_loop())
        self.waiting: list[asyncio.Future[bool]] = []
        self.made = 0

    def append(self, _: Append) -> "asyncio.Future[bool]":
        self.waiting.append(asyncio.get_running_loop().create_future())
        return self.waiting[-1]

    async def done(self, *works: Awaitable[object]) -> None:
        """Until everything is written and shown."""
        tasks = [asyncio.ensure_future(work) for work in works]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            written, self.waiting = self.waiting, []
            for one in written:
                one.set_result(True)
        await asyncio.sleep(0)  # for what is sent when everything else is done
        await asyncio.sleep(0)
        refused = [task.result() for task in tasks if task.result() is not None]
        assert not refused, refused

    async def opened(self) -> Table:
        """A new table with everybody at it; chance has dealt."""
        self.made += 1
        request = TableRequest(game=self.game, **WISHES[self.game], **DEALS.get(self.game, {}))
        asked = await plan_table(game_list(), request, None)  # type: ignore[arg-type]  # no puzzle is looked for
        header = replace(asked.header, seed=SECRET + self.made)
        chairs = {n: Chair(key(n)) for n in range(1, len(header.seats) + 1)}
        live = LiveTable(
            StoredTable(NewTable(f"t{self.made}", header, chairs, asked.request), ()),
            game_list()[self.game],
            self,
            Account(Budgets(Settings()), ""),
            has_pauses=False,
        )
        table = Table(live, self.sending)
        while live.now.turn == CHANCE:
            await self.done(live.move(live.seq, live.drawn(live.now)))
        await asyncio.sleep(0)
        return table


async def played(game: str, count: int, rounds: int) -> tuple[list[float], float]:
    """The seconds of CPU that a move took, in each round, and the bytes that it sent."""
    dice, room = random.Random(1), Room(game)
    tables = [await room.opened() for _ in range(count)]
    gc.collect()
    taken, sent, made = list[float](), 0, 0
    for _ in range(rounds):
        for i, table in enumerate(tables):
            if table.live.is_over and len(table.pages) > 1:
                tables[i] = await room.opened()
        moves = [move for table in tables if (move := table.chosen(dice)) is not None]
        pages = [page for table in tables for page in table.pages.values()]
        sent -= sum(page.size for page in pages)
        begun = process_time()
        await room.done(*(move() for move in moves))
        taken.append((process_time() - begun) / len(moves))
        sent += sum(page.size for page in pages)
        made += len(moves)
    return taken, sent / made


def main() -> None:
    parser = argparse.ArgumentParser(description="What a move costs the server.")
    parser.add_argument("--games", default=",".join(WISHES))
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    games = given.games.split(",")
    assert game_list().is_warm
    gc.freeze()
    gc.set_threshold(*COLLECT)
    runs: dict[str, list[list[float]]] = {game: [] for game in games}
    sizes = dict.fromkeys(games, 0.0)
    for _ in range(given.times):
        for game in games:
            run, sizes[game] = uvloop.run(played(game, given.tables, given.rounds))
            runs[game].append(run)
    least = {
        game: sum(map(min, zip(*several, strict=True))) / given.rounds * 1e6
        for game, several in runs.items()
    }
    for game, used in least.items():
        print(f"{game:18}{used:8.0f} µs of CPU a move, {sizes[game]:8.0f} bytes")
    print(f"{'all':18}{sum(least.values()) / len(least):8.0f} µs of CPU a move")


if __name__ == "__main__":
    main()
