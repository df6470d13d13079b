"""The memory in which searches run, made once and used again and again."""

from collections.abc import Callable

from ludex.parts.cards import Card

from ...rules.deals import Board
from ...rules.options import SUITS, Building, Rules, Spaces
from .layout import (
    BUCKETS,
    BY_SUIT,
    CELL_COUNT,
    COLUMN_COUNT,
    COLUMNS,
    COMPLETE,
    HEADS,
    HIGHER,
    KID,
    KINGS_ONLY,
    MOST_LOOKS,
    MOST_MET,
    MOST_MOVES,
    NODE,
    PACKS,
    RAYMOND,
    RECORD_WIDTH,
    RECORDS_AT,
    ROW,
    ROWS_AT,
    SAFETY,
    SLOT,
    SLOTS_AT,
    STAMP,
    TREE,
    Words,
)

Zeros = Callable[[int], Words]
"""Returns so many zeros."""


def room(zeros: Zeros, rules: Rules, looks: int, met: int, nodes: int | None = None) -> Words:
    """Return memory for `looks` positions looked into and `met` times as many that are met.

    `nodes` is how many columns there may be. What is never used of an array takes no memory:
    the system gives pages when they are written.
    """
    records = met * looks + 2 * MOST_MOVES
    nodes = min(nodes or 2 * looks + 20 * MOST_MOVES, (KID - TREE) // NODE)
    width = COLUMNS + rules.columns
    rows_at = TREE + NODE * (nodes - 1)  # the empty column comes first of all
    records_at = rows_at + width * looks
    slots_at = records_at + RECORD_WIDTH * records
    mem = zeros(slots_at + SLOT * slots_for(records))
    clear_buckets(mem)
    mem[ROW], mem[ROWS_AT], mem[RECORDS_AT] = width, rows_at, records_at
    mem[SLOTS_AT], mem[MOST_LOOKS], mem[MOST_MET] = slots_at, looks, records
    lay_down(mem, rules)
    return mem


def clear_buckets(mem: Words) -> None:
    """Leave no record in any bucket."""
    mem[HEADS:TREE] = [-1] * BUCKETS


def slots_for(records: int) -> int:
    """Return a power of two, so that the table is no more than half full."""
    return 1 << (2 * records).bit_length()


def lay_down(mem: Words, rules: Rules) -> None:
    """The rules in numbers."""
    mem[STAMP] = 1  # above the zeros of a new table
    mem[COLUMN_COUNT], mem[CELL_COUNT] = rules.columns, rules.cells
    mem[PACKS] = rules.packs
    mem[BY_SUIT] = rules.building is Building.SUIT
    mem[KINGS_ONLY] = rules.spaces is Spaces.KINGS
    mem[SAFETY] = RAYMOND
    mem[COMPLETE] = 0xDDDDDDDD if rules.packs == 2 else 0xDDDD
    for code in range(52):
        for top in range(52):
            ranks = (top >> 2) - (code >> 2)
            if rules.building is Building.SUIT:
                agrees = (top ^ code) & 3 == 0
            else:
                agrees = (top ^ code ^ ranks) & 1 == 0
            if ranks > 0 and agrees:
                mem[HIGHER + code] |= 1 << top


def code_of(card: Card) -> int:
    """Return the code of a card, whatever its pack."""
    return 4 * (card.rank - 1) + card.suit


def packed(board: Board) -> list[int]:
    """Return a board as a search reads it: see `position.lay_out`."""
    homes = 0
    for suit in range(SUITS):
        for pile, height in enumerate(sorted(board.homes[suit::SUITS])):
            homes |= height << 16 * pile + 4 * suit
    cells = [code_of(card) for card in board.cells if card]
    numbers = [homes, len(cells), *cells]
    for column in board.columns:
        numbers += [len(column), *map(code_of, column)]
    return numbers
