"""The one source of random numbers: small, seeded, the same on every platform.

The stream is SplitMix64, so that a compiled engine can draw the very same numbers.
Rules never hold dice: a driver (table, simulator, bot) owns them and hands them to the
chance event that asks.
"""

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import Final, TypeVar

T = TypeVar("T")

_WORD: Final = 1 << 64
_MASK: Final = _WORD - 1
_STEP: Final = 0x9E3779B97F4A7C15


class Dice:
    """A stream of uniform choices that is a function of its seed alone."""

    __slots__ = ("_state", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._state = seed & _MASK

    def word(self) -> int:
        """The next 64 random bits."""
        self._state = z = (self._state + _STEP) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to `n` - 1, each exactly as likely (rejection, no modulo bias)."""
        if n <= _WORD:
            fair = _WORD - _WORD % n
            while True:
                value = self.word()
                if value < fair:
                    return value % n
        span = _WORD << 64
        while span < n:
            span <<= 64
        fair = span - span % n
        while True:
            value = self.word()
            width = _WORD
            while width < span:
                value = value << 64 | self.word()
                width <<= 64
            if value < fair:
                return value % n

    def choice(self, things: Sequence[T]) -> T:
        """One of `things`, each as likely."""
        return things[self.below(len(things))]

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Put `things` in a uniformly random order (Fisher and Yates, from the end)."""
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]

    def split(self) -> "Dice":
        """Independent dice for one game of many; this stream moves on by one word."""
        return Dice(self.word())


def dice_for(seed: int, n: int, purpose: str) -> Dice:
    """Dice of their own for line n of a game: no others tell what they will show.

    The same seed and line give the same dice in every process and after every restart.
    """
    words = f"{seed}:{n}:{purpose}".encode()
    return Dice(int.from_bytes(blake2b(words, digest_size=8).digest()))
