"""Time slices for long work: one piece after the other, and others come between.

Replaying a log of a hundred thousand lines takes seconds, for which nobody else may wait. So
whatever grows with the length of a log is done a slice at a time; between slices of long work
the loop is free for at least as long as the slice took, however many ask for such work.
"""

import asyncio
from collections.abc import Iterable
from time import monotonic

SHORT = 20
"""Slices of work that need not wait for its turn: those of nearly every game."""

REST = 1.0
"""The rest of the loop after a slice of long work, by the time that it took."""


class TimeSlices:
    """A queue of long work, done a slice at a time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, slices: Iterable[object], count: int) -> None:
        """Do all of the slices, of which there are about so many."""
        if count <= SHORT:
            for _ in slices:
                await asyncio.sleep(0)
            return
        async with self._turn:
            begun = monotonic()
            for _ in slices:
                await asyncio.sleep((monotonic() - begun) * REST)
                begun = monotonic()
