"""The packing of a FreeCell table into whole numbers.

A card is six bits, its rank above its suit, so that 0 is no card. The row of a state:

    0  the rules        how many columns and cells; how cards build; which may be sent home
    1  the menu         how many moves of each kind are legal: kept, not found anew
    2  the homes        how high each suit is, on which home it lies, which homes are taken
    3  the cells        ten cards
    4  full             which cells are taken
    5  the runs         how many cards at the end of each column build on each other
    6  the columns      two numbers each of ten cards, the last card lowest: it is moved most

Everything but columns, cells and homes follows from them. Twenty cards are enough for every
column that can come up where one pack is dealt to seven columns or more.

Cards that build on each other in alternate colours are all of one *kind*: with every rank
down the colour changes, so that rank and colour together stay even, or odd. Where cards
build in suit, the kind is the suit. A run therefore goes onto a column whose last card is of
its kind and higher, but not by more than the run has cards and one move may carry.
"""

from functools import lru_cache

from ludex.compile.bits import how_many
from ludex.compile.engine import Row
from ludex.compile.jit import step
from ludex.parts.cards import Card, Suit, pack_of_cards

from ..rules.options import AutoplayScope, Building, Rules, Spaces
from ..rules.state import Phase, Pile, State, run_home, run_length

RULES, MENU, HOMES, CELLS, FULL, RUNS, COLUMNS = range(7)

CARD = 6
"""Bits of a card."""
FACE = (1 << CARD) - 1
TEN = 10 * CARD
TEN_CARDS = (1 << TEN) - 1
DEPTH = 20
"""Cards that a column can hold."""

# In the rules
CELLS_AT = 4
SUITED = 1 << 8
KINGS = 1 << 9
SAFE = 1 << 10
ALL = 1 << 11

# In the homes: four bits for how high each suit is, two for its home, one for each taken.
WHERE = 16
TAKEN = 24
COMPLETE = 0xDDDD
"""Thirteen of each suit."""


class Unpackable(ValueError):
    """A table that is not packed."""


def packed_rules(rules: Rules) -> int:
    """Return the rules as a number, or one line why they have none."""
    if rules.packs != 1 or rules.columns < 7:
        raise Unpackable(
            "the engine of FreeCell plays with one pack and seven columns or more, not with"
            f" {rules.packs} and {rules.columns}"
        )
    return (
        rules.columns
        | rules.cells << CELLS_AT
        | SUITED * (rules.building is Building.SUIT)
        | KINGS * (rules.spaces is Spaces.KINGS)
        | SAFE * (rules.autoplay is not AutoplayScope.OFF)
        | ALL * (rules.autoplay is AutoplayScope.ALL)
    )


def face(card: Card) -> int:
    """Return a card as six bits."""
    return card.rank << 2 | card.suit


CARDS = {face(card): card for card in pack_of_cards()}
"""The cards by their six bits."""


def packed(s: State) -> list[int]:
    """Return a state in play as a row; the menu is left open."""
    if s.phase is not Phase.PLAY:
        raise Unpackable("the engine of FreeCell begins when the cards are dealt")
    row = [packed_rules(s.rules), 0, 0, 0, 0, 0]
    for h, home in enumerate(s.homes):
        if home:
            suit = home[0].suit
            row[HOMES] |= len(home) << 4 * suit | h << WHERE + 2 * suit
            row[HOMES] |= 1 << TAKEN + h
    for c, card in enumerate(s.cells):
        if card is not None:
            row[CELLS] |= face(card) << CARD * c
            row[FULL] |= 1 << c
    for a, column in enumerate(s.columns):
        if len(column) > DEPTH:
            raise Unpackable(
                f"the engine of FreeCell has room for {DEPTH} cards in a column, not for"
                f" {len(column)}"
            )
        row[RUNS] |= run_length(s.rules, column) << 4 * a
        cards = 0
        for card in column:
            cards = cards << CARD | face(card)
        row += [cards & TEN_CARDS, cards >> TEN]
    return row


def unpacked(rules: Rules, row: Row) -> State:
    """Return the state of a row."""
    numbers: list[int] = row.tolist()
    columns = numbers[COLUMNS:]
    return State(
        rules,
        tuple(map(_column, columns[::2], columns[1::2])),
        _cells(rules.cells, numbers[CELLS]),
        _homes(rules.homes, numbers[HOMES]),
    )


# Of a table a move changes little: what did not change is looked up.


@lru_cache(1 << 14)
def _homes(count: int, packed: int) -> tuple[Pile, ...]:
    homes: list[Pile] = [()] * count
    for suit in Suit:
        height = packed >> 4 * suit & 15
        if height:
            homes[packed >> WHERE + 2 * suit & 3] = run_home(suit, height, 0)
    return tuple(homes)


@lru_cache(1 << 14)
def _cells(count: int, packed: int) -> tuple[Card | None, ...]:
    return tuple(CARDS.get(packed >> CARD * c & FACE) for c in range(count))


@lru_cache(1 << 14)
def _column(near: int, far: int) -> tuple[Card, ...]:
    cards = near | far << TEN
    column = []
    while cards:
        column.append(CARDS[cards & FACE])
        cards >>= CARD
    return tuple(reversed(column))


COUNTS = 13
"""Cards that one move may carry."""
HOUSES = 4
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
def kind_of(rules: int, card: int) -> int:
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
    return 1 <= higher <= most and kind_of(rules, card) == kind_of(rules, on)


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
