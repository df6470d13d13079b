"""The states that wait to be looked at, in order; many of them are packed.

States that are found by other processes come packed, and go so to whoever looks at them:
the process that counts never unpacks one.
"""

import pickle
import zlib
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludex.check.errors import attempt
from ludex.kernel import AnyState

BLOCK = 512
"""States of one block."""

LIVE = 32_768
"""So many states wait as they are; those that follow them are packed."""


class PackedStates(NamedTuple):
    """States in a few bytes each, and which of them are wanted."""

    content: bytes
    wanted: "array[int]"

    @classmethod
    def of(cls, states: Sequence[object]) -> "PackedStates":
        """Pack states that are all wanted."""
        return cls(pack_states(states), array("I", range(len(states))))

    def states(self) -> list[object]:
        """The wanted states."""
        every: list[object] = pickle.loads(zlib.decompress(self.content))  # noqa: S301  # our own
        return [every[i] for i in self.wanted]


def pack_states(states: Sequence[object]) -> bytes:
    """States as one text, which equal parts of them share."""
    return zlib.compress(pickle.dumps(states, pickle.HIGHEST_PROTOCOL), 1)


class Frontier:
    """States in the order in which they were found."""

    def __init__(self) -> None:
        self._live: deque[AnyState] = deque()
        self._packed: deque[PackedStates] = deque()
        self._last: list[AnyState] = []
        self._packing = True
        self.count = 0
        self.bytes = 0

    def add(self, s: AnyState) -> None:
        """Add one more state at the end."""
        self.count += 1
        if not self._packing or len(self._live) < LIVE:
            self._live.append(s)
            return
        self._last.append(s)
        if len(self._last) == BLOCK:
            block = attempt(PackedStates.of, self._last)
            if block is None:  # a state that cannot travel stays as it is
                self._packing = False
                self._live.extend(self._last)
            else:
                self.bytes += len(block.content)
                self._packed.append(block)
            self._last = []

    def take(self, most: int) -> Iterator[list[AnyState]]:
        """All states in their order, at most so many at a time; they are here no more."""
        while self.count:
            if not self._live:
                self._refill()
            some = [self._live.popleft() for _ in range(min(most, len(self._live)))]
            self.count -= len(some)
            yield some

    def blocks(self) -> list[PackedStates]:
        """All states in their order, packed; they are here no more."""
        first = [*self._live]
        before = (first[i : i + BLOCK] for i in range(0, len(first), BLOCK))
        found = [*map(PackedStates.of, before), *self._packed]
        if self._last:
            found.append(PackedStates.of(self._last))
        self._live, self._packed, self._last = deque(), deque(), []
        self.count = 0
        return found

    def _refill(self) -> None:
        if self._packed:
            self._live.extend(self._packed.popleft().states())
        else:
            self._live.extend(self._last)
            self._last = []
