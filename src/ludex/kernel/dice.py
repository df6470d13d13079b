"""The one source of random numbers: seeded, the same on every platform.

`Dice` are small and quick: the stream is SplitMix64, so that a compiled engine can draw the
very same numbers. Whoever sees enough of what they showed can find their seed. Where that
matters, `SecretDice` throw SHA-256 in counter mode from a secret of 256 bits: nothing that
they showed tells what they will show, or what lies hidden.

Rules never hold dice: a driver (table, simulator, bot) owns them and hands them to the
chance event that asks. Where a secret comes from is for the driver to say, too.
"""

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64
_MASK = _WORD - 1
_STEP = 0x9E3779B97F4A7C15

SECRET = 1 << 256
"""Seeds from here on to its double are secrets: a one, and 256 bits that nobody can guess."""


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
        """A number from 0 to `n` - 1, all equally likely (rejection, no modulo bias)."""
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
        """One of `things`, all equally likely."""
        return things[self.below(len(things))]

    def by_weight(self, weighed: Sequence[tuple[T, int]], total: int) -> T:
        """One of the things, each as likely as its weight of the total."""
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
        """The seed of a deal: one of the first `count`, or as good as these dice are."""
        return self.below(count)

    def split(self) -> "Dice":
        """Independent dice for one game of many; this stream moves on by one word."""
        return Dice(self.word())


def ahead(seed: int, words: int) -> Dice:
    """Dice that go on as those of a seed do after so many words."""
    return Dice((seed + words * _STEP) & _MASK)


class SecretDice(Dice):
    """Dice that cannot be seen through: SHA-256 of the seed and a counter, word by word."""

    __slots__ = ("_blocks", "_keyed", "_words")

    def __init__(self, seed: int) -> None:
        assert is_secret(seed), "secret dice are thrown from a secret"
        super().__init__(seed)
        self._keyed = sha256(seed.to_bytes(33))
        self._blocks = 0
        self._words: list[int] = []

    def __getstate__(self) -> tuple[int, int, list[int]]:
        return self.seed, self._blocks, self._words

    def __setstate__(self, state: tuple[int, int, list[int]]) -> None:
        seed, blocks, words = state
        SecretDice.__init__(self, seed)  # a hash that is under way cannot travel
        self._blocks, self._words = blocks, words

    def word(self) -> int:
        """The next 64 random bits."""
        if not self._words:
            hashed = self._keyed.copy()
            hashed.update(self._blocks.to_bytes(8))
            self._blocks += 1
            block = hashed.digest()
            self._words = [int.from_bytes(block[i : i + 8]) for i in (24, 16, 8, 0)]
        return self._words.pop()

    def deal_number(self, count: int) -> int:
        """A deal of its own secret: no card of it tells another."""
        return SECRET + self.below(SECRET)

    def split(self) -> Dice:
        """Dice of another secret; this stream moves on."""
        return SecretDice(SECRET + self.below(SECRET))


def is_secret(seed: int) -> bool:
    """Is this seed a secret of 256 bits, and no number that somebody chose?"""
    return SECRET <= seed < 2 * SECRET


def dice_of(seed: int) -> Dice:
    """The dice that a seed stands for."""
    return SecretDice(seed) if is_secret(seed) else Dice(seed)


def dice_for(seed: int, n: int, purpose: str) -> Dice:
    """Dice of their own for line n of a game: no others tell what they will show.

    The same seed and line give the same dice in every process and after every restart.
    """
    words = f"{seed}:{n}:{purpose}".encode()
    if is_secret(seed):
        return SecretDice(SECRET + int.from_bytes(sha256(words).digest()))
    return Dice(int.from_bytes(blake2b(words, digest_size=8).digest()))
