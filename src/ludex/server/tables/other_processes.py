"""Neighbours: other processes of the server, which play at the same tables.

Each tells the others what it has written, who sits at it, and that it is alive.
"""

from collections.abc import Awaitable, Callable
from time import monotonic

from ludex.kernel import Seat
from ludex.server.limits.budgets import Budgets
from ludex.server.store.notify import News
from ludex.server.tables.live import LiveTable, StandIn
from ludex.server.tables.memory import Memory
from ludex.server.tables.open_tables import NoticeBoard
from ludex.server.tables.records.archive import Archive
from ludex.server.tables.talk import Remark

SILENCE = 35.0
"""Seconds after which a process that says nothing is no longer counted."""

Spawn = Callable[[Awaitable[None]], None]


class OtherProcesses:
    """The exchange of news with other processes."""

    def __init__(
        self,
        archive: Archive,
        memory: Memory,
        budgets: Budgets,
        spawn: Spawn,
        board: NoticeBoard,
    ) -> None:
        self._archive, self._memory, self._budgets = archive, memory, budgets
        self._spawn, self._board = spawn, board
        self._last_beats: dict[str, float] = {}

    def hear(self, news: News) -> None:
        """Hear what another process says."""
        sender = str(news.get("from"))
        if sender == self._archive.database.name:
            return
        self._last_beats[sender] = monotonic()
        if isinstance(creator := news.get("creator"), str):
            self._budgets.created_elsewhere(creator)
        live = self._memory.tables.get(str(news.get("table")))
        if "notice" in news:
            self._board.hear(news)
        elif live is not None:
            self._hear_of(live, sender, news)

    def _hear_of(self, live: LiveTable, sender: str, news: News) -> None:
        match news:
            case {"seq": int(seq)} if seq >= live.seq:
                # Where nobody is, the news would only be read; who comes reads it anew.
                if not self._memory.forget(live):
                    self._spawn(live.take(news))
            case {"seats": True}:
                self._spawn(live.reseat())
            case {"here": [*seats]}:
                live.elsewhere[sender] = frozenset(s for s in seats if type(s) is int)
                if not live.is_ours and "waiting" in news:
                    waiting = news["waiting"]
                    live.waiting = waiting if isinstance(waiting, str) else None
                    live.stand_ins = _stand_ins(news.get("stand_ins"))
                live.publish()
            case {"chat": [int(seat), str(text), int() | None as phrase]}:
                live.say(Remark(seat, text, phrase, live.listeners))
            case {"sits": [int(seat), bool(out)]} if seat in live.new.chairs:
                live.sit(seat, out=out)
            case {"who": True}:
                self.tell_who_is_at(live)
                for seat in filter(live.sits_out, [*live.sitting_out]):
                    self._archive.tell({"table": live.id, "sits": [seat, True]})

    def catch_up(self) -> None:
        """Listening has begun, perhaps again: look at every table that is open."""
        for live in self._memory.tables.values():
            self._spawn(live.refresh())
            self._spawn(live.reseat())
            self.ask_who_is_at(live)

    def ask_who_is_at(self, live: LiveTable) -> None:
        """Let the others say who sits at a table through them."""
        self._archive.tell({"table": live.id, "who": True})

    def tell_who_is_at(self, live: LiveTable) -> None:
        """Say who is here; and what a bot waits for, where it plays here."""
        here: dict[str, object] = {"table": live.id, "here": sorted(live.people_here)}
        if live.is_ours:
            here["waiting"] = live.waiting
            here["stand_ins"] = [[seat, one.bot, one.words] for seat, one in live.stand_ins.items()]
        self._archive.tell(here)

    def beat(self) -> None:
        """Say that this process is alive, and no longer count those that are not."""
        self._archive.tell({"alive": True})
        silent = {name for name, at in self._last_beats.items() if monotonic() - at > SILENCE}
        for name in silent:
            del self._last_beats[name]
        for live in self._memory.tables.values():
            if departed := silent.intersection(live.elsewhere):
                for name in departed:
                    del live.elsewhere[name]
                live.publish()


def _stand_ins(value: object) -> dict[Seat, StandIn]:
    found = {}
    for one in value if isinstance(value, list) else ():
        match one:
            case [int(seat), str(bot), str(words)]:
                found[Seat(seat)] = StandIn(bot, words)
    return found
