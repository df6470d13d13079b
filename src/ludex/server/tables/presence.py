"""The register: when the holder of each seat was last here, for those who wait for one.

It is kept roughly, and written for all tables in one commit: nobody waits for it.
"""

from collections.abc import Iterable
from time import time
from typing import Final
from weakref import WeakKeyDictionary

from ludex.server.tables.live import LiveTable

LEAVING_AGE: Final = 60.0
STAYING_AGE: Final = 3600.0
"""How old the note may be that somebody was here: of one who goes, of one who stays."""


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
