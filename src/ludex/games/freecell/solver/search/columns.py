"""Columns as numbers: a tree that grows as columns are met.

Equal columns are the same number, taking a card away is one look-up, and whatever is worth
knowing about a column is worked out once. A card is laid only on one that it builds on, so
a column has two at most that can grow from it; the empty one has a list of its own.
"""

from typing import Final

from .compiler import called, step, word
from .layout import (
    BASE,
    BASED,
    BLOCKS,
    BURIED,
    BY_SUIT,
    CARD,
    CODE,
    COLUMN,
    COST,
    COST_BITS,
    DEPTH,
    INFO,
    KID,
    KIDS,
    LOOSE,
    LOWEST,
    NEXT_NODE,
    NO_CARDS,
    NODE,
    RUN,
    SUIT,
    TREE,
    UNDER,
    VALUE,
    Words,
)

SEED: Final = 0x1D872B41


@step
def random_bits(number: int) -> int:
    """Return bits that look random, above room for a cost.

    There are so few that the sum over a whole table has no more than 63 bits.
    """
    return (word(SEED, number - 1) >> 22 & (1 << 42) - 1) << COST_BITS


@step
def builds(mem: Words, code: int, on: int) -> bool:
    """May the card `code` be laid in a column on the card `on`?"""
    if (on >> 2) - (code >> 2) != 1:
        return False
    if mem[BY_SUIT]:
        return (code ^ on) & 3 == 0
    return (code ^ on) & 1 == 1


@step
def plant(mem: Words) -> None:
    """Begin with the empty column alone."""
    mem[NEXT_NODE] = TREE
    mem[VALUE] = mem[UNDER] = mem[KIDS] = 0
    mem[INFO] = NO_CARDS
    for code in range(64):
        mem[BASED + code] = 0


@called
def grow(mem: Words, node: int, code: int) -> int:
    """Return a new column: `node` with the card `code` on it."""
    new = mem[NEXT_NODE]
    mem[NEXT_NODE] = new + NODE
    info = mem[node + INFO]
    rank, suit = code >> 2, code & 3
    lowest = info >> LOWEST
    low = lowest >> 4 * suit & 15
    cost = (mem[node + VALUE] & COST) + mem[CARD]
    run = 1
    if node == 0:
        cost += mem[COLUMN]
        if rank != 12:
            cost += mem[BASE]
    else:
        if builds(mem, code, info & CODE):
            run = (info >> RUN & 15) + 1
        else:
            cost += mem[LOOSE]
        least = min(lowest & 15, lowest >> 4 & 15, lowest >> 8 & 15, lowest >> 12 & 15)
        if least < rank:
            cost += mem[BLOCKS] + (mem[BURIED] * (12 - least) >> 2)
        if low < rank:
            cost += mem[SUIT]
    if rank < low:
        lowest += rank - low << 4 * suit
    depth = (info >> DEPTH & 255) + 1
    mem[new + VALUE] = random_bits((new - TREE) // NODE + 1) + cost
    mem[new + INFO] = code | run << RUN | depth << DEPTH | lowest << LOWEST
    mem[new + UNDER] = node
    mem[new + KIDS] = 0
    return int(new)


@step
def grown(mem: Words, node: int, code: int) -> int:
    """Return the column `node` with the card `code` on it, which fits there."""
    if node == 0:
        new = mem[BASED + code]
        if new == 0:
            new = grow(mem, 0, code)
            mem[BASED + code] = new
        return int(new)
    # A card goes on two others of its rank at most: they differ in this bit of the suit.
    shift = (code & 2) << 4
    kids = mem[node + KIDS]
    new = kids >> shift & KID
    if new == 0:
        new = grow(mem, node, code)
        mem[node + KIDS] = kids | new << shift
    return int(new)


@called
def dealt(mem: Words, node: int, code: int) -> int:
    """Return the column `node` with the card `code` on it, whether it builds or not."""
    if node == 0 or builds(mem, code, mem[node + INFO] & CODE):
        return grown(mem, node, code)
    return grow(mem, node, code)
