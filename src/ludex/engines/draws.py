"""Random numbers that are a function of a seed and a count: the same on every machine.

It is the stream of `ludex.kernel.Dice` (SplitMix64), which needs nothing but its seed and how
many numbers were drawn before. Numba's whole numbers are signed and wrap around; the bits
are the same.
"""

from typing import Final

from ludex.engines.jit import step


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


STEP: Final = _signed(0x9E3779B97F4A7C15)
FIRST: Final = _signed(0xBF58476D1CE4E5B9)
SECOND: Final = _signed(0x94D049BB133111EB)


@step
def word(seed: int, drawn: int) -> int:
    """The next 64 random bits, after so many words have been drawn."""
    z = seed + (drawn + 1) * STEP
    z = (z ^ (z >> 30 & 0x3FFFFFFFF)) * FIRST
    z = (z ^ (z >> 27 & 0x1FFFFFFFFF)) * SECOND
    return z ^ (z >> 31 & 0x1FFFFFFFF)


@step
def below(seed: int, drawn: int, n: int) -> int:
    """A number from 0 to n - 1. No n in our games is large enough to notice the rounding."""
    return (word(seed, drawn) >> 32 & 0xFFFFFFFF) * n >> 32
