"""Sitting down and getting up at a table: requests of people, and deadlines.

A register says when the holder of each seat was last here, for those who wait for one. It is
kept roughly, and written for all tables in one commit: nobody waits for it.
"""

from collections.abc import Iterable
from time import time
from weakref import WeakKeyDictionary

from ludex.kernel import CHANCE
from ludex.play.protocol.effects import Rejection
from ludex.server.settings import Settings
from ludex.server.tables.live import LiveTable, TableConnection
from ludex.server.tables.records.seats import (
    UNKNOWN,
    Attendance,
    claimed,
    digest,
    invited,
    joined,
    lapsed,
    left,
    new_token,
    objected,
    seat_from,
    seat_of,
    voted,
)
from ludex.table.hidden import holds_nothing


async def claim(live: LiveTable, invitation: str, token: str) -> int | Rejection:
    """Claim a seat by invitation: the seat, or why not."""
    refusal = await live.arrange(lambda chairs: claimed(chairs, invitation, token, time()))
    return refusal or seat_of(live.new.keys, token) or UNKNOWN


async def join(live: LiveTable, token: str) -> int | Rejection:
    """Sit down at an open table: the seat, or why not."""
    refusal = await live.arrange(lambda chairs: joined(chairs, token, time()))
    return refusal or seat_of(live.new.keys, token) or UNKNOWN


async def invite(live: LiveTable, by: int, seat: int, tenure: int) -> str | Rejection:
    """Return the path of a new invitation; the last one is void from now on."""
    token = new_token()
    refusal = await live.arrange(lambda chairs: invited(chairs, by, seat, tenure, digest(token)))
    return refusal or invitation_path(live.id, token)


async def revoke(live: LiveTable, by: int, seat: int, tenure: int) -> Rejection | None:
    """Take the last invitation back."""
    return await live.arrange(lambda chairs: invited(chairs, by, seat, tenure, None))


async def leave(live: LiveTable, guest: TableConnection) -> Rejection | None:
    """Give up one's own seat."""
    number, key = guest.number, guest.key
    return await live.arrange(lambda chairs: left(chairs, number, key))


async def play_on(live: LiveTable, guest: TableConnection) -> Rejection | None:
    """Object to the votes on one's own seat, in words or by playing."""
    number, key = guest.number, guest.key
    if not live.new.chairs[number].votes:
        return None
    return await live.arrange(lambda chairs: objected(chairs, number, key))


async def vote(  # who wants what
    live: LiveTable,
    by: int,
    seat: int,
    tenure: int,
    settings: Settings,
    *,
    wants: bool,
) -> Rejection | None:
    """Want another's seat released, or no longer."""
    present = attendance(live, settings)
    return await live.arrange(lambda chairs: voted(chairs, by, seat, tenure, present, wants=wants))


def is_due(live: LiveTable, settings: Settings) -> bool:
    """Is somebody waiting here for a seat that time releases, or begins to?"""
    if len(live.now.people) < 2 or not live.people_here or live.is_finished:
        return False
    chairs = live.new.chairs
    return lapsed(chairs, attendance(live, settings)).chairs != chairs


async def release_absent(live: LiveTable, settings: Settings) -> None:
    """Release the seats of those who are voted out, or have been away for too long."""
    present = attendance(live, settings)
    await live.arrange(lambda chairs: lapsed(chairs, present))


def attendance(live: LiveTable, settings: Settings) -> Attendance:
    """Return who is at the table now."""
    return Attendance(
        here=live.shown.here,
        last_here=dict(live.last_here),
        loaded_at=live.loaded_at,
        now=time(),
        voting_absence=settings.voting_absence,
        seat_absence=settings.seat_absence,
        vote_seconds=settings.vote_seconds,
        between_hands=_between_hands(live),
    )


def _between_hands(live: LiveTable) -> frozenset[int]:
    """Return the seats on notice to which nothing is dealt that others may not see."""
    table, chairs = live.now, live.new.chairs
    noticed = [seat for seat, chair in chairs.items() if chair.votes]
    coming = live.drawn(table) if noticed and not table.is_over and table.turn == CHANCE else None
    return frozenset(
        seat for seat in noticed if holds_nothing(table.history, seat_from(seat), coming)
    )


def invitation_path(table: str, token: str) -> str:
    """Return the address at which an invitation is opened; what follows # is never sent."""
    return f"/t/{table}#join={token}"


LEAVING_AGE = 60.0
STAYING_AGE = 3600.0
"""The ages up to which a note on somebody's presence is believed: of one who goes, of one who
stays."""


class PresenceRegister:
    """Notes of who was here, to be written next."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, int], float] = {}
        self._noted: WeakKeyDictionary[LiveTable, dict[int, float]] = WeakKeyDictionary()

    def note(self, live: LiveTable, seats: Iterable[int], age: float) -> None:
        """Note that somebody was here just now, unless the last note is younger than `age`."""
        if len(live.now.people) < 2:
            return  # nobody else would ask
        now, noted = time(), self._noted.setdefault(live, {})
        for seat in seats:
            if now - max(live.new.chairs[seat].seen, noted.get(seat, 0)) > age:
                noted[seat] = self._seen[live.id, seat] = now

    def taken(self) -> dict[tuple[str, int], float]:
        """Return all that was noted since it was last taken."""
        seen, self._seen = self._seen, {}
        return seen
