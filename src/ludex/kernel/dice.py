"""The one source of random numbers: seeded, the same on every platform.

`Dice` are small and quick: the stream is SplitMix64, so that a compiled engine can draw the
very same numbers. Whoever sees enough of what they showed can find their seed; where that
matters, `ludex.parts.secret_dice` are thrown.

Rules never hold dice: a driver (table, simulator, bot) owns them and hands them to the
chance event that asks.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64
_MASK = _WORD - 1
_STEP = 0x9E3779B97F4A7C15


class Dice:
    """A stream of uniform choices that is a function of its seed alone."""

    __slots__ = ("_state", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._state = seed & _MASK

    def word(self) -> int:
        """Return the next 64 random bits."""
        self._state = z = (self._state + _STEP) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a number from 0 to `n` - 1, all equally likely (by rejection)."""
        span = _WORD
        while span < n:
            span <<= 64
        fair = span - span % n
        while True:
            value, width = self.word(), _WORD
            while width < span:
                value = value << 64 | self.word()
                width <<= 64
            if value < fair:
                return value % n

    def choice(self, things: Sequence[T]) -> T:
        """Return one of `things`, all equally likely."""
        return things[self.below(len(things))]

    def by_weight(self, weighed: Sequence[tuple[T, int]], total: int) -> T:
        """Return one of the things, with probabilities in proportion to the weights."""
        mark = self.below(total)
        i = 0
        while mark >= weighed[i][1]:
            mark -= weighed[i][1]
            i += 1
        return weighed[i][0]

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Put `things` in a uniformly random order (Fisher and Yates, from the end)."""
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]

    def deal_number(self, count: int) -> int:
        """Return the seed of a deal: one of the first `count`, or, with secret dice, a secret."""
        return self.below(count)

    def split(self) -> "Dice":
        """Return independent dice for one game of many; this stream advances by one word."""
        return Dice(self.word())

    @classmethod
    def ahead(cls, seed: int, words: int) -> "Dice":
        """Return the dice of a seed after this many words."""
        return Dice((seed + words * _STEP) & _MASK)
