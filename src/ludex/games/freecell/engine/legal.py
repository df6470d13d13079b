"""Every legal move of a packed table, kind by kind; one of them by chance without a list of all.

The functions that list a kind write its moves to `found` from `count` on, and return the new count.
"""

from typing import Final

from ludex.compile.bits import how_many, lowest
from ludex.compile.draws import below
from ludex.compile.engine import Row
from ludex.compile.jit import step

from .move_counts import (
    AUTOPLAYS,
    BITS,
    CELLS_TO_HOMES,
    FROM_CELLS,
    KINDS,
    MOST,
    ONTO_CARDS,
    TO_CELLS,
    TO_HOMES,
    TO_SPACES,
    ends_of,
    onto_cards,
)
from .packing import ALL, FULL, HOMES, MENU, RULES
from .table import (
    COUNTS,
    HOUSES,
    carried,
    cells_of,
    columns_of,
    empty_columns,
    first_numbers,
    fits,
    fits_or_fills,
    free_cells,
    goes_home,
    homes_for,
    in_cell,
    last,
    onto_space,
    run_of,
)

BY_NUMBER: Final = (
    TO_SPACES,
    ONTO_CARDS,
    TO_HOMES,
    TO_CELLS,
    FROM_CELLS,
    CELLS_TO_HOMES,
    AUTOPLAYS,
)
"""The kinds in the order of their numbers, but that those of the first two are mixed."""


@step
def legal(state: Row, found: Row) -> int:
    """Write every legal move, in the order of the numbers; return how many."""
    count = 0
    for kind in BY_NUMBER:
        count = list_moves(state, kind, found, count)
    for i in range(1, count):
        move, at = found[i], i
        while at and found[at - 1] > move:
            found[at] = found[at - 1]
            at -= 1
        found[at] = move
    return count


@step
def choose(state: Row, seed: int, drawn: int, found: Row) -> int:
    """Return one of the legal moves, all equally likely: first of which kind, then which of these."""
    menu, total = int(state[MENU]), 0
    for kind in range(KINDS):
        total += menu >> BITS * kind & MOST
    pick, kind = below(seed, drawn, total), 0
    while pick >= menu >> BITS * kind & MOST:
        pick -= menu >> BITS * kind & MOST
        kind += 1
    list_moves(state, kind, found, 0)
    return int(found[pick])


@step
def list_moves(state: Row, kind: int, found: Row, count: int) -> int:
    """List the moves of one kind, if there are any."""
    if state[MENU] >> BITS * kind & MOST:
        if kind == TO_CELLS:
            count = list_to_cells(state, found, count)
        elif kind == TO_SPACES:
            count = list_onto_spaces(state, found, count)
        elif kind == ONTO_CARDS:
            count = list_onto_cards(state, found, count)
        elif kind == FROM_CELLS:
            count = list_from_cells(state, found, count)
        elif kind == AUTOPLAYS:
            count = list_autoplays(state, found, count)
        else:
            count = list_homes(state, kind == TO_HOMES, found, count)
    return count


@step
def list_onto_spaces(state: Row, found: Row, count: int) -> int:
    """List runs to empty columns."""
    rules, columns, empty = int(state[RULES]), columns_of(state), empty_columns(state)
    longest = carried(rules, free_cells(state), how_many(empty) - 1)
    for a in range(columns):
        card = last(state, a)
        if card:
            fewest, highest = onto_space(rules, card, min(run_of(state, a), longest))
            for n in range(fewest, highest + 1):
                for b in range(columns):
                    if empty >> b & 1:
                        found[count] = (a * columns + b) * COUNTS + n - 1
                        count += 1
    return count


@step
def list_onto_cards(state: Row, found: Row, count: int) -> int:
    """List runs onto cards."""
    rules, columns, ends = int(state[RULES]), columns_of(state), ends_of(state)
    most = carried(rules, free_cells(state), how_many(empty_columns(state)))
    for a in range(columns):
        card, longest = last(state, a), min(run_of(state, a), most)
        if card and onto_cards(rules, ends, card, longest):
            for b in range(columns):
                on = last(state, b)
                if on and fits(rules, card, longest, on):
                    n = (on >> 2) - (card >> 2)
                    found[count] = (a * columns + b) * COUNTS + n - 1
                    count += 1
    return count


@step
def list_homes(state: Row, from_columns: bool, found: Row, count: int) -> int:
    """List columns to homes, or cells."""
    columns, cells, homes = columns_of(state), cells_of(state), int(state[HOMES])
    numbers = first_numbers(columns, cells)
    first = numbers[0] if from_columns else numbers[3]
    for place in range(columns if from_columns else cells):
        card = last(state, place) if from_columns else in_cell(state, place)
        if goes_home(homes, card):
            for h in range(HOUSES):
                if homes_for(homes, card) >> h & 1:
                    found[count] = first + place * HOUSES + h
                    count += 1
    return count


@step
def list_to_cells(state: Row, found: Row, count: int) -> int:
    """List columns to cells."""
    columns, cells = columns_of(state), cells_of(state)
    first = first_numbers(columns, cells)[1]
    for a in range(columns):
        free = ~int(state[FULL]) & (1 << cells) - 1 if last(state, a) else 0
        while free:
            found[count] = first + a * cells + lowest(free)
            count += 1
            free &= free - 1
    return count


@step
def list_from_cells(state: Row, found: Row, count: int) -> int:
    """List cells to columns."""
    rules, columns, cells = int(state[RULES]), columns_of(state), cells_of(state)
    first, ends = first_numbers(columns, cells)[2], ends_of(state)
    spaces = empty_columns(state)
    for c in range(cells):
        card = in_cell(state, c)
        if card and (spaces or onto_cards(rules, ends, card, 1)):
            for b in range(columns):
                if fits_or_fills(rules, card, last(state, b)):
                    found[count] = first + c * columns + b
                    count += 1
    return count


@step
def list_autoplays(state: Row, found: Row, count: int) -> int:
    """List autoplay of what is safe and of all; both where the menu has two of them."""
    autoplays, sends_all = state[MENU] >> BITS * AUTOPLAYS & MOST, state[RULES] & ALL
    first = first_numbers(columns_of(state), cells_of(state))[4]
    if autoplays == 2 or (autoplays == 1 and not sends_all):
        found[count] = first
        count += 1
    if autoplays and sends_all:
        found[count] = first + 1
        count += 1
    return count
