"""Solutions replayed on FreeCell's engine, which is proved against the rulebook.

Every step is asked whether it is legal in the packed table before it is made there.
"""

from ludex.compile.bits import how_many, lowest
from ludex.compile.engine import Row
from ludex.compile.jit import called, counted_from_the_front

from ..engine.engine import deal
from ..engine.moves import (
    carry,
    empty_cell,
    fill_cell,
    put,
    put_home,
    take,
)
from ..engine.packing import (
    COLUMNS,
    COMPLETE,
    HOMES,
    RULES,
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
from .search.compiler import safe_cards
from .search.layout import (
    CELL_PLACE,
    FROM_CELL,
    HOME_PLACE,
    RAYMOND,
    SOURCE,
    STEP_SOURCE,
    STEP_TARGET,
    TARGET,
    TO_CELL,
    TO_HOME,
    Words,
)

counted_from_the_front(__name__)

HIGH_PRIME, LOW_PRIME = (1 << 31) - 1, (1 << 31) - 19


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
def plays(state: Row, source: int, target: int, n: int) -> bool:
    """Move n cards from place to place, if that is legal; is it?"""
    c, free = source - CELL_PLACE, target - CELL_PLACE
    columns, cells, homes = columns_of(state), cells_of(state), int(state[HOMES])
    if c < 0 and free < 0:
        if not carries(state, source, target, n):
            return False
        carry(state, source, target, n)
        return True
    if n != 1 or c >= cells or (c < 0 and source >= columns):
        return False
    card = last(state, source) if c < 0 else in_cell(state, c)
    if target == HOME_PLACE:
        is_legal = goes_home(homes, card)
    elif free < 0:
        is_legal = target < columns and fits_or_fills(int(state[RULES]), card, last(state, target))
    else:
        is_legal = c < 0 and free < cells and in_cell(state, free) == 0
    if card == 0 or not is_legal:
        return False
    card = take(state, source) if c < 0 else empty_cell(state, c)
    if target == HOME_PLACE:
        put_home(state, card, lowest(homes_for(homes, card)))
    elif free < 0:
        put(state, target, card)
    else:
        fill_cell(state, free, card)
    return True


@called
def dealt(row: Row, number: int) -> None:
    """Lay out a deal, whatever lay there before."""
    for place in range(1, COLUMNS):
        row[place] = 0
    deal(row, number)


@called
def cell_with(row: Row, card: int) -> int:
    """Return the cell with this card, or without one."""
    cell = 0
    while cell < 4 and in_cell(row, cell) != card:
        cell += 1
    return CELL_PLACE + cell


@called
def next_safe(row: Row) -> int:
    """Return where a card lies that goes home by itself; -1 if there is none.

    The engine numbers cards from 4 on, so that 0 is none.
    """
    bits = safe_cards(int(row[HOMES]) & 0xFFFF, RAYMOND) << 4
    for a in range(8):
        if bits >> last(row, a) & 1:
            return a
    going = 0
    for cell in range(4):
        going |= bits & 1 << in_cell(row, cell)
    return cell_with(row, int(lowest(going))) if going else -1


@called
def note(steps: Words, count: int, source: int, target: int, n: int) -> int:
    """Write down a step, where there is room for it; return how many there are then."""
    if count < len(steps):
        steps[count] = source << STEP_SOURCE | target << STEP_TARGET | n
    return count + 1


@called
def send_home(row: Row, steps: Words, count: int) -> int:
    """Send home what goes by itself; return how many steps there are then, or -1: one is refused."""
    place = next_safe(row)
    while place >= 0:
        if not plays(row, place, HOME_PLACE, 1):
            return -1
        count = note(steps, count, place, HOME_PLACE, 1)
        place = next_safe(row)
    return count


@called
def digest_of(steps: Words, count: int) -> int:
    """Return a number that tells a solution from others: two sums of its steps, each modulo a prime."""
    high, low = 1, 1
    for i in range(min(count, len(steps))):
        step = int(steps[i])
        high = (high * 1_000_003 + step) % HIGH_PRIME
        low = (low * 998_244_353 + step) % LOW_PRIME
    return high << 31 | low


@called
def moves_to_win(row: Row, path: Words, length: int, steps: Words) -> int:
    """Replay a path, its last move first; return all steps to the win, or -1: it is none."""
    count = send_home(row, steps, 0)
    for i in range(length - 1, -1, -1):
        move = int(path[i])
        source, target, n = move >> SOURCE, move >> TARGET & 15, move & 15
        if source >= FROM_CELL:
            source = cell_with(row, source - FROM_CELL + 4)
        if target == TO_CELL:
            target = cell_with(row, 0)
        elif target == TO_HOME:
            target = HOME_PLACE
        if count < 0 or not plays(row, source, target, n):
            return -1
        count = send_home(row, steps, note(steps, count, source, target, n))
    return count if int(row[HOMES]) & 0xFFFF == COMPLETE else -1
