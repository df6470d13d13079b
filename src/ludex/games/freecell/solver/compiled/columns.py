"""Columns as numbers: a tree that grows as columns are met.

Equal columns are the same number, taking a card away is one look-up, and whatever is worth
knowing about a column is worked out once. A card is laid only on one that it builds on, so
a column has two at most that can grow from it; the empty one has a list of its own.
"""

import numpy as np

from ludex.compile.jit import called, step
from ludex.games.freecell.solver.compiled.layout import (
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
    NO_CARDS,
    NODE,
    NODES,
    RUN,
    SUIT,
    TREE,
    UNDER,
    VALUE,
    Words,
)


@step
def random_bits(number: int) -> int:
    """Bits that look random above room for a cost (SplitMix64's mixing).

    There are so few that the sum over a whole table has no more than 63 bits.
    """
    z = np.uint64(number) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x1D872B41)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return int(np.int64(z >> np.uint64(22))) << COST_BITS


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
    mem[NODES] = 1
    mem[TREE + NODE * 0 + VALUE] = 0
    mem[TREE + NODE * 0 + INFO] = NO_CARDS
    mem[TREE + NODE * 0 + UNDER] = 0
    mem[TREE + NODE * 0 + KIDS] = 0
    for code in range(64):
        mem[BASED + code] = 0


@called
def grow(mem: Words, node: int, code: int) -> int:
    """A new column: `node` with the card `code` on it."""
    new = mem[NODES]
    mem[NODES] = new + 1
    info = mem[TREE + NODE * node + INFO]
    rank, suit = code >> 2, code & 3
    lowest = info >> LOWEST
    low = lowest >> 4 * suit & 15
    cost = (mem[TREE + NODE * node + VALUE] & COST) + mem[CARD]
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
    mem[TREE + NODE * new + VALUE] = random_bits(new) + cost
    mem[TREE + NODE * new + INFO] = (
        code | run << RUN | depth << DEPTH | lowest << LOWEST
    )
    mem[TREE + NODE * new + UNDER] = node
    mem[TREE + NODE * new + KIDS] = 0
    return int(new)


@step
def grown(mem: Words, node: int, code: int) -> int:
    """The column `node` with the card `code` on it, which fits there."""
    if node == 0:
        new = mem[BASED + code]
        if new == 0:
            new = grow(mem, 0, code)
            mem[BASED + code] = new
        return int(new)
    # A card goes on two others of its rank at most: they differ in this bit of the suit.
    shift = (code & 2) << 4
    kids = mem[TREE + NODE * node + KIDS]
    new = kids >> shift & KID
    if new == 0:
        new = grow(mem, node, code)
        mem[TREE + NODE * node + KIDS] = kids | new << shift
    return int(new)


@called
def dealt(mem: Words, node: int, code: int) -> int:
    """The column `node` with the card `code` on it, whether it builds or not."""
    if node == 0 or builds(mem, code, mem[TREE + NODE * node + INFO] & CODE):
        return grown(mem, node, code)
    return grow(mem, node, code)
