"""One position looked into by the threads of a warp: its moves listed, and each made by one.

What all of them look at stands in memory that they share. `numbers` has for each column its top
card, its run and its depth, and for each of twelve sources (eight columns, four cells) the card
and the moves from there as bits; `columns` has the columns of the position, `values` their values,
`after` the columns after the move of a thread.

A column is one number, so that a whole position is a few words in the memory of a GPU: it is what is left of the cards that were dealt to it, and the cards that were laid on
them since. The latter build: each is one rank lower than the card below and of the other colour,
so that one bit tells which of the two cards it is. Where no dealt card is left (or where those
left build themselves, which is the same to the rules), the number says what the lowest card
would lie on. Thus equal columns are equal numbers, wherever they lie.

`tables` has what is known of the dealt cards, made once for a deal: for each column the cards
themselves, and for each number of them that is left the number that stands for them, and what
they cost, how many build at the end, which of two cards each of these is, and the lowest rank of
each suit. The weights stand there, too. What is looked up there makes the code of a kernel short,
which it has to be: long code is fetched again and again.
"""

import numpy as np

from ludex.compile.bits import how_many, lowest
from ludex.compile.jit import called, step

from ..search.compiler import random_bits, ready_cards, safe_cards
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

# A number: the dealt cards that are left, the cards laid on them, what these begin on where no
# dealt card is left (its rank + 1, so that kings begin on 13, and its colour), a bit for each.
LEFT = 7
LAID_AT, LAID = 3, 15
RANK_AT, RANK = 7, 15
COLOUR_AT = 11
SUITS_AT = 12
WORD_BITS = 26

DEALT_CARDS, STANDING, KNOWN, WEIGHTS = 0, 64, 128, 192
"""The offset of each table; a column has eight places."""
# What is known of dealt cards: how many build, a bit for each, the lowest ranks, the cost.
BUILDING = 15
BITS_AT, BITS = 4, 255
LOWEST_AT, LOWEST = 12, 0xFFFF
COST_AT = 28
MOVE, CARD, LOOSE, BLOCKS, BURIED, SUIT, CELL, COLUMN, BASE = range(WEIGHTS, WEIGHTS + 9)
CELL_COUNT = WEIGHTS + 9
"""The weights, in the order of the portfolio, and the number of free cells."""
WEIGHT_COUNT = 10
COLUMN_COUNT = WEIGHTS + WEIGHT_COUNT
"""Eight, as a number in memory: loops over it stay short in the code, which has to be small."""
TABLES = COLUMN_COUNT + 1

NO_RANKS = 0xDDDD
"""The lowest rank of each suit where there is no card: 13."""


@step
def wide(some: int) -> int:
    """Return a number of a small table in 64 bits, in which it is reckoned with."""
    return int(np.int64(some))


@step
def depth_of(word: int) -> int:
    """Return how many cards a column has."""
    return (word & LEFT) + (word >> LAID_AT & LAID)


@step
def card_of(tables: Words, a: int, word: int, above: int) -> int:
    """Return the card of column `a` with so many others on it; NOTHING if there is none."""
    left, laid = word & LEFT, word >> LAID_AT & LAID
    j = laid - 1 - above
    if j < 0:
        return int(tables[DEALT_CARDS + 8 * a + left + j]) if left + j >= 0 else NOTHING
    rank, colour = word >> RANK_AT & RANK, word >> COLOUR_AT & 1
    if left:
        on = int(tables[DEALT_CARDS + 8 * a + left - 1])
        rank, colour = on >> 2, on & 1
    # The card j of those laid has the other colour where j is even.
    return 4 * (rank - 1 - j) + ((colour ^ 1 ^ j) & 1) + 2 * (word >> SUITS_AT + j & 1)


@step
def run_of(tables: Words, a: int, word: int) -> int:
    """Return how many cards build at the end of a column."""
    left = word & LEFT
    run = word >> LAID_AT & LAID
    return run + (int(tables[KNOWN + 8 * a + left]) & BUILDING) if left else run


@step
def begun_with(code: int) -> int:
    """Return an empty column that is about to get this card."""
    return (code >> 2) + 1 << RANK_AT | (code & 1 ^ 1) << COLOUR_AT


@step
def suits_of(tables: Words, a: int, word: int, cards: int) -> int:
    """Return a bit for each of the last cards of a column, which build; the first is the lowest bit."""
    laid = word >> LAID_AT & LAID
    if cards <= laid:
        return word >> SUITS_AT + laid - cards & (1 << cards) - 1
    known = int(tables[KNOWN + 8 * a + (word & LEFT)])
    dealt = cards - laid
    bits = (known >> BITS_AT & BITS) >> (known & BUILDING) - dealt
    return bits | (word >> SUITS_AT & (1 << laid) - 1) << dealt


@step
def laid_on(tables: Words, a: int, word: int, code: int, cards: int, suits: int) -> int:
    """Return the column with more cards, which fit there: from `code` on so many, a bit for each."""
    while (  # back where they were dealt
        cards and word & LEFT and word <= LEFT and tables[DEALT_CARDS + 8 * a + word] == code
    ):
        word, cards, suits = word + 1, cards - 1, suits >> 1
        code = (code >> 2) - 1 << 2 | (code & 1 ^ 1) | (suits & 1) << 1
    if cards == 0:
        return word
    if word == 0:
        word = begun_with(code)
    laid = word >> LAID_AT & LAID
    return word + (cards << LAID_AT) | suits << SUITS_AT + laid


@step
def taken_from(tables: Words, a: int, word: int, cards: int) -> int:
    """Return the column with so many cards fewer, no more than it has."""
    left, laid = word & LEFT, word >> LAID_AT & LAID
    if cards > laid:
        return int(tables[STANDING + 8 * a + left - cards + laid])
    laid -= cards
    if left + laid == 0:
        return 0
    lower = word & (1 << SUITS_AT + laid) - 1
    return lower & ~(LAID << LAID_AT) | laid << LAID_AT


@step
def least_of(lowest: int) -> int:
    """Return the lowest rank of all suits."""
    return min(lowest & 15, lowest >> 4 & 15, lowest >> 8 & 15, lowest >> 12 & 15)


@step
def blocks_above(tables: Words, least: int) -> int:
    """Return what a card costs that lies above one of a lower rank."""
    return int(tables[BLOCKS]) + (int(tables[BURIED]) * (12 - least) >> 2)


@step
def _above(rank: int, laid: int, bits: int, lowest: int, colour: int) -> int:
    """Return which of the laid cards have a lower one of their suit below them, as bits.

    They begin on a card of this rank, with a card of this colour.
    """
    found = 0
    for suit in range(4):
        same = bits if suit & 2 else ~bits
        same &= 0x5555 if suit & 1 == colour else 0xAAAA
        higher = min(laid, rank - 1 - (lowest >> 4 * suit & 15))
        if higher > 0:
            found |= same & (1 << higher) - 1
    return found


@called
def value_of(tables: Words, a: int, word: int) -> int:
    """Bits that tell columns apart, above what a column costs; an empty one has none."""
    if word == 0:
        return 0
    left, laid = word & LEFT, word >> LAID_AT & LAID
    cost = laid * int(tables[CARD])
    if left == 0:
        cost += int(tables[COLUMN])
        if word >> RANK_AT & RANK != 13:
            cost += int(tables[BASE])
        return random_bits(word) + cost
    known = int(tables[KNOWN + 8 * a + left])
    cost += known >> COST_AT
    lowest = known >> LOWEST_AT & LOWEST
    least = least_of(lowest)
    on = int(tables[DEALT_CARDS + 8 * a + left - 1])
    rank = on >> 2
    blocking = min(laid, rank - 1 - least)
    if blocking > 0:
        cost += blocking * blocks_above(tables, least)
    if tables[SUIT]:
        bits = word >> SUITS_AT
        above = how_many(_above(rank, laid, bits, lowest, on & 1 ^ 1))
        cost += above * int(tables[SUIT])
    return random_bits(word | a + 1 << WORD_BITS) + cost


@step
def value_in_cell(tables: Words, code: int) -> int:
    """Return the value of a card in a cell."""
    return random_bits((1 << 40) + code) + int(tables[CARD]) + int(tables[CELL])


@called
def fill(tables: Words, a: int, cards: int) -> None:
    """Fill in what is known of the dealt cards of a column, which stand in the table already."""
    for i in range(cards, 8):
        tables[DEALT_CARDS + 8 * a + i] = NOTHING
    tables[STANDING + 8 * a] = tables[KNOWN + 8 * a] = 0
    for left in range(1, cards + 1):
        known = known_of(tables, a, left)
        tables[KNOWN + 8 * a + left] = known
        word = left
        if known & BUILDING == left:
            word = begun_with(int(tables[DEALT_CARDS + 8 * a]))
            word |= left << LAID_AT | (known >> BITS_AT & BITS) << SUITS_AT
        tables[STANDING + 8 * a + left] = word


@called
def known_of(tables: Words, a: int, left: int) -> int:
    """Return what is known of the first dealt cards of a column alone."""
    run, bits, cost, lowest, on = 0, 0, int(tables[COLUMN]), NO_RANKS, NOTHING
    for i in range(left):
        code = int(tables[DEALT_CARDS + 8 * a + i])
        rank, low = code >> 2, lowest >> 4 * (code & 3) & 15
        cost += int(tables[CARD])
        if i == 0:
            cost += int(tables[BASE]) if rank != 12 else 0
        else:
            if (on >> 2) - rank != 1 or (on ^ code) & 1 == 0:
                run = bits = 0
                cost += int(tables[LOOSE])
            least = least_of(lowest)
            if least < rank:
                cost += blocks_above(tables, least)
            if low < rank:
                cost += int(tables[SUIT])
        bits |= (code >> 1 & 1) << run
        run += 1
        if rank < low:
            lowest -= low - rank << 4 * (code & 3)
        on = code
    return cost << COST_AT | lowest << LOWEST_AT | bits << BITS_AT | run


WARP = 32
HALVES, LANES = 2, 16
"""The halves of a warp, and the threads of each."""
SOURCES = 12

TOPS, RUNS, DEPTHS, CODES, MOVES = 0, 8, 16, 24, 36
NUMBERS = 48

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
    columns: Words, numbers: Words, source: int, cells: int, free: int, homes: int, spaces: int
) -> None:
    """The moves of one source, the same ones as `compiled.moves` lists for the quick search."""
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
def chosen(numbers: Words, free: int, spaces: int, i: int) -> int:
    """Return the move with this number of those that are listed; there are as many."""
    source = 0
    while i >= how_many(int(numbers[MOVES + source])):
        i -= how_many(int(numbers[MOVES + source]))
        source += 1
    bits = int(numbers[MOVES + source])
    for _ in range(i):
        bits &= bits - 1
    bit_index = lowest(bits)
    code = int(numbers[CODES + source])
    place = source if source < 8 else code + FROM_CELL
    target, cards = TO_HOME, 1
    if bit_index == INTO_CELL:
        target = TO_CELL
    elif bit_index == SPACE:
        target = lowest(spaces)
        if source < 8:
            carried = free + 1 << how_many(spaces)
            cards = min(int(numbers[RUNS + source]), carried >> 1)
    elif bit_index != HOME:
        target = bit_index - ONTO
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
