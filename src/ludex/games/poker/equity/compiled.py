"""Showdowns counted by compiled loops (the extra `fast`)."""

from collections.abc import Iterable
from functools import cache

import numpy as np

from ludex.compile import jit
from ludex.compile.bits import signed, unsigned
from ludex.compile.draws import HALF, is_fair, word

from .showdowns import Backend, Row, Showdowns
from .spot import BOARD
from .strength import of_suits, with_card


@jit.step
def _choose(seed: int, number: int, n: int) -> int:
    bits = word(seed, number)
    if bits >> 32 & HALF == HALF and not is_fair(bits & HALF, n):
        return -1
    return signed(unsigned(bits) % unsigned(n))


@jit.step
def _rank(table: list[int], p: int) -> int:
    suits = with_card(with_card(0, table[2 * p]), table[2 * p + 1])
    for i in range(len(table) - BOARD, len(table)):
        suits = with_card(suits, table[i])
    return -of_suits(suits)


def _row(numbers: Iterable[int]) -> Row:
    """An array of the smallest numbers that suffice: tables are to fit into the cache of a core."""
    whole = np.array([*numbers], np.int64)
    least = np.min_scalar_type(-int(whole.max(initial=1)))
    return whole.astype(least)  # type: ignore[return-value]  # what loops do with a row


@jit.called
def _zeros(n: int) -> list[int]:
    return np.zeros(n, np.int64)  # type: ignore[return-value]  # the same


@cache
def compiled_showdowns() -> Showdowns:
    """Showdowns counted by compiled loops."""
    return Showdowns(Backend(_row, _zeros, jit.compiled, jit.step, _choose, _rank))
