"""Packing: the words of a state in as few bits as their bounds allow, equal states alike.

What means nothing (the items beyond the length of a tuple, the parts of what is None) is not
written, so that two rows are of equal states just where their packed words are the same.
"""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.compile.engine import Row
from ludex.compile.jit import step
from ludex.compile.rulebook.shapes import (
    Array,
    Choice,
    Items,
    Maybe,
    Number,
    Record,
    Shape,
    Subset,
    words,
)

Words = npt.NDArray[np.uint64]

ZERO = np.uint64(0)


class BitField(NamedTuple):
    """One word of a row: its bounds, and the word on which it depends whether it means anything."""

    low: int
    bits: int
    of: int = -1
    """The place of a word: this one means something where that is more than `above`; -1 for always."""
    above: int = 0


class BitLayout(NamedTuple):
    """The place of every word of a row, in arrays for compiled loops."""

    low: Row
    mask: Words
    word: Row
    shift: Words
    of: Row
    above: Row


def fields_of(shape: Shape, at: int = 0, of: int = -1, above: int = 0) -> Iterator[BitField]:
    """Every word of a shape, in the order in which they lie in a row."""
    match shape:
        case Number(low, high):
            yield BitField(low, (high - low).bit_length(), of, above)
        case Choice(domain):
            yield BitField(0, (len(domain) - 1).bit_length(), of, above)
        case Subset(domain):
            yield BitField(0, len(domain), of, above)
        case Record(_, parts):
            for _, part in parts:
                yield from fields_of(part, at, of, above)
                at += words(part)
        case Items(items):
            for part in items:
                yield from fields_of(part, at, of, above)
                at += words(part)
        case Maybe(inner):
            yield BitField(0, 1, of, above)
            yield from fields_of(inner, at + 1, at, 0)
        case Array(item, least, most):
            if least != most:
                yield BitField(least, (most - least).bit_length(), of, above)
            for i in range(most):
                if least == most:
                    yield from fields_of(item, at + i * words(item), of, above)
                else:
                    yield from fields_of(item, at + 1 + i * words(item), at, i)
        case _:
            return


def packing_of(shape: Shape) -> tuple[BitLayout, int]:
    """Return the places of the words of a shape, and into how many words they are packed."""
    low, mask, word, shift, of, above = (list[int]() for _ in range(6))
    at, used = 0, 0
    for field in fields_of(shape):
        if used + field.bits > 64:
            at, used = at + 1, 0
        low.append(field.low)
        mask.append((1 << field.bits) - 1)
        word.append(at)
        shift.append(min(used, 63))
        of.append(field.of)
        above.append(field.above)
        used += field.bits
    signed = [np.array(each, np.int64) for each in (low, word, of, above)]
    unsigned = [np.array(each, np.uint64) for each in (mask, shift)]
    packing = BitLayout(signed[0], unsigned[0], signed[1], unsigned[1], signed[2], signed[3])
    return packing, at + 1


def count_values(shape: Shape) -> int:  # noqa: PLR0911 - one case a shape
    """Return the number of different values of a shape: no more states than that can be reached."""
    match shape:
        case Number(low, high):
            return high - low + 1
        case Choice(domain):
            return len(domain)
        case Subset(domain):
            return 1 << len(domain)
        case Record(_, parts):
            return prod(count_values(part) for _, part in parts)
        case Items(items):
            return prod(map(count_values, items))
        case Maybe(inner):
            return 1 + count_values(inner)
        case Array(item, least, most):
            each = count_values(item)
            return sum(each**length for length in range(least, most + 1))
        case _:
            return 1


@step
def pack(packing: BitLayout, state: Row, head: int, alive: Row, packed: Words) -> None:
    """Write the words of a row, which begin after its head, in as few bits as they need."""
    for i in range(packed.shape[0]):
        packed[i] = ZERO
    low, _mask, word, shift, of, above = packing
    for k in range(low.shape[0]):
        on = of[k]
        alive[k] = 1
        if on >= 0 and (alive[on] == 0 or state[head + on] <= above[k]):
            alive[k] = 0
            continue
        packed[word[k]] |= np.uint64(state[head + k] - low[k]) << shift[k]


@step
def unpack(packing: BitLayout, packed: Words, head: int, state: Row) -> None:
    """Write the row of packed words; what means nothing becomes its least value."""
    low, mask, word, shift, _of, _above = packing
    for k in range(low.shape[0]):
        state[head + k] = np.int64((packed[word[k]] >> shift[k]) & mask[k]) + low[k]
