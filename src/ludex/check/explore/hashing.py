"""Two words by which compiled loops know a packed state again; short states are those words."""

import numpy as np

from ludex.compile.jit import compiled, step
from ludex.compile.packing import Words

A, B = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
C, D = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
R30, R27, R31 = np.uint64(30), np.uint64(27), np.uint64(31)
ZERO = np.uint64(0)

EXACT = 2
"""States of no more words are mixed so that they can be read back: no two are ever confused."""


@step
def mix(x: np.uint64) -> np.uint64:
    """Spread a word over all its bits."""
    x = (x ^ (x >> R30)) * C
    x = (x ^ (x >> R27)) * D
    return x ^ (x >> R31)


@step
def digest(packed: Words, found: Words) -> None:
    """Write the two words of a packed state."""
    count = packed.shape[0]
    a = packed[0]
    b = packed[1] if count > 1 else ZERO
    for i in range(EXACT, count):
        a ^= mix(b + A)
        b ^= mix(a + B)
        a ^= mix(b ^ packed[i])
        b += packed[i] * A
    a ^= mix(b + A)
    b ^= mix(a + B)
    found[0] = a ^ mix(b + C)
    found[1] = b


@step
def read_back(a: np.uint64, b: np.uint64, packed: Words) -> None:
    """Write the packed words of a short state from its two words."""
    a ^= mix(b + C)
    b ^= mix(a + B)
    packed[0] = a ^ mix(b + A)
    if packed.shape[0] > 1:
        packed[1] = b


@compiled
def fill_slots(low: Words, slots: np.ndarray, mask: int) -> None:
    """Enter every state in an empty table of numbers."""
    for number in range(low.shape[0]):
        slot = np.int64(low[number] & np.uint64(mask))
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = number + 1
