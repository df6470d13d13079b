"""The notice board: tables at which somebody waits for whoever comes.

A table is on it while its creator wants so, somebody sits there now, and a seat is free that
nobody has ever held: who comes late sees no hand that was another's. Nothing of it is stored;
every process tells the others what is on its own board, and says it again and again.
"""

from collections.abc import Callable, Mapping
from time import monotonic

from msgspec import Struct, ValidationError, convert, to_builtins

from ludex.server.errors import RequestRefused
from ludex.server.settings import Settings
from ludex.server.tables.live import LiveTable
from ludex.server.tables.records.seats import is_free

SILENCE = 35.0
"""Seconds after which what another process has told is no longer believed."""

Tell = Callable[[Mapping[str, object]], None]


class Notice(Struct, frozen=True):
    """A table that waits for people."""

    table: str
    game: str
    creator: str
    """As a digest: to count how many are one client's."""

    since: float
    """The time of its creation, in seconds since 1970."""

    seats: int
    free: int
    name: str
    """The name of somebody who waits there."""

    clock: dict[str, int] | None
    preset: str | None


class NoticeBoard:
    """The notices of this process, and those that others have told."""

    def __init__(self, settings: Settings, tell: Tell) -> None:
        self._settings, self._tell = settings, tell
        self._own: dict[str, Notice] = {}
        self._others: dict[str, tuple[float, Notice]] = {}

    def note(self, live: LiveTable) -> None:
        """Update the board after a change at a table."""
        if live.new.request.get("open") is not True:
            return
        notice = notice_of(live)
        if notice == self._own.get(live.id):
            return
        if notice is None:
            del self._own[live.id]
        else:
            self._own[live.id] = notice
        self._say(live.id, notice)

    def beat(self) -> None:
        """Say again what is here, and forget what others no longer say."""
        for table, notice in self._own.items():
            self._say(table, notice)
        old = monotonic() - SILENCE
        for table in [t for t, (at, _) in self._others.items() if at < old]:
            del self._others[table]

    def _say(self, table: str, notice: Notice | None) -> None:
        self._tell({"table": table, "notice": to_builtins(notice)})

    def hear(self, news: Mapping[str, object]) -> None:
        """Note the tables on the board of another process."""
        table = str(news.get("table"))
        try:
            self._others[table] = monotonic(), convert(news.get("notice"), Notice)
        except ValidationError:
            self._others.pop(table, None)

    def listed(self) -> list[Notice]:
        """Return the tables that wait, the oldest first: few of one client, and not too many.

        Those of one second are in one order in every process.
        """
        notices, each = list[Notice](), dict[str, int]()
        for notice in sorted(self._all.values(), key=lambda n: (n.since, n.table)):
            each[notice.creator] = each.get(notice.creator, 0) + 1
            if each[notice.creator] <= self._settings.open_tables_per_client:
                notices.append(notice)
        return notices[: self._settings.open_tables]

    def demand_room(self, creator: str) -> None:
        """Refuse a notice of somebody who would fill the board alone."""
        waiting = sum(notice.creator == creator for notice in self._all.values())
        if waiting >= self._settings.open_tables_per_client:
            raise RequestRefused(429, "You cannot have more open tables at once.")

    @property
    def _all(self) -> dict[str, Notice]:
        return {t: notice for t, (_, notice) in self._others.items()} | self._own


def notice_of(live: LiveTable) -> Notice | None:
    """Return what is to be told of a table, if it waits for people."""
    chairs = live.new.chairs
    free = sum(is_free(chairs, seat) for seat in chairs)
    if not free or not live.people_here or live.is_over:
        return None
    names = (live.names[seat][1] for seat in sorted(live.people_here & {*live.names}))
    clock, preset = live.new.request.get("clock"), live.new.request.get("preset")
    return Notice(
        table=live.id,
        game=live.game.name,
        creator=live.new.creator,
        since=round(live.began_at),
        seats=len(live.header.seats),
        free=free,
        name=next(names, ""),
        clock=clock if isinstance(clock, dict) else None,
        preset=preset if isinstance(preset, str) else None,
    )
