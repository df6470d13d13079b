"""Solutions replayed on FreeCell's engine, which is proved against the rulebook.

Every step is asked whether it is legal in the packed table before it is made there.
"""

from ludex.compile.bits import how_many, lowest
from ludex.compile.engine import Row
from ludex.compile.jit import called
from ludex.games.freecell.engine.moves import carry, empty_cell, put, put_home, take
from ludex.games.freecell.engine.packing import CARD, CELLS, FULL, HOMES, RULES
from ludex.games.freecell.engine.packing import COMPLETE as ALL_HOME
from ludex.games.freecell.engine.table import (
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
from ludex.games.freecell.solver.compiled.layout import (
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
    rules, columns, spaces = int(state[RULES]), columns_of(state), 0
    if a >= columns or b >= columns or a == b or last(state, a) == 0:
        return False
    for each in range(columns):
        spaces += last(state, each) == 0
    free = cells_of(state) - how_many(int(state[FULL]))
    card, run, on = last(state, a), run_of(state, a), last(state, b)
    if on == 0:
        most = min(run, carried(rules, free, spaces - 1))
        fewest, highest = onto_space(rules, card, most)
        return fewest <= n <= highest
    most = min(run, carried(rules, free, spaces))
    return fits(rules, card, most, on) and (on >> 2) - (card >> 2) == n


@called
def plays(state: Row, step: int) -> bool:  # noqa: PLR0911 - one return a refusal
    """Make a step of a solution, if it is legal; is it?"""
    source, target = step >> STEP_SOURCE, step >> STEP_TARGET & STEP_PLACE
    n = step & 31
    columns, cells, homes = columns_of(state), cells_of(state), int(state[HOMES])
    if source < STEP_CELL and target < STEP_CELL:
        if not carries(state, source, target, n):
            return False
        carry(state, source, target, n)
        return True
    c = source - STEP_CELL
    if c < 0:
        if source >= columns or n != 1:
            return False
        card = last(state, source)
    else:
        if c >= cells or n != 1:
            return False
        card = in_cell(state, c)
    if card == 0:
        return False
    if target == STEP_HOME:
        if not goes_home(homes, card):
            return False
        card = take(state, source) if c < 0 else empty_cell(state, c)
        put_home(state, card, lowest(homes_for(homes, card)))
        return True
    if c >= 0:
        if target >= columns or not fits_or_fills(
            int(state[RULES]), card, last(state, target)
        ):
            return False
        put(state, target, empty_cell(state, c))
        return True
    free = target - STEP_CELL
    if free >= cells or in_cell(state, free):
        return False
    state[CELLS] |= take(state, source) << CARD * free
    state[FULL] |= 1 << free
    return True


@called
def wins(state: Row, steps: Words, count: int) -> bool:
    """Is every step legal, one after the other, and is every card home in the end?"""
    for i in range(count):
        if not plays(state, steps[i]):
            return False
    return int(state[HOMES]) & 0xFFFF == ALL_HOME
