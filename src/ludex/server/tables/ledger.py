"""The ledger: how a table reaches the store, as functions, so that tests can stand in for it."""

from asyncio import Future
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ludex.play.effects import No
from ludex.play.log import Line
from ludex.play.situation import Wish
from ludex.server.store.records import Append, Arrangement, Chairs, Standing

Change = Callable[[Chairs], Arrangement | No]
"""Who holds which seat, changed; or why it is not."""


class Damaged(Exception):
    """A log in the store that the rules refuse."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """How a table reaches the store."""

    append: Callable[[Append], "Future[bool]"]
    """Is it written? It will be, or not, whoever waits for it."""

    since: Callable[[str, int], Awaitable[tuple[tuple[Line, ...], bool, Wish | None]]]
    advise: Callable[[str, Standing], Awaitable[None]]
    wish: Callable[[str, Standing, Wish | None], Awaitable[None]]
    arrange: Callable[[str, Standing, Change], Awaitable[tuple[Arrangement, No | None]]]
    chairs: Callable[[str], Awaitable[Chairs]]
    is_shared: bool = True
    """Are there others who have to be told, and to understand it rightly?"""
