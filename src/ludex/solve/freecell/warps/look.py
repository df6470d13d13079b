"""One position looked into by the threads of a warp: its moves listed, and each made by one.

What all of them look at stands in memory that they share. `numbers` has for each column its top
card, its run and its depth, and for each of twelve sources (eight columns, four cells) the card
and the moves from there as bits; `columns` has the columns of the position, `after` those after
the move of each thread.
"""

from typing import Final

from ludex.engines.bits import how_many, lowest
from ludex.engines.jit import called, step
from ludex.solve.freecell.compiled.layout import (
    FROM_CELL,
    NOTHING,
    SOURCE,
    TARGET,
    TO_CELL,
    TO_HOME,
    Words,
)
from ludex.solve.freecell.warps.words import (
    card_of,
    depth_of,
    laid_on,
    ready_cards,
    run_of,
    safe_cards,
    taken_from,
    value_in_cell,
    value_of,
    wide,
)

LANES: Final = 32
SOURCES: Final = 12

TOPS, RUNS, DEPTHS, CODES, MOVES = 0, 8, 16, 24, 36
NUMBERS: Final = 48

# The moves from a source, as bits: home, onto each column, into a space, into a cell.
HOME, ONTO, SPACE, INTO_CELL = 0, 1, 9, 10


@step
def describe(tables: Words, columns: Words, numbers: Words, a: int) -> None:
    """What the others want to know of column `a`."""
    word = wide(columns[a])
    numbers[TOPS + a] = card_of(tables, a, word, 0)
    numbers[RUNS + a] = run_of(tables, a, word)
    numbers[DEPTHS + a] = depth_of(word)


@step
def spaces_in(columns: Words) -> int:
    """How many columns are empty."""
    spaces = 0
    for a in range(8):
        spaces += wide(columns[a] == 0)
    return spaces


@step
def list_moves(
    columns: Words, numbers: Words, source: int, cells: int, homes: int
) -> None:
    """The moves of one source, the same ones as `compiled.moves` lists for the quick search."""
    free, spaces = 4 - how_many(cells), spaces_in(columns)
    carried = free + 1 << spaces
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
def chosen(columns: Words, numbers: Words, cells: int, i: int) -> int:
    """The move with this number of those that are listed; -1 if there are fewer."""
    source = 0
    while source < SOURCES and i >= how_many(wide(numbers[MOVES + source])):
        i -= how_many(wide(numbers[MOVES + source]))
        source += 1
    if source == SOURCES:
        return -1
    bits = wide(numbers[MOVES + source])
    for _ in range(i):
        bits &= bits - 1
    which = lowest(bits)
    code = wide(numbers[CODES + source])
    place = source if source < 8 else code + FROM_CELL
    target, cards = TO_HOME, 1
    if which == INTO_CELL:
        target = TO_CELL
    elif which == SPACE:
        target = 0
        while columns[target]:
            target += 1
        if source < 8:
            carried = 5 - how_many(cells) << spaces_in(columns)
            cards = min(wide(numbers[RUNS + source]), carried >> 1)
    elif which != HOME:
        target = which - ONTO
        cards = (wide(numbers[TOPS + target]) >> 2) - (code >> 2)
    return place << SOURCE | target << TARGET | cards


@step
def make(  # noqa: PLR0917 - Numba takes no keywords
    tables: Words, after: Words, move: int, cells: int, homes: int, value: int
) -> tuple[int, int, int]:  # fmt: skip
    """Make a move, and send home what is safe: cells, homes and value after it."""
    source, target, cards = move >> SOURCE, move >> TARGET & 15, move & 15
    opened, word = NOTHING, 0
    code = source - FROM_CELL
    if source >= FROM_CELL:
        cells ^= 1 << code
        value -= value_in_cell(tables, code)
    else:
        word = wide(after[source])
        code = card_of(tables, source, word, 0)
        left = taken_from(tables, source, word, cards)
        value += value_of(tables, source, left)
        value -= value_of(tables, source, word)
        after[source] = left
        opened = card_of(tables, source, left, 0)
    if target == TO_HOME:
        homes += 1 << 4 * (code & 3)
    elif target == TO_CELL:
        cells |= 1 << code
        value += value_in_cell(tables, code)
    else:
        on = wide(after[target])
        value -= value_of(tables, target, on)
        for above in range(cards - 1, -1, -1):
            laid = card_of(tables, source, word, above) if word else code
            on = laid_on(tables, target, on, laid)
        value += value_of(tables, target, on)
        after[target] = on
    # What was settled stays so, unless a safe card is laid open or the homes rise.
    if target == TO_HOME or safe_cards(homes) >> opened & 1:
        return settle(tables, after, cells, homes, value)
    return cells, homes, value


@called
def settle(
    tables: Words, after: Words, cells: int, homes: int, value: int
) -> tuple[int, int, int]:
    """Send home every card that is safe: cells, homes and value then."""
    bits, moved = safe_cards(homes), True
    while moved:
        moved = False
        for a in range(8):
            word = wide(after[a])
            code = card_of(tables, a, word, 0)
            if bits >> code & 1:
                left = word
                while bits >> code & 1:
                    homes += 1 << 4 * (code & 3)
                    bits = safe_cards(homes)
                    left = taken_from(tables, a, left, 1)
                    code = card_of(tables, a, left, 0)
                value += value_of(tables, a, left)
                value -= value_of(tables, a, word)
                after[a] = left
                moved = True
        going = cells & bits
        while going:
            code = lowest(going)
            cells ^= 1 << code
            value -= value_in_cell(tables, code)
            homes += 1 << 4 * (code & 3)
            bits = safe_cards(homes)
            going = cells & bits
            moved = True
    return cells, homes, value
