"""Solutions replayed on FreeCell's engine, which is proved against the rulebook.

Every step is asked whether it is legal in the packed table before it is made there.
"""

from ludex.compile.bits import how_many, lowest
from ludex.compile.engine import Row
from ludex.compile.jit import called
from ludex.games.freecell.engine.moves import (
    carry,
    empty_cell,
    fill_cell,
    put,
    put_home,
    take,
)
from ludex.games.freecell.engine.packing import COMPLETE as ALL_HOME
from ludex.games.freecell.engine.packing import HOMES, RULES
from ludex.games.freecell.engine.table import (
    carried,
    cells_of,
    columns_of,
    empty_columns,
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
from ludex.games.freecell.solver.search.layout import (
    STEP_CELL,
    STEP_HOME,
    STEP_PLACE,
    STEP_SOURCE,
    STEP_TARGET,
    Words,
)


@called
def carries(state: Row, a: int, b: int, n: int) -> bool:
    """May the last n cards of a column be moved onto another?"""
    rules, columns = int(state[RULES]), columns_of(state)
    if a >= columns or b >= columns or a == b or last(state, a) == 0:
        return False
    spaces, free = how_many(empty_columns(state)), free_cells(state)
    card, run, on = last(state, a), run_of(state, a), last(state, b)
    if on == 0:
        most = min(run, carried(rules, free, spaces - 1))
        fewest, highest = onto_space(rules, card, most)
        return fewest <= n <= highest
    most = min(run, carried(rules, free, spaces))
    return fits(rules, card, most, on) and (on >> 2) - (card >> 2) == n


@called
def plays(state: Row, step: int) -> bool:
    """Make a step of a solution, if it is legal; is it?"""
    source, target = step >> STEP_SOURCE, step >> STEP_TARGET & STEP_PLACE
    c, free, n = source - STEP_CELL, target - STEP_CELL, step & 31
    columns, cells, homes = columns_of(state), cells_of(state), int(state[HOMES])
    if c < 0 and free < 0:
        if not carries(state, source, target, n):
            return False
        carry(state, source, target, n)
        return True
    if n != 1 or c >= cells or (c < 0 and source >= columns):
        return False
    card = last(state, source) if c < 0 else in_cell(state, c)
    if target == STEP_HOME:
        is_legal = goes_home(homes, card)
    elif free < 0:
        is_legal = target < columns and fits_or_fills(
            int(state[RULES]), card, last(state, target)
        )
    else:
        is_legal = c < 0 and free < cells and in_cell(state, free) == 0
    if card == 0 or not is_legal:
        return False
    card = take(state, source) if c < 0 else empty_cell(state, c)
    if target == STEP_HOME:
        put_home(state, card, lowest(homes_for(homes, card)))
    elif free < 0:
        put(state, target, card)
    else:
        fill_cell(state, free, card)
    return True


@called
def wins(state: Row, steps: Words, count: int) -> bool:
    """Is every step legal, one after the other, and is every card home in the end?"""
    for i in range(count):
        if not plays(state, steps[i]):
            return False
    return int(state[HOMES]) & 0xFFFF == ALL_HOME
