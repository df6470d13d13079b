"""How many moves of each kind there are on a packed table: the menu.

It is kept with the table, so that a move can be chosen without a list of all, and that the
end of a game is seen at once.
"""

from typing import Final

from ludex.compile.bits import how_many
from ludex.compile.engine import OVER, Row
from ludex.compile.jit import step

from .packing import (
    ALL,
    COMPLETE,
    HOMES,
    MENU,
    RULES,
    SAFE,
    SUITED,
)
from .table import (
    carried,
    cells_of,
    columns_of,
    empty_columns,
    free_cells,
    goes_home,
    homes_for,
    in_cell,
    is_safe,
    kind,
    last,
    onto_space,
    run_of,
)

KINDS: Final = 7
TO_CELLS, TO_SPACES, ONTO_CARDS, TO_HOMES, FROM_CELLS, CELLS_TO_HOMES, AUTOPLAYS = range(KINDS)
BITS: Final = 9
"""For each kind: fifty-two cards into the spaces of thirteen columns are no more than 468 moves."""
MOST: Final = (1 << BITS) - 1


@step
def ends_of(state: Row) -> int:
    """Return the last cards of all columns: sixteen bits of ranks a kind.

    There are two cards of a rank in each kind of colours: the second has its bits above.
    """
    rules, ends = int(state[RULES]), 0
    for a in range(columns_of(state)):
        card = last(state, a)
        if card:
            bit = 1 << lane(rules, card) + (card >> 2)
            if ends & bit:
                bit <<= 16
            ends |= bit
    return ends


@step
def lane(rules: int, card: int) -> int:
    """Return where the ranks of its kind stand."""
    if rules & SUITED:
        return (card & 3) << 4
    return kind(rules, card) << 5


@step
def onto_cards(rules: int, ends: int, card: int, most: int) -> int:
    """Return how many columns a run of so many cards goes onto."""
    window = ((1 << most) - 1) << (card >> 2) + 1 & 0xFFFF
    ends >>= lane(rules, card)
    if rules & SUITED:
        return int(how_many(ends & window))
    return int(how_many(ends & (window | window << 16)))


@step
def counted(state: Row) -> int:
    """Return the menu: how many moves of each kind there are."""
    rules, homes = int(state[RULES]), int(state[HOMES])
    columns, cells = columns_of(state), cells_of(state)
    if homes & 0xFFFF == COMPLETE:
        return 0
    spaces, free = int(how_many(empty_columns(state))), free_cells(state)
    ends = ends_of(state)
    most, most_to_space = carried(rules, free, spaces), 0
    if spaces:
        most_to_space = carried(rules, free, spaces - 1)
    cards, filling, homing, sending, safe = 0, 0, 0, 0, False
    for a in range(columns):
        card = last(state, a)
        if card == 0:
            continue
        run = run_of(state, a)
        cards += onto_cards(rules, ends, card, min(run, most))
        if spaces:
            fewest, highest = onto_space(rules, card, min(run, most_to_space))
            filling += highest - fewest + 1
        if goes_home(homes, card):
            homing += int(how_many(homes_for(homes, card)))
            safe |= is_safe(rules, homes, card)
    from_cells, to_spaces = 0, 0
    for c in range(cells if free < cells else 0):
        card = in_cell(state, c)
        if card == 0:
            continue
        from_cells += onto_cards(rules, ends, card, 1)
        fewest, highest = onto_space(rules, card, 1)
        to_spaces += highest - fewest + 1
        if goes_home(homes, card):
            sending += int(how_many(homes_for(homes, card)))
            safe |= is_safe(rules, homes, card)
    autoplays = int(safe and rules & SAFE != 0)
    autoplays += int(homing + sending > 0 and rules & ALL != 0)
    from_cells += to_spaces * spaces
    counts = (
        (columns - spaces) * free, filling * spaces, cards, homing, from_cells, sending, autoplays
    )  # fmt: skip
    menu = 0
    for i in range(KINDS):
        menu |= counts[i] << BITS * i
    return menu


@step
def actor(state: Row) -> int:
    """Return the only seat, until all is home or nothing moves."""
    return 0 if state[MENU] else OVER


@step
def score(state: Row, _seat: int) -> float:
    """One for a win."""
    return 1.0 if state[HOMES] & 0xFFFF == COMPLETE else 0.0
