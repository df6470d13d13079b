"""Where everything lies in the memory of a search, one array of whole numbers.

One array, so that a call passes little, and a GPU can give a piece of it to each thread. A
card is its code, 4 × (rank - 1) + suit; the copies of a card in two packs share it. A
column is a node of a tree: a card on another column, node 0 being the empty one. A position
is a row: cells and homes as bits, then its columns. A record is a position that was met: its
value, and the move that leads to it from a row. Nodes, rows, records and slots are known by
their places in the array.
"""

from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Words: TypeAlias = "npt.NDArray[np.int64] | Any"
"""Whole numbers in one array; a list of them where there is no compiler."""

NOTHING: Final = 52
"""The code for no card, as on top of an empty column."""

# A node of the tree: its value, what is known of the column, the column under the card, and
# the two columns that can grow from it, each in 31 bits.
VALUE, INFO, UNDER, KIDS = range(4)
NODE: Final = 4
# In what is known: the top card, the cards that build at the end, the depth, the lowest rank
# of each suit.
CODE: Final = 63
RUN, DEPTH, LOWEST = 6, 10, 18
NO_CARDS: Final = NOTHING | 0xDDDD << LOWEST
KID: Final = 0x7FFFFFFF

COST_BITS: Final = 16
COST: Final = (1 << COST_BITS) - 1
"""A value has a cost in its low bits; the whole of it tells positions apart."""

# A row: the cards in cells, those of which both copies are there, how high the homes are
# (four bits a suit; of two packs the higher pile above), the record that it was made of.
CELLS, TWINS, HOMES, RECORD, COLUMNS = range(5)
# A record: its value, the row before it and the move, how many moves lead to it (negative
# when it was looked into, or when a shorter way is known), the next in its bucket.
MET, ORIGIN, LENGTH, NEXT = range(4)
RECORD_WIDTH: Final = 4
# A slot of the table: a value, and which record has it.
SLOT: Final = 2

# A move: source, target and count. From FROM_CELL on, the source is the cell with that card.
SOURCE, TARGET = 8, 4
TO_CELL, TO_HOME, FROM_CELL = 14, 15, 16

# The small numbers of a search come after the empty column.
NEXT_NODE, STAMP, LOOKED_INTO, MET_COUNT, WINNER, SHORTEST, BUCKET, HIGHEST = range(4, 12)
STATUS: Final = 12
# The rules.
COLUMN_COUNT, CELL_COUNT, PACKS, BY_SUIT, KINGS_ONLY, SAFETY, COMPLETE = range(17, 24)
# Where the large parts begin, and how much fits into them; records come after the nodes.
ROW, ROWS_AT, RECORDS_AT, SLOTS_AT, MOST_LOOKS, MOST_MET = range(24, 30)
# How to search: limits, the size of the table of slots, whether cards are moved one at a time,
# and what a position costs, by the order of the weights.
SETTINGS: Final = 32
QUOTA, AFTERTHOUGHT, MASK, THOROUGH = range(SETTINGS, 36)
(MOVE, CARD, LOOSE, BLOCKS, BURIED, SUIT, CELL, COLUMN, BASE) = range(36, 45)
SETTING_COUNT: Final = 13
CELL_VALUES: Final = 48
"""The value of each card in a cell."""
BASED: Final = CELL_VALUES + 64
"""The column of each card alone."""
SPOT: Final = BASED + 64
"""On top of which column a card lies; of two, the first."""
SPOT_OF_TWIN: Final = SPOT + 64
HIGHER: Final = SPOT_OF_TWIN + 64
"""For each card, which cards a run that ends with it can go on, as bits."""
HELD: Final = HIGHER + 64
"""The cards that are being moved, the last one first."""
ROOT: Final = HELD + 16
"""The position that was given, as a row, before any card has gone home."""
SPARE: Final = ROOT + 32
"""Three rows to try moves on."""
SECOND_SPARE: Final = SPARE + 32
THIRD_SPARE: Final = SECOND_SPARE + 32
FOUND: Final = THIRD_SPARE + 32
"""The moves of a position."""
MOST_MOVES: Final = 400
HEADS: Final = FOUND + MOST_MOVES
"""The first record of each bucket, or -1."""
BUCKETS: Final = 1 << 13
TREE: Final = HEADS + BUCKETS
"""The columns, and after them rows, records and slots."""

RUNNING, WON, ENDED, QUOTA_REACHED, FULL = range(5)
"""How a search stands."""

HORNE, RAYMOND, NO_SAFETY = range(3)
"""When a card goes home by itself: when no column can need it any more.

A card is needed only to lay a card one lower on it. HORNE lets it go when all of those are home
(aces and twos at once). RAYMOND also lets it go when all of those could go home as soon as they
are free, and nothing needs them in turn. With NO_SAFETY no card moves by itself.
"""

# A step on the real table: source, target and count. Columns are numbered from 0, cells from 16.
STEP_SOURCE, STEP_TARGET, STEP_PLACE = 10, 5, 31
CELL_PLACE, HOME_PLACE = 16, 30
