"""One of the legal moves by chance, all equally likely, without a list of all."""

from ludex.compile.bits import how_many, lowest
from ludex.compile.draws import below
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
    CELLS_TO_HOMES,
    CELLS_TO_SPACES,
    FROM_CELLS,
    TO_CELLS,
    TO_HOMES,
    TO_SPACES,
    ends_of,
    onto_cards,
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
def choose(state: Row, seed: int, drawn: int, _found: Row) -> int:
    """One of the legal moves, all equally likely: first of which kind, then which of these."""
    menu = int(state[MENU])
    rest = menu & (1 << TO_CELLS) - 1
    total = (menu >> TO_CELLS & 255) + (menu >> TO_SPACES)
    while rest:
        total += rest & 127
        rest >>= 7
    pick = below(seed, drawn, total)
    move = -1
    here = menu >> TO_CELLS & 255
    if 0 <= pick < here:
        move = cell_move(state, pick)
    pick -= here
    here = menu >> TO_SPACES
    if 0 <= pick < here:
        move = space_move(state, pick)
    pick -= here
    here = menu & 127
    if 0 <= pick < here:
        move = card_move(state, pick)
    pick -= here
    here = menu >> TO_HOMES & 127
    if 0 <= pick < here:
        move = home_move(state, pick)
    pick -= here
    here = (menu >> FROM_CELLS & 127) + (menu >> CELLS_TO_SPACES & 127)
    if 0 <= pick < here:
        move = from_cell_move(state, pick)
    pick -= here
    here = menu >> CELLS_TO_HOMES & 127
    if 0 <= pick < here:
        move = cell_home_move(state, pick)
    pick -= here
    if pick >= 0:
        if menu >> AUTOPLAYS & 127 == 1 and state[RULES] & ALL:
            pick = 1  # nothing is safe
        move = first_autoplay(columns_of(state), cells_of(state)) + pick
    return move


@step
def nth_set(bits: int, n: int) -> int:
    """The place of a bit with n others below it, where bits are few."""
    for _ in range(n):
        bits &= bits - 1
    return int(lowest(bits))


@step
def cell_move(state: Row, pick: int) -> int:
    """A move of a column to a cell."""
    columns, cells = columns_of(state), cells_of(state)
    empty = ~int(state[FULL]) & (1 << cells) - 1
    free = int(how_many(empty))
    left, c = pick // free, nth_set(empty, pick % free)
    for a in range(columns):
        if last(state, a):
            if left == 0:
                return first_cell(columns) + a * cells + c
            left -= 1
    return -1


@step
def space_move(state: Row, pick: int) -> int:
    """A move of a run to an empty column."""
    rules, columns, empty = int(state[RULES]), columns_of(state), 0
    for a in range(columns):
        empty |= int(last(state, a) == 0) << a
    spaces = int(how_many(empty))
    free = cells_of(state) - int(how_many(int(state[FULL])))
    most = carried(rules, free, spaces - 1)
    left, b = pick // spaces, nth_set(empty, pick % spaces)
    for a in range(columns):
        card = last(state, a)
        if card:
            fewest, highest = onto_space(rules, card, min(run_of(state, a), most))
            if left <= highest - fewest:
                return (a * columns + b) * COUNTS + fewest + left - 1
            left -= highest - fewest + 1
    return -1


@step
def card_move(state: Row, pick: int) -> int:
    """A move of a run onto a card."""
    rules, columns, spaces = int(state[RULES]), columns_of(state), 0
    for a in range(columns):
        spaces += last(state, a) == 0
    free = cells_of(state) - int(how_many(int(state[FULL])))
    most, ends = carried(rules, free, spaces), ends_of(state)
    for a in range(columns):
        card = last(state, a)
        if card == 0:
            continue
        longest = min(run_of(state, a), most)
        here = onto_cards(rules, ends, card, longest)
        if pick >= here:
            pick -= here
            continue
        for b in range(columns):
            on = last(state, b)
            if on and fits(rules, card, longest, on):
                if pick == 0:
                    n = (on >> 2) - (card >> 2)
                    return (a * columns + b) * COUNTS + n - 1
                pick -= 1
    return -1


@step
def home_move(state: Row, pick: int) -> int:
    """A move of a column home."""
    columns, homes = columns_of(state), int(state[HOMES])
    for a in range(columns):
        card = last(state, a)
        if goes_home(homes, card):
            taking = homes_for(homes, card)
            if pick < how_many(taking):
                return first_home(columns) + a * HOUSES + nth_set(taking, pick)
            pick -= int(how_many(taking))
    return -1


@step
def cell_home_move(state: Row, pick: int) -> int:
    """A move of a cell home."""
    columns, cells, homes = columns_of(state), cells_of(state), int(state[HOMES])
    for c in range(cells):
        card = in_cell(state, c)
        if goes_home(homes, card):
            taking = homes_for(homes, card)
            if pick < how_many(taking):
                first = first_cell_home(columns, cells)
                return first + c * HOUSES + nth_set(taking, pick)
            pick -= int(how_many(taking))
    return -1


@step
def from_cell_move(state: Row, pick: int) -> int:
    """A move of a cell to a column."""
    rules, columns, cells = int(state[RULES]), columns_of(state), cells_of(state)
    for c in range(cells):
        card = in_cell(state, c)
        for b in range(columns if card else 0):
            if fits_or_fills(rules, card, last(state, b)):
                if pick == 0:
                    return first_from_cell(columns, cells) + c * columns + b
                pick -= 1
    return -1
