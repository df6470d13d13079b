"""The positions that were met: 24 bytes each, in a table with open addresses.

The table has parts by the bits of a code that look random, and a thread fills some of them, so
that no two threads write to one place and every run finds the same. A round has two halves: each part
looks into a chunk of positions and lays what follows into trays; then each part empties the trays
that are meant for it, and takes the cheapest of its positions for the next round.
"""

import numpy as np

from ludex.compile.jit import compiled

from ..search.layout import Words
from .expansion import (
    COST_BITS,
    COST_MASK,
    FAR_CODE,
    NEAR_CODE,
    PARTITIONS,
    ROW,
    WORTH,
    look_into,
    mixed,
)

CHUNK = 2048
"""So many positions of each part are looked into in a round, or fewer where the trays fill up."""
BUCKETS = 4096
"""Positions wait by their cost, last in, first out."""
ORIGIN, NEXT = 0, 1
"""The slot of the position before one, and the slot of the one that waits after it."""
NO_SLOT = (1 << 32) - 1
LOOKED, MET, CHEAPEST, AT, END, WINNER, IS_FULL = range(7)
"""The counters of a part: positions looked into and met, the first bucket to look at, its place in
the chunk and the end of it, the slot before a won position or -1, and whether it is full."""
STANDING = 8
SLOT_BITS = 32
SLOT_MASK = (1 << SLOT_BITS) - 1


@compiled
def look(
    deal: Words,
    codes: Words,
    trays: Words,
    filled: Words,
    chunks: Words,
    standing: Words,
    first: int,
    stride: int,
) -> None:
    """Look into the chunks of some parts, as far as there is room for what follows."""
    row = np.zeros(ROW, np.int64)
    for part in range(first, PARTITIONS, stride):
        filled[part, :] = 0
        at, end = standing[part, AT], standing[part, END]
        has_room = True
        while at < end and has_room:
            slot = chunks[part, at]
            at += 1
            has_room, wins = look_into(
                deal,
                codes[slot, NEAR_CODE],
                codes[slot, FAR_CODE],
                slot,
                row,
                trays[part],
                filled[part],
            )
            if wins and standing[part, WINNER] < 0:
                standing[part, WINNER] = slot
        standing[part, LOOKED] += at - standing[part, AT]
        standing[part, AT] = at


@compiled
def keep(
    codes: Words,
    links: Words,
    heads: Words,
    trays: Words,
    filled: Words,
    chunks: Words,
    standing: Words,
    most: int,
    first: int,
    stride: int,
) -> None:
    """Keep what some parts were sent and have not met, and take their next chunks."""
    slots = len(codes) // PARTITIONS
    for part in range(first, PARTITIONS, stride):
        base, met = part * slots, standing[part, MET]
        cheapest = standing[part, CHEAPEST]
        for sender in range(PARTITIONS):
            for i in range(filled[sender, part]):
                near, far = trays[sender, part, i, NEAR_CODE], trays[sender, part, i, FAR_CODE]
                number = mixed(near, far) >> 56 - SLOT_BITS & SLOT_MASK
                slot = base + (number * slots >> SLOT_BITS)
                # No position has 0 as the first number of its code.
                while codes[slot, NEAR_CODE] != 0 and (
                    codes[slot, NEAR_CODE] != near or codes[slot, FAR_CODE] != far
                ):
                    slot += 1
                    if slot == base + slots:
                        slot = base
                if codes[slot, NEAR_CODE] == 0:
                    if met >= most:
                        standing[part, IS_FULL] = 1
                        break
                    met += 1
                    worth = trays[sender, part, i, WORTH]
                    bucket = min(worth & COST_MASK, BUCKETS - 1)
                    codes[slot, NEAR_CODE], codes[slot, FAR_CODE] = near, far
                    links[slot, ORIGIN] = worth >> COST_BITS
                    links[slot, NEXT] = heads[part, bucket]
                    heads[part, bucket] = slot
                    cheapest = min(cheapest, bucket)
        standing[part, MET] = met
        if standing[part, AT] == standing[part, END]:
            end = 0
            while end < CHUNK and cheapest < BUCKETS:
                slot = heads[part, cheapest]
                if slot == NO_SLOT:
                    cheapest += 1
                else:
                    heads[part, cheapest] = links[slot, NEXT]
                    chunks[part, end] = slot
                    end += 1
            standing[part, AT], standing[part, END] = 0, end
        standing[part, CHEAPEST] = cheapest
