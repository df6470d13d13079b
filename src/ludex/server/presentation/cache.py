"""A cache of what has been encoded for the guests of one table, and of what is worked out once for all."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ludex.kernel import Seat
from ludex.kernel.history import Step

Entries = tuple[tuple[str, ...], list[tuple[Any, Any, bool, bytes]]]
"""The effects of a step; and its entry in the log of those to whom the table looked so before it
and so after it, with sentences by number or as texts."""


class MessageCache:
    """The parts of the last messages, each with what it was made of."""

    def __init__(self) -> None:
        self.opening: bytes | None = None
        """The beginning of every message, once somebody has been sent one."""

        self.lasting: dict[bool, tuple[object, object, bytes]] = {}
        """The part that is the same after most moves: with sentences by number, or as texts."""

        self.seats: dict[int, tuple[object, object, bytes]] = {}
        """The seats, as each was last shown."""

        self.seen: dict[tuple[int | None, bool], Any] = {}
        """The parts of the last scenes of all seats, by number or whole, and of each seat that has
        seen something else than the others."""

        self.gestures: dict[tuple[int, bool], Any] = {}
        """The gestures of each seat, by number or whole."""

        self.logs: dict[tuple[Seat, bool], dict[int, tuple[object, bytes]]] = {}
        """The last entries of the log, by their numbers, for each pair of eyes."""

        self.recent: dict[Step[Any], Entries] = {}
        """The last steps: what they brought about, and their entries in the log."""

        self.hidden: tuple[object, Step[Any] | None, bool] = (None, None, False)
        """Was anything hidden, from a first state to a step? So it need be seen once."""

        self.standings = SingleFlight()
        """The standings of the game that is over, which anybody here may ask for."""


class SingleFlight:
    """An answer about one thing, and the thing that it is about."""

    def __init__(self) -> None:
        self._about: object = None
        self._answer: asyncio.Future[str] | None = None

    async def answer(self, about: object, ask: Callable[[], Awaitable[str]]) -> str:
        """Return what was found about it, or is being found; what has failed is asked again."""
        known = self._answer
        is_known = known is not None and self._about is about and not _has_failed(known)
        if not is_known:
            self._about, known = about, asyncio.ensure_future(ask())
            self._answer = known
        assert known is not None
        return await asyncio.shield(known)  # who goes away takes it from nobody


def _has_failed(answer: asyncio.Future[str]) -> bool:
    if not answer.done():
        return False
    return answer.cancelled() or answer.exception() is not None
