"""Sitting down and getting up at a table: requests of people, and deadlines.

A register says when the holder of each seat was last here, for those who wait for one. It is
kept roughly, and written for all tables in one commit: nobody waits for it.
"""

import asyncio
from collections.abc import Iterable
from time import time
from weakref import WeakKeyDictionary

from ludex.play.protocol.effects import Rejection
from ludex.server.presentation.secrecy import has_hidden
from ludex.server.settings import Settings
from ludex.server.tables.live import LiveTable, Visitor
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
    overdue,
    seat_of,
    voted,
)


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


async def leave(live: LiveTable, guest: Visitor) -> Rejection | None:
    """Give up one's own seat."""
    number, key, hides = guest.number, guest.key, await _hides(live)
    return await live.arrange(lambda chairs: left(chairs, number, key, hides=hides))


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
    present, hides = attendance(live, settings), await _hides(live)
    return await live.arrange(
        lambda chairs: voted(chairs, by, seat, tenure, present, wants=wants, hides=hides)
    )


def is_due(live: LiveTable, settings: Settings) -> bool:
    """Is somebody waiting here for a seat that time releases?"""
    if len(live.now.people) < 2 or not live.people_here:
        return False
    due = overdue(live.new.chairs, attendance(live, settings))
    return bool(due) and not live.is_over


async def release_absent(live: LiveTable, settings: Settings) -> None:
    """Release the seats of those who have been away for too long."""
    present, hides = attendance(live, settings), await _hides(live)
    await live.arrange(lambda chairs: lapsed(chairs, present, hides=hides))


async def _hides(live: LiveTable) -> bool:
    """Has anything been hidden here, which whoever takes over a seat could read?"""
    return await asyncio.to_thread(has_hidden, live)


def attendance(live: LiveTable, settings: Settings) -> Attendance:
    """Return who is at the table now."""
    return Attendance(
        here=live.shown.here,
        last_here=dict(live.last_here),
        loaded_at=live.loaded_at,
        now=time(),
        voting_absence=settings.voting_absence,
        seat_absence=settings.seat_absence,
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
