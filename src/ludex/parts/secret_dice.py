"""Unpredictable dice, and deals that are named by a secret.

The dice are SHA-256 in counter mode with a secret of 256 bits: earlier results reveal neither later
ones nor hidden cards. The driver of a game chooses the secret.
"""

from dataclasses import dataclass
from hashlib import blake2b, sha256

from ludex.kernel import Dice, Whole
from ludex.kernel.domains.atoms import is_integer

SECRET = 1 << 256
"""Seeds from this number to twice this number are secrets: a one, then 256 random bits."""

LONGEST_SECRET = len(str(2 * SECRET))


class SecretDice(Dice):
    """Unpredictable dice: SHA-256 of the seed and a counter, word by word."""

    __slots__ = ("_blocks", "_keyed", "_words")

    def __init__(self, seed: int) -> None:
        assert is_secret(seed), "secret dice need a secret"
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
        """Return a secret for a deal: no card of the deal reveals another."""
        return SECRET + self.below(SECRET)

    def split(self) -> Dice:
        """Return dice with another secret; this stream advances."""
        return SecretDice(SECRET + self.below(SECRET))


def is_secret(seed: int) -> bool:
    """Is this seed a secret of 256 bits, not a chosen number?"""
    return SECRET <= seed < 2 * SECRET


def dice_of(seed: int) -> Dice:
    """Return the dice of a seed."""
    return SecretDice(seed) if is_secret(seed) else Dice(seed)


def dice_for(seed: int, n: int, purpose: str) -> Dice:
    """Return the dice for line n of a game; no other dice reveal their results.

    The same seed and line give the same dice in every process and after every restart.
    """
    words = f"{seed}:{n}:{purpose}".encode()
    if is_secret(seed):
        return SecretDice(SECRET + int.from_bytes(sha256(words).digest()))
    return Dice(int.from_bytes(blake2b(words, digest_size=8).digest()))


@dataclass(frozen=True)
class DealSeed(Whole):
    """The number of a deal: a numbered deal, or a secret of 256 bits."""

    def fits(self, number: int) -> bool:
        return super().fits(number) or is_secret(number)

    def parse(self, word: str) -> int | None:
        if not is_integer(word) or len(word.lstrip("-0")) > LONGEST_SECRET:
            return None
        number = int(word)
        return number if self.fits(number) else None

    def allows(self, value: object) -> bool:
        return super().allows(value) or (isinstance(value, int) and is_secret(value))
