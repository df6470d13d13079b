"""What lies on a packed table of FreeCell, and which card goes where.

Cards that build on each other in alternate colours are all of one *kind*: with every rank
down the colour changes, so that rank and colour together stay even, or odd. Where cards
build in suit, the kind is the suit. A run therefore goes onto a column whose last card is of
its kind and higher, but not by more than the run has cards and one move may carry.
"""

from typing import Final

from ludex.compile.bits import how_many
from ludex.compile.engine import Row
from ludex.compile.jit import step

from .packing import (
    CARD,
    CELLS,
    CELLS_AT,
    COLUMNS,
    FACE,
    FULL,
    KINGS,
    RULES,
    RUNS,
    SUITED,
    TAKEN,
    WHERE,
)

COUNTS: Final = 13
"""Cards that one move may carry."""
HOUSES: Final = 4
"""Homes."""


@step
def first_numbers(columns: int, cells: int) -> tuple[int, int, int, int, int]:
    """Return the first number of each kind of moves.

    Runs from column to column come first (by source, by target, by count), then columns to homes,
    columns to cells, cells to columns, cells to homes, and the two ways of autoplay.
    """
    homes = columns * columns * COUNTS
    to_cells = homes + columns * HOUSES
    from_cells = to_cells + columns * cells
    cell_homes = from_cells + cells * columns
    return homes, to_cells, from_cells, cell_homes, cell_homes + cells * HOUSES


@step
def columns_of(state: Row) -> int:
    """Return how many columns there are."""
    return int(state[RULES] & 15)


@step
def cells_of(state: Row) -> int:
    """Return how many free cells there are."""
    return int(state[RULES] >> CELLS_AT & 15)


@step
def last(state: Row, a: int) -> int:
    """Return the last card of a column, or 0."""
    return int(state[COLUMNS + 2 * a] & FACE)


@step
def empty_columns(state: Row) -> int:
    """Return the columns without a card, as bits."""
    empty = 0
    for a in range(columns_of(state)):
        empty |= int(last(state, a) == 0) << a
    return empty


@step
def free_cells(state: Row) -> int:
    """Return how many cells are empty."""
    return cells_of(state) - int(how_many(int(state[FULL])))


@step
def run_of(state: Row, a: int) -> int:
    """Return how many cards at the end of a column build on each other."""
    return int(state[RUNS] >> 4 * a & 15)


@step
def in_cell(state: Row, c: int) -> int:
    """Return the card in a cell, or 0."""
    return int(state[CELLS] >> CARD * c & FACE)


@step
def kind(rules: int, card: int) -> int:
    """Return what all cards of a run have in common."""
    if rules & SUITED:
        return card & 3
    return (card >> 2 ^ card) & 1


@step
def height(homes: int, suit: int) -> int:
    """Return how many cards of a suit are home."""
    return homes >> 4 * suit & 15


@step
def goes_home(homes: int, card: int) -> bool:
    """Is this card the next of its suit?"""
    return card != 0 and height(homes, card & 3) + 1 == card >> 2


@step
def is_safe(rules: int, homes: int, card: int) -> bool:
    """Can no column need this card any more, which goes home?"""
    rank, other = card >> 2, ~card & 1
    if rank <= 2 or rules & SUITED:
        return True
    return min(height(homes, other), height(homes, other + 2)) >= rank - 1


@step
def homes_for(homes: int, card: int) -> int:
    """Return the homes that take a card that goes home, as bits."""
    if card >> 2 == 1:
        return ~(homes >> TAKEN) & 15
    return 1 << (homes >> WHERE + 2 * (card & 3) & 3)


@step
def carried(rules: int, free: int, spaces: int) -> int:
    """Return how many cards one move may carry, with so many free cells and empty columns."""
    if rules & KINGS:
        return min(COUNTS, free + 1)
    return min(COUNTS, (free + 1) << spaces)


@step
def fits(rules: int, card: int, most: int, on: int) -> bool:
    """Does a run that ends with `card`, or `most` cards of it, go onto the card `on`?"""
    higher = (on >> 2) - (card >> 2)
    return 1 <= higher <= most and kind(rules, card) == kind(rules, on)


@step
def onto_space(rules: int, card: int, most: int) -> tuple[int, int]:
    """Return the fewest and the most cards of a run that may fill an empty column; 1, 0 if none."""
    if not rules & KINGS:
        return 1, most
    count = 14 - (card >> 2)
    if count <= most:
        return count, count
    return 1, 0


@step
def fits_or_fills(rules: int, card: int, on: int) -> bool:
    """May one card be laid on the end of a column?"""
    if on:
        return fits(rules, card, 1, on)
    _, highest = onto_space(rules, card, 1)
    return highest == 1
