"""Every legal move of a packed table, in the order of their numbers."""

from ludex.compile.bits import how_many
from ludex.compile.engine import Row
from ludex.compile.jit import step
from ludex.games.freecell.engine.action_numbers import (
    first_autoplay,
    first_cell,
    first_cell_home,
    first_from_cell,
    first_home,
)
from ludex.games.freecell.engine.move_counts import (
    AUTOPLAYS,
)
from ludex.games.freecell.engine.packing import (
    ALL,
    FULL,
    HOMES,
    MENU,
    RULES,
)
from ludex.games.freecell.engine.table import (
    COUNTS,
    HOUSES,
    carried,
    cells_of,
    columns_of,
    fits,
    fits_or_fills,
    goes_home,
    homes_for,
    in_cell,
    last,
    onto_space,
    run_of,
)


@step
def legal(state: Row, found: Row) -> int:
    """Every legal move, in the order of the numbers."""
    if state[MENU] == 0:
        return 0
    columns, cells = columns_of(state), cells_of(state)
    count = between_columns(state, found)
    homes = int(state[HOMES])
    for a in range(columns):
        card = last(state, a)
        if goes_home(homes, card):
            for h in range(HOUSES):
                if homes_for(homes, card) >> h & 1:
                    found[count] = first_home(columns) + a * HOUSES + h
                    count += 1
    for a in range(columns):
        if last(state, a):
            for c in range(cells):
                if in_cell(state, c) == 0:
                    found[count] = first_cell(columns) + a * cells + c
                    count += 1
    return from_cells(state, found, count)


@step
def between_columns(state: Row, found: Row) -> int:
    """Runs onto columns."""
    rules, columns, spaces = int(state[RULES]), columns_of(state), 0
    for a in range(columns):
        spaces += last(state, a) == 0
    free = cells_of(state) - int(how_many(int(state[FULL])))
    count = 0
    for a in range(columns):
        card, run = last(state, a), run_of(state, a)
        if card == 0:
            continue
        for b in range(columns):
            on, number = last(state, b), (a * columns + b) * COUNTS - 1
            if on == 0:
                most = min(run, carried(rules, free, spaces - 1))
                fewest, highest = onto_space(rules, card, most)
                for n in range(fewest, highest + 1):
                    found[count] = number + n
                    count += 1
            elif fits(rules, card, min(run, carried(rules, free, spaces)), on):
                found[count] = number + (on >> 2) - (card >> 2)
                count += 1
    return count


@step
def from_cells(state: Row, found: Row, count: int) -> int:
    """Cards in cells onto columns and home, and autoplay."""
    rules, columns, cells = int(state[RULES]), columns_of(state), cells_of(state)
    homes = int(state[HOMES])
    for c in range(cells):
        card = in_cell(state, c)
        for b in range(columns if card else 0):
            on = last(state, b)
            if fits_or_fills(rules, card, on):
                found[count] = first_from_cell(columns, cells) + c * columns + b
                count += 1
    for c in range(cells):
        card = in_cell(state, c)
        if goes_home(homes, card):
            for h in range(HOUSES):
                if homes_for(homes, card) >> h & 1:
                    found[count] = first_cell_home(columns, cells) + c * HOUSES + h
                    count += 1
    autoplays, number = state[MENU] >> AUTOPLAYS & 127, first_autoplay(columns, cells)
    if autoplays == 2 or (autoplays == 1 and not rules & ALL):
        found[count] = number
        count += 1
    if autoplays and rules & ALL:
        found[count] = number + 1
        count += 1
    return count
