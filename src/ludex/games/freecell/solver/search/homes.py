"""The homes as bits: which cards can go, and which go without a thought.

Four bits a suit tell how high its pile is. With two packs a suit has two piles: the lower
one has its bits here, the higher one 16 bits above.
"""

from .compiler import lowest, step
from .layout import (
    BY_SUIT,
    CELL_VALUES,
    CELLS,
    CODE,
    COLUMN_COUNT,
    COLUMNS,
    HOMES,
    INFO,
    NO_SAFETY,
    PACKS,
    RAYMOND,
    SAFETY,
    TWINS,
    UNDER,
    VALUE,
    Words,
)


@step
def ready_cards(homes: int) -> int:
    """Return the cards that can go onto four piles, as bits."""
    bits = 0
    for suit in range(4):
        height = homes >> 4 * suit & 15
        if height < 13:
            bits |= 1 << 4 * height + suit
    return bits


@step
def safe_cards(homes: int, safety: int) -> int:
    """Return those of them that no column can need, where columns are built in alternating colours."""
    black = min(homes & 15, homes >> 8 & 15)
    red = min(homes >> 4 & 15, homes >> 12 & 15)
    bits = 0
    for suit in range(4):
        height = homes >> 4 * suit & 15
        other, same = (black, red) if suit & 1 else (red, black)
        if height < 13 and (
            height <= 1
            or other >= height
            or (safety == RAYMOND and other >= height - 1 and same >= height - 2)
        ):
            bits |= 1 << 4 * height + suit
    return bits


@step
def ready(mem: Words, homes: int) -> int:
    """Return the cards that can go home, as bits."""
    bits = ready_cards(homes)
    if mem[PACKS] == 2:
        bits |= ready_cards(homes >> 16)
    return bits


@step
def safe(mem: Words, homes: int) -> int:
    """Return the cards that can go home and that no column can need, as bits.

    In two packs a card must not take the place that its twin might need more, so that only
    the lower pile of a suit counts.
    """
    if mem[SAFETY] == NO_SAFETY:
        return 0
    if mem[BY_SUIT]:
        return ready_cards(homes)
    return safe_cards(homes, mem[SAFETY])


@step
def risen(mem: Words, homes: int, code: int) -> int:
    """Return the homes after a card has gone there that can."""
    place = 4 * (code & 3)
    if mem[PACKS] == 2 and homes >> 16 + place & 15 == code >> 2:
        place += 16
    return homes + (1 << place)


@step
def put_into_cell(mem: Words, at: int, code: int) -> None:
    """Put a card into the cells."""
    bit = 1 << code
    if mem[at + CELLS] & bit:
        mem[at + TWINS] |= bit
    else:
        mem[at + CELLS] |= bit


@step
def take_from_cell(mem: Words, at: int, code: int) -> None:
    """Take a card from the cells."""
    bit = 1 << code
    if mem[at + TWINS] & bit:
        mem[at + TWINS] ^= bit
    else:
        mem[at + CELLS] ^= bit


@step
def settle(mem: Words, at: int, value: int) -> int:
    """Send home every card of a row that is safe; the value that the position has then."""
    homes = mem[at + HOMES]
    bits = safe(mem, homes)
    moved = True
    while moved:
        moved = False
        for i in range(COLUMNS, COLUMNS + mem[COLUMN_COUNT]):
            node = mem[at + i]
            code = mem[node + INFO] & CODE
            while bits >> code & 1:
                homes = risen(mem, homes, code)
                bits = safe(mem, homes)
                under = mem[node + UNDER]
                value += mem[under + VALUE] - mem[node + VALUE]
                mem[at + i] = node = under
                code = mem[node + INFO] & CODE
                moved = True
        going = mem[at + CELLS] & bits
        while going:
            code = lowest(going)
            take_from_cell(mem, at, code)
            value -= mem[CELL_VALUES + code]
            homes = risen(mem, homes, code)
            bits = safe(mem, homes)
            going = mem[at + CELLS] & bits
            moved = True
    mem[at + HOMES] = homes
    return value
