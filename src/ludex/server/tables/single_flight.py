"""Once for everybody: what is worked out about a game, however many ask for it and how often."""

import asyncio
from collections.abc import Awaitable, Callable


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
