"""How a table of FreeCell is packed into whole numbers.

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
"""

from functools import lru_cache
from typing import Final

from ludex.compile.engine import Row
from ludex.parts.cards import Card, Suit, pack_of_cards

from ..rules.options import Autoplay, Building, Rules, Spaces
from ..rules.state import Phase, Pile, State, run_home, run_length

RULES, MENU, HOMES, CELLS, FULL, RUNS, COLUMNS = range(7)

CARD: Final = 6
"""Bits of a card."""
FACE: Final = (1 << CARD) - 1
TEN: Final = 10 * CARD
TEN_CARDS: Final = (1 << TEN) - 1
DEPTH: Final = 20
"""Cards that a column can hold."""

# In the rules
CELLS_AT: Final = 4
SUITED: Final = 1 << 8
KINGS: Final = 1 << 9
SAFE: Final = 1 << 10
ALL: Final = 1 << 11

# In the homes: four bits for how high each suit is, two for its home, one for each taken.
WHERE: Final = 16
TAKEN: Final = 24
COMPLETE: Final = 0xDDDD
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
        | SAFE * (rules.autoplay is not Autoplay.OFF)
        | ALL * (rules.autoplay is Autoplay.ALL)
    )


def face(card: Card) -> int:
    """Return a card as six bits."""
    return card.rank << 2 | card.suit


CARDS: Final = {face(card): card for card in pack_of_cards()}
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
