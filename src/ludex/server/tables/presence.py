"""The register: when the holder of each seat was last here, for those who wait for one.

It is kept roughly, and written for all tables in one commit: nobody waits for it.
"""

from collections.abc import Iterable
from time import time
from typing import Final

from ludex.server.tables.live import LiveTable

MOMENT: Final = 60.0
LONG: Final = 3600.0
"""How old the note may be that somebody was here: of one who goes, of one who stays."""


class Register:
    """What has to be written next."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, int], float] = {}

    def note(self, live: LiveTable, seats: Iterable[int], lately: float) -> None:
        """Somebody was here just now; of no use where nobody else would ask."""
        if len(live.now.people) < 2:
            return
        now = time()
        for seat in seats:
            if now - max(live.new.chairs[seat].seen, live.noted.get(seat, 0)) > lately:
                live.noted[seat] = self._seen[live.id, seat] = now

    def taken(self) -> dict[tuple[str, int], float]:
        """All that was noted since it was last taken."""
        seen, self._seen = self._seen, {}
        return seen
