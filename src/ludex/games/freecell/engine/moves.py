"""The moves of FreeCell on a packed table: their number, the legal ones, and their effects.

The legal moves are listed kind by kind, and one is chosen without a list of all. The functions that list a kind write its moves to `found` from `count` on, and return the new count.

How many moves of each kind there are is the menu. It is kept with the table, so that a move can be chosen without a list of all, and that the
end of a game is seen at once.
"""

from ludex.compile.bits import how_many, lowest
from ludex.compile.draws import below
from ludex.compile.engine import OVER, Row
from ludex.compile.jit import step

from .packing import (
    ALL,
    CARD,
    CELLS,
    COLUMNS,
    COMPLETE,
    COUNTS,
    FACE,
    FULL,
    HOMES,
    HOUSES,
    MENU,
    RULES,
    RUNS,
    SAFE,
    SUITED,
    TAKEN,
    TEN,
    TEN_CARDS,
    WHERE,
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
    is_safe,
    kind_of,
    last,
    onto_space,
    run_of,
)

KINDS = 7
TO_CELLS, TO_SPACES, ONTO_CARDS, TO_HOMES, FROM_CELLS, CELLS_TO_HOMES, AUTOPLAYS = range(KINDS)
BITS = 9
"""For each kind: fifty-two cards into the spaces of thirteen columns are no more than 468 moves."""
MOST = (1 << BITS) - 1


@step
def ends_of(state: Row) -> int:
    """Return the last cards of all columns: sixteen bits of ranks a kind.

    There are two cards of a rank in each kind of colours: the second has its bits above.
    """
    rules, ends = int(state[RULES]), 0
    for a in range(columns_of(state)):
        card = last(state, a)
        if card:
            bit = 1 << rank_offset(rules, card) + (card >> 2)
            if ends & bit:
                bit <<= 16
            ends |= bit
    return ends


@step
def rank_offset(rules: int, card: int) -> int:
    """Return where the ranks of its kind stand."""
    if rules & SUITED:
        return (card & 3) << 4
    return kind_of(rules, card) << 5


@step
def onto_cards(rules: int, ends: int, card: int, most: int) -> int:
    """Return how many columns a run of so many cards goes onto."""
    window = ((1 << most) - 1) << (card >> 2) + 1 & 0xFFFF
    ends >>= rank_offset(rules, card)
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
    """Return one for a win, else zero."""
    return 1.0 if state[HOMES] & 0xFFFF == COMPLETE else 0.0


BY_NUMBER = (
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
