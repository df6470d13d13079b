"""Fingerprints of positions: a sum of random numbers, one for each thing and its place."""

from collections.abc import Iterable
from functools import lru_cache

from ludex.kernel import Dice

FINGERPRINTS = 1 << 62
"""There are so many fingerprints."""


def fingerprint(things: Iterable[int]) -> int:
    """Return a number by which some different numbers are known again, in whatever order.

    It is a sum of one random number for each: who changes one thing can bring it up to date.
    """
    return sum(map(_random_number, things)) % FINGERPRINTS


@lru_cache(1 << 18)
def _random_number(thing: int) -> int:
    return Dice(thing).word() % FINGERPRINTS
