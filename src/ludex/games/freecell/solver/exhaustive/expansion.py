"""The successors of a position: its code is unpacked, and each move changes a few parts of it."""

from ludex.compile.bits import how_many, lowest, signed, unsigned
from ludex.compile.jit import called, step

from ...engine.packing import COMPLETE
from ..portfolio import Weights
from ..search.compiler import builds_on, ready_cards, safe_cards
from ..search.layout import HORNE, NOTHING, Words
from .codes import (
    CELL_COUNT,
    COLUMNS,
    DEALT,
    DEPTH,
    FAR_UNITS,
    FIRST_CARD,
    FIRST_FAR,
    FIRST_KING,
    HEIGHTS,
    HOMES_AT,
    KINGS_AT,
    NEAR_AT,
    NEAR_UNITS,
    ON_FIRST,
    ON_SPACE,
    SPOTS,
    WEIGHTS,
)

CARD, LOOSE, BLOCKS, BURIED, SUIT, CELL, COLUMN, BASE = (
    WEIGHTS + Weights._fields.index(name)
    for name in ("card", "loose", "blocks", "buried", "suit", "cell", "column", "base")
)
"""The columns of a deal's weights, which estimate the distance of a position from the win."""

# A position, unpacked: the card under each and on each, what each adds to the code and to the cost
# where it lies, the last cards of columns and the lowest ranks in them.
UNDER, ABOVE, NEAR, FAR, ADDED, LAST, LOWEST = 0, 64, 128, 192, 256, 320, 328
CELLS, HOMES, COST, SPACES, TWOS, TRIED = 336, 337, 338, 339, 340, 344
ROW = 352

PARTITIONS = 64
"""The table has so many parts, each of which one thread fills."""
ROOM = 512
"""So many positions fit into a tray: those that one part of the table sends to another in a round."""
MOST_FOLLOWING = 64
"""No position has as many that follow."""
NEAR_CODE, FAR_CODE, WORTH, TRAY = 0, 1, 2, 3
"""A position in a tray: its code, and its cost with the slot of the position before it above."""
COST_BITS = 16
COST_MASK = (1 << COST_BITS) - 1

FIRST_FACTOR, SECOND_FACTOR = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


@step
def mixed(near: int, far: int) -> int:
    """Return 62 bits that look random: six for the part of the table, then those for the slot."""
    some = unsigned(near) * unsigned(FIRST_FACTOR)
    some ^= some >> unsigned(32)
    some = (some + unsigned(far)) * unsigned(SECOND_FACTOR)
    some ^= some >> unsigned(29)
    some *= unsigned(FIRST_FACTOR)
    some ^= some >> unsigned(32)
    return signed(some >> unsigned(2))


@step
def moved_place(near: int, far: int, two: int, code: int) -> int:
    """Return where a card lies that is not where it was dealt."""
    if code >= FIRST_KING:
        return near >> KINGS_AT + code - FIRST_KING & 1
    if code >= FIRST_FAR:
        return far >> 2 * (code - FIRST_FAR) & 3
    if code >= FIRST_CARD:
        return near >> NEAR_AT + 2 * (code - FIRST_CARD) & 3
    return two


@step
def added_cost(deal: Words, code: int, under: int, low: int) -> int:
    """Return what a card costs on another, in a column with these lowest ranks."""
    rank = code >> 2
    cost = deal[CARD]
    if under == NOTHING:
        cost += deal[COLUMN]
        if rank != 12:
            cost += deal[BASE]
        return int(cost)
    if not builds_on(0, code, under):
        cost += deal[LOOSE]
    least = min(low & 15, low >> 4 & 15, low >> 8 & 15, low >> 12 & 15)
    if least < rank:
        cost += deal[BLOCKS] + (deal[BURIED] * (12 - least) >> 2)
    if low >> 4 * (code & 3) & 15 < rank:
        cost += deal[SUIT]
    return int(cost)


@step
def lie_on(deal: Words, row: Words, code: int, under: int, low: int) -> int:
    """Lay a card of a column on another; return the lowest ranks with it."""
    row[UNDER + code] = under
    row[ADDED + code] = cost = added_cost(deal, code, under, low)
    row[COST] += cost
    shift, rank = 4 * (code & 3), code >> 2
    old = low >> shift & 15
    return low - (old - rank << shift) if rank < old else low


@step
def unpack(deal: Words, near: int, far: int, row: Words) -> None:
    """Write down where every card of a position lies."""
    homes, digits = 0, near >> HOMES_AT & (1 << KINGS_AT - HOMES_AT) - 1
    for suit in range(4):
        digit = digits % HEIGHTS
        digits //= HEIGHTS
        row[TWOS + suit] = digit & 3 if digit < 4 else 0
        if digit >= 4:
            homes |= digit - 3 << 4 * suit
    for code in range(NOTHING + 1):
        row[ABOVE + code] = NOTHING
    cells = singles = 0
    for j in range(COLUMNS):
        height = near >> 3 * j & 7
        for k in range(DEPTH):
            code = deal[DEALT + 8 * j + k]
            if k < height:
                row[NEAR + code] = 1 << 3 * j
                row[FAR + code] = 0
            elif code != NOTHING and homes >> 4 * (code & 3) & 15 <= code >> 2:
                place = moved_place(near, far, row[TWOS + (code & 3)], code)
                row[NEAR + code] = place * deal[NEAR_UNITS + code]
                row[FAR + code] = place * deal[FAR_UNITS + code]
                if place >= ON_FIRST:
                    on = (code & ~3) + 4 + (code & 1 ^ 1) + 2 * (place - ON_FIRST)
                    row[ABOVE + on] = code
                elif place == ON_SPACE:
                    singles |= 1 << code
                else:
                    cells |= 1 << code
    row[COST] = how_many(cells) * (deal[CARD] + deal[CELL])
    spaces = 0
    for j in range(COLUMNS):
        height = near >> 3 * j & 7
        top, low = NOTHING, 0xDDDD
        for k in range(height):
            code = deal[DEALT + 8 * j + k]
            low = lie_on(deal, row, code, top, low)
            top = code
        code = row[ABOVE + top]
        if height == 0 and singles:
            code = lowest(singles)
            singles &= singles - 1
        while code != NOTHING:
            low = lie_on(deal, row, code, top, low)
            top = code
            code = row[ABOVE + top]
        row[LAST + j], row[LOWEST + j] = top, low
        spaces += int(top == NOTHING)
    row[CELLS], row[HOMES], row[SPACES] = cells, homes, spaces


@step
def home_part(homes: int, suit: int) -> int:
    """Return how a code changes when the home of a suit rises."""
    part = 4 if homes >> 4 * suit & 15 == 0 else 1
    for _ in range(suit):
        part *= HEIGHTS
    return part << HOMES_AT


@called
def settled(
    deal: Words, row: Words, near: int, far: int, cost: int, cells: int, homes: int
) -> tuple[int, int, int, int]:
    """Send home what goes by itself, with the last cards of columns in `TRIED`; return code, cost and homes."""
    bits = safe_cards(homes, HORNE)
    moved = True
    while moved:
        moved = False
        for j in range(COLUMNS):
            code = row[TRIED + j]
            while bits >> code & 1:
                near += home_part(homes, code & 3) - row[NEAR + code]
                far -= row[FAR + code]
                cost -= row[ADDED + code]
                homes += 1 << 4 * (code & 3)
                bits = safe_cards(homes, HORNE)
                row[TRIED + j] = code = row[UNDER + code]
                moved = True
        going = cells & bits
        while going:
            code = lowest(going)
            cells ^= 1 << code
            near += home_part(homes, code & 3)
            cost -= deal[CARD] + deal[CELL]
            homes += 1 << 4 * (code & 3)
            bits = safe_cards(homes, HORNE)
            going = cells & bits
            moved = True
    return near, far, cost, homes


@step
def send(near: int, far: int, cost: int, slot: int, trays: Words, filled: Words) -> bool:
    """Lay a position into the tray of its part of the table; is there room for those of another position?"""
    part = mixed(near, far) >> 56
    n = filled[part]
    trays[part, n, NEAR_CODE] = near
    trays[part, n, FAR_CODE] = far
    trays[part, n, WORTH] = slot << COST_BITS | min(max(cost, 0), COST_MASK)
    filled[part] = n + 1
    return bool(n + 1 + MOST_FOLLOWING < ROOM)


@step
def place_on(deal: Words, row: Words, code: int, target: int, near: int) -> tuple[int, int]:
    """Return what a card adds to the code on the last card of a column, or on a space."""
    on = row[LAST + target]
    spot = deal[SPOTS + code]
    if on == NOTHING:
        if spot & 7 == 0:
            return 1 << 3 * (spot >> 3), 0
        place = ON_SPACE
    else:
        # The card that it was dealt on is still where that was dealt?
        if spot & 7 and deal[DEALT + spot - 1] == on and near >> 3 * (spot >> 3) & 7 == spot & 7:
            return 1 << 3 * (spot >> 3), 0
        place = ON_FIRST + (on >> 1 & 1)
    return place * deal[NEAR_UNITS + code], place * deal[FAR_UNITS + code]


# Complex because flat: this runs once for each position.
@step
def look_into(  # noqa: PLR0915
    deal: Words, near: int, far: int, slot: int, row: Words, trays: Words, filled: Words
) -> tuple[bool, bool]:
    """Send what follows a position to its parts of the table; is there room for more, and is one won?"""
    unpack(deal, near, far, row)
    homes, cells, spaces, cost = row[HOMES], row[CELLS], row[SPACES], row[COST]
    can_go, safe = ready_cards(homes), safe_cards(homes, HORNE)
    is_free = how_many(cells) < deal[CELL_COUNT]
    has_room, wins = True, False
    waiting = cells
    for source in range(COLUMNS + 4):
        if source < COLUMNS:
            code = row[LAST + source]
            if code == NOTHING:
                continue
            under, left = row[UNDER + code], cells
            less_near, less_far = near - row[NEAR + code], far - row[FAR + code]
            less = cost - row[ADDED + code]
            opens = safe >> under & 1 == 1
        else:
            if waiting == 0:
                break
            code = lowest(waiting)
            waiting &= waiting - 1
            under, left = NOTHING, cells ^ 1 << code
            less_near, less_far, less = near, far, cost - deal[CARD] - deal[CELL]
            opens = False
        if can_go >> code & 1:
            for j in range(COLUMNS):
                row[TRIED + j] = row[LAST + j]
            if source < COLUMNS:
                row[TRIED + source] = under
            new_near, new_far, new, high = settled(
                deal,
                row,
                less_near + home_part(homes, code & 3),
                less_far,
                less,
                left,
                homes + (1 << 4 * (code & 3)),
            )
            wins = wins or high == COMPLETE
            has_room = send(new_near, new_far, new, slot, trays, filled) and has_room
        to_space = spaces > 0 and (source >= COLUMNS or under != NOTHING)
        for target in range(COLUMNS):
            on = row[LAST + target]
            if on == NOTHING:
                if not to_space:
                    continue
                to_space = False
            elif not builds_on(0, code, on):
                continue
            if opens:
                old_under, old_near = row[UNDER + code], row[NEAR + code]
                old_far, old_added = row[FAR + code], row[ADDED + code]
            more_near, more_far = place_on(deal, row, code, target, less_near)
            more = added_cost(deal, code, on, row[LOWEST + target])
            new_near, new_far, new = less_near + more_near, less_far + more_far, less + more
            if opens:
                row[UNDER + code], row[NEAR + code] = on, more_near
                row[FAR + code], row[ADDED + code] = more_far, more
                for j in range(COLUMNS):
                    row[TRIED + j] = row[LAST + j]
                row[TRIED + source], row[TRIED + target] = under, code
                new_near, new_far, new, high = settled(
                    deal, row, new_near, new_far, new, left, homes
                )
                wins = wins or high == COMPLETE
                row[UNDER + code], row[NEAR + code] = old_under, old_near
                row[FAR + code], row[ADDED + code] = old_far, old_added
            has_room = send(new_near, new_far, new, slot, trays, filled) and has_room
        if source < COLUMNS and is_free:
            new_near, new_far = less_near, less_far
            new = less + deal[CARD] + deal[CELL]
            if opens:
                for j in range(COLUMNS):
                    row[TRIED + j] = row[LAST + j]
                row[TRIED + source] = under
                new_near, new_far, new, high = settled(
                    deal, row, new_near, new_far, new, left | 1 << code, homes
                )
                wins = wins or high == COMPLETE
            has_room = send(new_near, new_far, new, slot, trays, filled) and has_room
    return has_room, wins
