"""The moves of a position.

Of several equal places (empty columns, empty cells, twins) the first stands for all.
"""

from typing import Final

from .compiler import how_many, lowest, step
from .homes import ready
from .layout import (
    CELL_COUNT,
    CELLS,
    CODE,
    COLUMN_COUNT,
    COLUMNS,
    DEPTH,
    FOUND,
    FROM_CELL,
    HIGHER,
    HOMES,
    INFO,
    KINGS_ONLY,
    NOTHING,
    RUN,
    SOURCE,
    SPOT,
    SPOT_OF_TWIN,
    TARGET,
    THOROUGH,
    TO_CELL,
    TO_HOME,
    TWINS,
    Words,
)

KING: Final = 48
"""The lowest code of a king."""


@step
def add_targets(
    mem: Words, count: int, source: int, code: int, tops: int, twins: int, most: int
) -> int:
    """Onto each column that takes the end of a run, up to `most` cards of it."""
    rank = code >> 2
    # No rank is as high as 13, so the bits need not go further.
    limit = min(4 * (rank + most + 1), NOTHING)
    fitting = mem[HIGHER + code] & (1 << limit) - 1
    tops &= fitting
    while tops:
        top = lowest(tops)
        tops &= tops - 1
        cards = (top >> 2) - rank
        mem[FOUND + count] = source | mem[SPOT + top] << TARGET | cards
        count += 1
        if twins >> top & 1:
            mem[FOUND + count] = source | mem[SPOT_OF_TWIN + top] << TARGET | cards
            count += 1
    return count


# Complex because flat: this runs once for each position looked into.
@step
def listed(mem: Words, at: int) -> int:  # noqa: PLR0915
    """Write the moves of a row down; how many there are.

    A player's: runs, towards a space only the longest. Thorough: all moves of one card.
    """
    columns = mem[COLUMN_COUNT]
    tops = twins = spaces = space = 0
    for i in range(columns):
        node = mem[at + COLUMNS + i]
        if node == 0:
            if spaces == 0:
                space = i
            spaces += 1
            continue
        top = mem[node + INFO] & CODE
        if tops >> top & 1:
            twins |= 1 << top
            mem[SPOT_OF_TWIN + top] = i
        else:
            tops |= 1 << top
            mem[SPOT + top] = i
    cells = mem[at + CELLS]
    free = mem[CELL_COUNT] - how_many(cells) - how_many(mem[at + TWINS])
    kings_only, thorough = mem[KINGS_ONLY] == 1, mem[THOROUGH] == 1
    can_go = ready(mem, mem[at + HOMES])
    carried = into_space = free + 1
    if thorough:
        carried = into_space = 1
    elif not kings_only:
        carried <<= spaces
        into_space = carried >> 1
    count = 0
    for i in range(columns):
        node = mem[at + COLUMNS + i]
        if node == 0:
            continue
        info = mem[node + INFO]
        code, run = info & CODE, info >> RUN & 15
        source = i << SOURCE
        if can_go >> code & 1:
            mem[FOUND + count] = source | TO_HOME << TARGET | 1
            count += 1
        most = min(run, carried)
        count = add_targets(mem, count, source, code, tops, twins, most)
        if spaces:
            cards = min(run, into_space)
            if kings_only:
                up_to_king = 13 - (code >> 2)
                cards = up_to_king if up_to_king <= cards else 0
            # Moving a whole column to another space changes nothing.
            if 0 < cards < info >> DEPTH & 255:
                mem[FOUND + count] = source | space << TARGET | cards
                count += 1
        if free:
            mem[FOUND + count] = source | TO_CELL << TARGET | 1
            count += 1
    while cells:
        code = lowest(cells)
        cells &= cells - 1
        source = code + FROM_CELL << SOURCE
        if can_go >> code & 1:
            mem[FOUND + count] = source | TO_HOME << TARGET | 1
            count += 1
        count = add_targets(mem, count, source, code, tops, twins, 1)
        if spaces and (code >= KING or not kings_only):
            mem[FOUND + count] = source | space << TARGET | 1
            count += 1
    return count
