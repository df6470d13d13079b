"""Random numbers that are a function of a seed and a count: the same on every machine.

It is the stream of `ludex.kernel.Dice` (SplitMix64), which needs nothing but its seed and how
many numbers were drawn before. It is reckoned without signs: signed numbers that grow too large
are undefined for the compiler, which is then free to answer anything (`ludex.compile.bits`).
"""

import numpy as np

from ludex.compile.bits import signed, unsigned
from ludex.compile.jit import step

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
THIRTY = np.uint64(30)
TWENTY_SEVEN = np.uint64(27)
THIRTY_ONE = np.uint64(31)
HALF = (1 << 32) - 1


@step
def word(seed: int, drawn: int) -> int:
    """Return the next 64 random bits, after so many words have been drawn."""
    z = unsigned(seed) + unsigned(drawn + 1) * STEP
    z = (z ^ z >> THIRTY) * FIRST
    z = (z ^ z >> TWENTY_SEVEN) * SECOND
    return signed(z ^ z >> THIRTY_ONE)


@step
def below(seed: int, drawn: int, n: int) -> int:
    """Return a number from 0 to n - 1. No n in our games is large enough to notice the rounding."""
    return (word(seed, drawn) >> 32 & 0xFFFFFFFF) * n >> 32


@step
def thrown(seed: int, drawn: int, n: int) -> tuple[int, int]:
    """Return a number from 0 to n - 1 as `Dice.below` throws it, and the words drawn then.

    With it chance deals what the rulebook's dice deal. Words that would make some numbers likelier
    are thrown again: as long as n has 32 bits (or divides 2^64 with so small a rest), they are
    among the highest.
    """
    while True:
        bits = word(seed, drawn)
        drawn += 1
        if bits >> 32 & HALF != HALF or is_fair(bits & HALF, n):
            return signed(unsigned(bits) % unsigned(n)), drawn


@step
def is_fair(low: int, n: int) -> bool:
    """Is a word whose high half is all ones below the largest multiple of n in 64 bits?"""
    rest = (signed(unsigned(-1) % unsigned(n)) + 1) % n
    return low < HALF + 1 - rest


FINGERPRINT = np.uint64((1 << 62) - 1)


@step
def mixed(total: int, thing: int) -> int:
    """Return a fingerprint of things with one more."""
    return signed((unsigned(total) + unsigned(word(thing, 0))) & FINGERPRINT)
