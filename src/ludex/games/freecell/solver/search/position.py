"""Positions: a board packed into a row, and moves made on rows."""

from .columns import (
    dealt,
    grown,
    plant,
    random_bits,
)
from .compiler import called, step
from .homes import (
    put_into_cell,
    risen,
    settle,
    take_from_cell,
)
from .layout import (
    CARD,
    CELL,
    CELL_VALUES,
    CELLS,
    CODE,
    COLUMN_COUNT,
    COLUMNS,
    FROM_CELL,
    HELD,
    HOMES,
    INFO,
    MET,
    ORIGIN,
    ROOT,
    SECOND_SPARE,
    SOURCE,
    TARGET,
    THIRD_SPARE,
    TO_CELL,
    TO_HOME,
    TWINS,
    UNDER,
    VALUE,
    Words,
)


@called
def lay_out(mem: Words, board: Words) -> None:
    """Make a board the root of a search: homes, cells and columns, all counted.

    `board` is the homes as bits, the number of cards in cells and these, then for each
    column the number of its cards and these, the bottom card first.
    """
    plant(mem)
    for code in range(52):
        in_cell = mem[CARD] + mem[CELL]
        mem[CELL_VALUES + code] = random_bits((1 << 40) + code) + in_cell
    mem[ROOT + CELLS] = mem[ROOT + TWINS] = 0
    mem[ROOT + HOMES] = board[0]
    place = 2
    for _ in range(board[1]):
        bit = 1 << board[place]
        mem[ROOT + TWINS] |= mem[ROOT + CELLS] & bit
        mem[ROOT + CELLS] |= bit
        place += 1
    for i in range(mem[COLUMN_COUNT]):
        node, cards = 0, board[place]
        for j in range(place + 1, place + 1 + cards):
            node = dealt(mem, node, board[j])
        place += 1 + cards
        mem[ROOT + COLUMNS + i] = node


@called
def rooted(mem: Words, at: int) -> int:
    """Put the root into a row, before any card has gone home; its value."""
    for i in range(COLUMNS + mem[COLUMN_COUNT]):
        mem[at + i] = mem[ROOT + i]
    value = 0
    for code in range(52):
        held = (mem[at + CELLS] >> code & 1) + (mem[at + TWINS] >> code & 1)
        value += held * mem[CELL_VALUES + code]
    for i in range(mem[COLUMN_COUNT]):
        value += mem[mem[at + COLUMNS + i] + VALUE]
    return value


@step
def copy_row(mem: Words, source: int, target: int) -> None:
    """Copy a position from row to row."""
    for i in range(COLUMNS + mem[COLUMN_COUNT]):
        mem[target + i] = mem[source + i]


@step
def make(mem: Words, at: int, move: int) -> None:
    """Make a move on a row, without what then goes home by itself."""
    source, target, count = move >> SOURCE, move >> TARGET & 15, move & 15
    if source >= FROM_CELL:
        code = source - FROM_CELL
        mem[HELD] = code
        take_from_cell(mem, at, code)
    else:
        node = mem[at + COLUMNS + source]
        for i in range(count):
            mem[HELD + i] = mem[node + INFO] & CODE
            node = mem[node + UNDER]
        mem[at + COLUMNS + source] = node
    if target == TO_HOME:
        mem[at + HOMES] = risen(mem, mem[at + HOMES], mem[HELD])
    elif target == TO_CELL:
        put_into_cell(mem, at, mem[HELD])
    else:
        node = mem[at + COLUMNS + target]
        for i in range(count - 1, -1, -1):
            node = grown(mem, node, mem[HELD + i])
        mem[at + COLUMNS + target] = node


@step
def remake(mem: Words, record: int, at: int) -> None:
    """Put the position of a record into a row."""
    origin = mem[record + ORIGIN]
    if origin < 0:
        rooted(mem, at)
    else:
        copy_row(mem, origin >> 16, at)
        make(mem, at, origin & 0xFFFF)
    settle(mem, at, mem[record + MET])


@called
def is_met(mem: Words, at: int, move: int, known: int) -> bool:
    """Is the position after a move from a row the very one of a record?"""
    copy_row(mem, at, SECOND_SPARE)
    make(mem, SECOND_SPARE, move)
    settle(mem, SECOND_SPARE, 0)
    remake(mem, known, THIRD_SPARE)
    return is_same(mem, SECOND_SPARE, THIRD_SPARE)


@step
def is_same(mem: Words, one: int, other: int) -> bool:
    """Are two rows the same position, whatever the order of their columns?

    Equal columns and homes leave the same cards for the cells.
    """
    if mem[one + HOMES] != mem[other + HOMES]:
        return False
    last = COLUMNS + mem[COLUMN_COUNT]
    for i in range(COLUMNS, last):
        node, balance = mem[one + i], 0
        for j in range(COLUMNS, last):
            balance += int(mem[one + j] == node) - int(mem[other + j] == node)
        if balance:
            return False
    return True
