"""The promise of a table's deals, and the names of beginnings that promise nothing."""

from typing import Final

from ludex.play.shuffle import commitment
from ludex.server.store.records import NewTable

CHOSEN: Final = "a chosen seed"
SET_UP: Final = "a chosen position"
AGAIN: Final = "the same again"


def promise_of(new: NewTable) -> str | None:
    """Return what is shown of a table's secret before its deals; a seed that is known has none."""
    is_known = new.asked.get("seed") is not None or new.header.label == AGAIN
    return None if is_known else commitment(new.header.seed)
