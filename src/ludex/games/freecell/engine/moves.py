"""What the moves of FreeCell do to a packed table."""

from ludex.compile.bits import lowest
from ludex.compile.engine import Row
from ludex.compile.jit import step

from .legal import (
    counted,
)
from .packing import (
    CARD,
    CELLS,
    COLUMNS,
    COUNTS,
    FACE,
    FULL,
    HOMES,
    HOUSES,
    MENU,
    RULES,
    RUNS,
    TAKEN,
    TEN,
    TEN_CARDS,
    WHERE,
    cells_of,
    columns_of,
    first_numbers,
    fits,
    goes_home,
    homes_for,
    in_cell,
    is_safe,
    last,
    run_of,
)


@step
def apply(state: Row, action: int) -> None:
    """Do a legal move, and count the moves that follow."""
    columns, cells = columns_of(state), cells_of(state)
    homes, to_cells, from_cells, cell_homes, autoplays = first_numbers(columns, cells)
    if action < homes:
        pair, n = action // COUNTS, action % COUNTS + 1
        carry(state, pair // columns, pair % columns, n)
    elif action < to_cells:
        action -= homes
        put_home(state, take(state, action // HOUSES), action % HOUSES)
    elif action < from_cells:
        action -= to_cells
        fill_cell(state, action % cells, take(state, action // cells))
    elif action < cell_homes:
        action -= from_cells
        put(state, action % columns, empty_cell(state, action // columns))
    elif action < autoplays:
        action -= cell_homes
        put_home(state, empty_cell(state, action // HOUSES), action % HOUSES)
    else:
        send_home(state, action == autoplays)
    state[MENU] = counted(state)


@step
def carry(state: Row, a: int, b: int, n: int) -> None:
    """Move the last n cards of a column onto another."""
    first, second = COLUMNS + 2 * a, COLUMNS + 2 * b
    near, far = int(state[first]), int(state[first + 1])
    run = run_of(state, b)
    bits = CARD * n
    if n < 10:
        moved_near, moved_far = near & (1 << bits) - 1, 0
        state[first] = (near >> bits | far << TEN - bits) & TEN_CARDS
        state[first + 1] = far >> bits
        low = int(state[second])
        state[second] = (low << bits | moved_near) & TEN_CARDS
        state[second + 1] = int(state[second + 1]) << bits | low >> TEN - bits
    else:
        bits -= TEN
        moved_near, moved_far = near, far & (1 << bits) - 1
        state[first] = far >> bits
        state[first + 1] = 0
        low = int(state[second])
        state[second] = moved_near
        state[second + 1] = low << bits | moved_far
    shorten(state, a, n)
    state[RUNS] += (run + n << 4 * b) - (run << 4 * b)


@step
def take(state: Row, a: int) -> int:
    """Take the last card of a column."""
    first = COLUMNS + 2 * a
    near, far = int(state[first]), int(state[first + 1])
    state[first] = near >> CARD | (far & FACE) << TEN - CARD
    state[first + 1] = far >> CARD
    shorten(state, a, 1)
    return near & FACE


@step
def put(state: Row, b: int, card: int) -> None:
    """Lay a card that fits on the end of a column."""
    second = COLUMNS + 2 * b
    low = int(state[second])
    state[second] = (low << CARD | card) & TEN_CARDS
    state[second + 1] = int(state[second + 1]) << CARD | low >> TEN - CARD
    state[RUNS] += 1 << 4 * b


@step
def shorten(state: Row, a: int, n: int) -> None:
    """The run of a column that has lost its last n cards."""
    run = run_of(state, a)
    if n < run:
        state[RUNS] -= n << 4 * a
    else:
        state[RUNS] += (new_run(state, a) - run) << 4 * a


@step
def new_run(state: Row, a: int) -> int:
    """Return how many cards at the end of a column build on each other."""
    near, far = int(state[COLUMNS + 2 * a]), int(state[COLUMNS + 2 * a + 1])
    if near == 0:
        return 0
    rules, run = int(state[RULES]), 1
    for _ in range(12):
        card = near & FACE
        near = near >> CARD | (far & FACE) << TEN - CARD
        far >>= CARD
        if not fits(rules, card, 1, near & FACE):
            break
        run += 1
    return run


@step
def fill_cell(state: Row, c: int, card: int) -> None:
    """Lay a card in an empty cell."""
    state[CELLS] |= card << CARD * c
    state[FULL] |= 1 << c


@step
def empty_cell(state: Row, c: int) -> int:
    """Take the card of a cell."""
    card = in_cell(state, c)
    state[CELLS] ^= card << CARD * c
    state[FULL] ^= 1 << c
    return card


@step
def put_home(state: Row, card: int, h: int) -> None:
    """Lay a card on a home that takes it."""
    suit = card & 3
    homes = int(state[HOMES]) + (1 << 4 * suit)
    if card >> 2 == 1:
        homes |= h << WHERE + 2 * suit | 1 << TAKEN + h
    state[HOMES] = homes


@step
def send_home(state: Row, only_safe: bool) -> None:
    """Send cards home until none is left that may go, columns first."""
    rules, columns, cells = int(state[RULES]), columns_of(state), cells_of(state)
    sent = True
    while sent:
        sent = False
        homes = int(state[HOMES])
        for place in range(columns + cells):
            card = last(state, place) if place < columns else in_cell(state, place - columns)
            if goes_home(homes, card) and not (only_safe and not is_safe(rules, homes, card)):
                if place < columns:
                    take(state, place)
                else:
                    empty_cell(state, place - columns)
                put_home(state, card, int(lowest(homes_for(homes, card))))
                sent = True
                break
