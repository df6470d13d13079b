"""One position looked into by the threads of a warp: its moves listed, and each made by one.

What all of them look at stands in memory that they share. `numbers` has for each column its top
card, its run and its depth, and for each of twelve sources (eight columns, four cells) the card
and the moves from there as bits; `columns` has the columns of the position, `values` their values,
`after` the columns after the move of a thread.
"""

from typing import Final

from ludex.compile.bits import how_many, lowest
from ludex.compile.jit import called, step

from ..search.homes import ready_cards, safe_cards
from ..search.layout import (
    FROM_CELL,
    NOTHING,
    RAYMOND,
    SOURCE,
    TARGET,
    TO_CELL,
    TO_HOME,
    Words,
)
from .packing import (
    COLUMN_COUNT,
    card_of,
    depth_of,
    laid_on,
    run_of,
    suits_of,
    taken_from,
    value_in_cell,
    value_of,
    wide,
)

WARP: Final = 32
HALVES, LANES = 2, 16
"""The halves of a warp, and the threads of each."""
SOURCES: Final = 12

TOPS, RUNS, DEPTHS, CODES, MOVES = 0, 8, 16, 24, 36
NUMBERS: Final = 48

# The moves from a source, as bits: home, onto each column, into a space, into a cell.
HOME, ONTO, SPACE, INTO_CELL = 0, 1, 9, 10


@step
def describe(tables: Words, columns: Words, numbers: Words, values: Words, a: int) -> None:
    """Write down the top card, run, depth and value of column `a` for all threads."""
    word = wide(columns[a])
    numbers[TOPS + a] = card_of(tables, a, word, 0)
    numbers[RUNS + a] = run_of(tables, a, word)
    numbers[DEPTHS + a] = depth_of(word)
    values[a] = value_of(tables, a, word)


@step
def spaces_in(columns: Words) -> int:
    """Return the columns that are empty, as bits."""
    spaces = 0
    for a in range(8):
        spaces |= int(columns[a] == 0) << a
    return spaces


@step
def list_moves(
    columns: Words, numbers: Words, source: int, cells: int, homes: int, spaces: int
) -> None:
    """The moves of one source, the same ones as `compiled.moves` lists for the quick search."""
    free = 4 - how_many(cells)
    carried = free + 1 << how_many(spaces)
    code, run, depth = NOTHING, 1, 99
    if source < 8:
        code, run = wide(numbers[TOPS + source]), wide(numbers[RUNS + source])
        depth = wide(numbers[DEPTHS + source])
    else:
        for _ in range(source - 8):
            cells &= cells - 1
        if cells:
            code = lowest(cells)
    bits = 0
    if code != NOTHING:
        bits |= ready_cards(homes) >> code & 1
        most = min(run, carried)
        for a in range(8):
            if columns[a]:
                top = wide(numbers[TOPS + a])
                cards = (top >> 2) - (code >> 2)
                if 1 <= cards <= most and (top ^ code ^ cards) & 1 == 0:
                    bits |= 1 << ONTO + a
        # Moving a whole column to another space changes nothing.
        if spaces and min(run, carried >> 1) < depth:
            bits |= 1 << SPACE
        if free and source < 8:
            bits |= 1 << INTO_CELL
    numbers[CODES + source] = code
    numbers[MOVES + source] = bits


@step
def count_moves(numbers: Words) -> int:
    """Return how many moves are listed."""
    count = 0
    for source in range(SOURCES):
        count += how_many(int(numbers[MOVES + source]))
    return count


@step
def chosen(numbers: Words, cells: int, spaces: int, i: int) -> int:
    """Return the move with this number of those that are listed; there are as many."""
    source = 0
    while i >= how_many(int(numbers[MOVES + source])):
        i -= how_many(int(numbers[MOVES + source]))
        source += 1
    bits = int(numbers[MOVES + source])
    for _ in range(i):
        bits &= bits - 1
    which = lowest(bits)
    code = int(numbers[CODES + source])
    place = source if source < 8 else code + FROM_CELL
    target, cards = TO_HOME, 1
    if which == INTO_CELL:
        target = TO_CELL
    elif which == SPACE:
        target = lowest(spaces)
        if source < 8:
            carried = 5 - how_many(cells) << how_many(spaces)
            cards = min(int(numbers[RUNS + source]), carried >> 1)
    elif which != HOME:
        target = which - ONTO
        cards = (int(numbers[TOPS + target]) >> 2) - (code >> 2)
    return place << SOURCE | target << TARGET | cards


@step
def make(
    tables: Words, after: Words, move: int, cells: int, homes: int, safe: int
) -> tuple[int, int]:
    """Make a move, and send home what is safe: cells and homes after it.

    `safe` are the cards that were safe before.
    """
    source, target, cards = move >> SOURCE, move >> TARGET & 15, move & 15
    opened, code = NOTHING, source - FROM_CELL
    suits = code >> 1 & 1
    if source >= FROM_CELL:
        cells ^= 1 << code
    else:
        word = int(after[source])
        code = card_of(tables, source, word, cards - 1)
        suits = suits_of(tables, source, word, cards)
        left = taken_from(tables, source, word, cards)
        after[source] = left
        opened = card_of(tables, source, left, 0)
    if target == TO_HOME:
        homes += 1 << 4 * (code & 3)
    elif target == TO_CELL:
        cells |= 1 << code
    else:
        on = int(after[target])
        after[target] = laid_on(tables, target, on, code, cards, suits)
    # What was settled stays so, unless a safe card is laid open or the homes rise.
    if target == TO_HOME or safe >> opened & 1:
        return settle(tables, after, cells, homes)
    return cells, homes


@called
def settle(tables: Words, after: Words, cells: int, homes: int) -> tuple[int, int]:
    """Send home every card that is safe: cells and homes then."""
    a, since = 0, 0
    while since < 8:  # until every column was looked at since a card has gone
        bits = safe_cards(homes, RAYMOND)
        word = int(after[a])
        code = card_of(tables, a, word, 0)
        if bits >> code & 1:
            after[a] = taken_from(tables, a, word, 1)
            homes += 1 << 4 * (code & 3)
            since = 0
        elif cells & bits:
            code = lowest(cells & bits)
            cells ^= 1 << code
            homes += 1 << 4 * (code & 3)
            since = 0
        else:
            a, since = a + 1 & 7, since + 1
    return cells, homes


@step
def revalued(
    tables: Words, columns: Words, values: Words, after: Words, cells: int, then: int, value: int
) -> int:
    """Return the value of a position after a move: `values` has those of the columns before it."""
    for a in range(int(tables[COLUMN_COUNT])):
        word = int(after[a])
        if word != columns[a]:
            value += value_of(tables, a, word) - int(values[a])
    changed = cells ^ then
    while changed:
        code = lowest(changed)
        changed &= changed - 1
        in_cell = value_in_cell(tables, code)
        value += in_cell if then >> code & 1 else -in_cell
    return value
