"""The layout of a search's memory, one array of whole numbers.

One array, so that a call passes little, and a GPU can give a piece of it to each thread. A
card is its code, 4 × (rank - 1) + suit; the copies of a card in two packs share it. A
column is a node of a tree: a card on another column, node 0 being the empty one. A position
is a row: cells and homes as bits, then its columns. A record is a position that was met: its
value, and the move that leads to it from a row. Nodes, rows, records and slots are known by
their places in the array.

`room` makes such a memory, once: it is used again and again.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
from collections.abc import Callable

from ludex.parts.cards import Card

from ...rules.deals import Board
from ...rules.options import SUITS, Building, Rules, Spaces

Words: TypeAlias = "npt.NDArray[np.int64] | Any"
"""Whole numbers in one array; a list of them where there is no compiler."""

NOTHING = 52
"""The code for no card, as on top of an empty column."""

# A node of the tree: its value, what is known of the column, the column under the card, and
# the two columns that can grow from it, each in 31 bits.
VALUE, INFO, UNDER, KIDS = range(4)
NODE = 4
# In what is known: the top card, the cards that build at the end, the depth, the lowest rank
# of each suit.
CODE = 63
RUN, DEPTH, LOWEST = 6, 10, 18
NO_CARDS = NOTHING | 0xDDDD << LOWEST
KID = 0x7FFFFFFF

COST_BITS = 16
COST = (1 << COST_BITS) - 1
"""A value has a cost in its low bits; the whole of it tells positions apart."""

# A row: the cards in cells, those of which both copies are there, how high the homes are
# (four bits a suit; of two packs the higher pile above), the record that it was made of.
CELLS, TWINS, HOMES, RECORD, COLUMNS = range(5)
# A record: its value, the row before it and the move, how many moves lead to it (negative
# when it was looked into, or when a shorter way is known), the next in its bucket.
MET, ORIGIN, LENGTH, NEXT = range(4)
RECORD_WIDTH = 4
# A slot of the table: a value, and which record has it.
SLOT = 2

# A move: source, target and count. From FROM_CELL on, the source is the cell with that card.
SOURCE, TARGET = 8, 4
TO_CELL, TO_HOME, FROM_CELL = 14, 15, 16

# The small numbers of a search come after the empty column.
NEXT_NODE, STAMP, LOOKED_INTO, MET_COUNT, WINNER, SHORTEST, BUCKET, HIGHEST = range(4, 12)
STATUS = 12
# The rules.
COLUMN_COUNT, CELL_COUNT, PACKS, BY_SUIT, KINGS_ONLY, SAFETY, COMPLETE = range(17, 24)
# Where the large parts begin, and how much fits into them; records come after the nodes.
ROW, ROWS_AT, RECORDS_AT, SLOTS_AT, MOST_LOOKS, MOST_MET = range(24, 30)
# How to search: limits, the size of the table of slots, whether cards are moved one at a time,
# and what a position costs, by the order of the weights.
SETTINGS = 32
QUOTA, AFTERTHOUGHT, MASK, THOROUGH = range(SETTINGS, 36)
(MOVE, CARD, LOOSE, BLOCKS, BURIED, SUIT, CELL, COLUMN, BASE) = range(36, 45)
SETTING_COUNT = 13
CELL_VALUES = 48
"""The value of each card in a cell."""
BASED = CELL_VALUES + 64
"""The column of each card alone."""
SPOT = BASED + 64
"""On top of which column a card lies; of two, the first."""
SPOT_OF_TWIN = SPOT + 64
HIGHER = SPOT_OF_TWIN + 64
"""For each card, which cards a run that ends with it can go on, as bits."""
HELD = HIGHER + 64
"""The cards that are being moved, the last one first."""
ROOT = HELD + 16
"""The position that was given, as a row, before any card has gone home."""
SPARE = ROOT + 32
"""Three rows to try moves on."""
SECOND_SPARE = SPARE + 32
THIRD_SPARE = SECOND_SPARE + 32
FOUND = THIRD_SPARE + 32
"""The moves of a position."""
MOST_MOVES = 400
HEADS = FOUND + MOST_MOVES
"""The first record of each bucket, or -1."""
BUCKETS = 1 << 13
TREE = HEADS + BUCKETS
"""The columns, and after them rows, records and slots."""

RUNNING, WON, ENDED, QUOTA_REACHED, FULL = range(5)
"""The states of a search."""

HORNE, RAYMOND, NO_SAFETY = range(3)
"""The rules for sending a card home by itself: when no column can need it any more.

A card is needed only to lay a card one lower on it. HORNE lets it go when all of those are home
(aces and twos at once). RAYMOND also lets it go when all of those could go home as soon as they
are free, and nothing needs them in turn. With NO_SAFETY no card moves by itself.
"""

# A step on the real table: source, target and count. Columns are numbered from 0, cells from 16.
STEP_SOURCE, STEP_TARGET, STEP_PLACE = 10, 5, 31
CELL_PLACE, HOME_PLACE = 16, 30

# The search of many deals.
MOST_STEPS = 512
"""Longer solutions of the quick searches are left to the solver of single boards."""

LETTERS = 5
"""A move is no longer than `26vd` and the end of its line."""

IS_OPEN, POSITIONS, ALL_MOVES, PLAYERS_MOVES = range(4)
"""The findings of a deal: is it left to another search; positions looked into; all moves to the win,
or -1: the engine refuses one; those of them that are not to the homes."""
FINDINGS = 4
NOT_SOLVED, TOO_LONG, ALL_SEARCHED = 1, 2, 3
"""The reasons to leave a deal: no search has solved it, its solution is too long, the last search has ended."""

STATE_WORDS, BOARD_WORDS = 22, 80
"""The words of a game on the engine, and of a board to be solved."""

BEGIN, GO_ON, TRACE = range(3)
"""The steps of the search for one board, in machine code."""

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
