"""Positions: a board packed into a row, its moves listed and made on rows.

Columns are numbers, in a tree that grows as columns are met. Equal columns are the same number, taking a card away is one look-up, and whatever is worth
knowing about a column is worked out once. A card is laid only on one that it builds on, so
a column has two at most that can grow from it; the empty one has a list of its own.

The homes are bits. Four bits a suit tell how high its pile is. With two packs a suit has two piles: the lower
one has its bits here, the higher one 16 bits above.

Of several equal places (empty columns, empty cells, twins) the first stands for all.
"""

from .interpreter import called, how_many, lowest, step, word
from .layout import (
    BASE,
    BASED,
    BLOCKS,
    BURIED,
    BY_SUIT,
    CARD,
    CELL,
    CELL_COUNT,
    CELL_VALUES,
    CELLS,
    CODE,
    COLUMN,
    COLUMN_COUNT,
    COLUMNS,
    COST,
    COST_BITS,
    DEPTH,
    FOUND,
    FROM_CELL,
    HELD,
    HIGHER,
    HOMES,
    INFO,
    KID,
    KIDS,
    KINGS_ONLY,
    LOOSE,
    LOWEST,
    MET,
    NEXT_NODE,
    NO_CARDS,
    NO_SAFETY,
    NODE,
    NOTHING,
    ORIGIN,
    PACKS,
    RAYMOND,
    ROOT,
    RUN,
    SAFETY,
    SECOND_SPARE,
    SOURCE,
    SPOT,
    SPOT_OF_TWIN,
    SUIT,
    TARGET,
    THIRD_SPARE,
    THOROUGH,
    TO_CELL,
    TO_HOME,
    TREE,
    TWINS,
    UNDER,
    VALUE,
    Words,
)

SEED = 0x1D872B41


@step
def random_bits(number: int) -> int:
    """Return bits that look random, above room for a cost.

    There are so few that the sum over a whole table has no more than 63 bits.
    """
    return (word(SEED, number - 1) >> 22 & (1 << 42) - 1) << COST_BITS


@step
def builds_on(by_suit: int, code: int, on: int) -> bool:
    """Is the card `code` laid in a column on the card `on`?"""
    if (on >> 2) - (code >> 2) != 1:
        return False
    if by_suit:
        return (code ^ on) & 3 == 0
    return (code ^ on) & 1 == 1


@step
def plant(mem: Words) -> None:
    """Begin with the empty column alone."""
    mem[NEXT_NODE] = TREE
    mem[VALUE] = mem[UNDER] = mem[KIDS] = 0
    mem[INFO] = NO_CARDS
    for code in range(64):
        mem[BASED + code] = 0


@called
def grow(mem: Words, node: int, code: int) -> int:
    """Return a new column: `node` with the card `code` on it."""
    new = mem[NEXT_NODE]
    mem[NEXT_NODE] = new + NODE
    info = mem[node + INFO]
    rank, suit = code >> 2, code & 3
    lowest = info >> LOWEST
    low = lowest >> 4 * suit & 15
    cost = (mem[node + VALUE] & COST) + mem[CARD]
    run = 1
    if node == 0:
        cost += mem[COLUMN]
        if rank != 12:
            cost += mem[BASE]
    else:
        if builds_on(mem[BY_SUIT], code, info & CODE):
            run = (info >> RUN & 15) + 1
        else:
            cost += mem[LOOSE]
        least = min(lowest & 15, lowest >> 4 & 15, lowest >> 8 & 15, lowest >> 12 & 15)
        if least < rank:
            cost += mem[BLOCKS] + (mem[BURIED] * (12 - least) >> 2)
        if low < rank:
            cost += mem[SUIT]
    if rank < low:
        lowest += rank - low << 4 * suit
    depth = (info >> DEPTH & 255) + 1
    mem[new + VALUE] = random_bits((new - TREE) // NODE + 1) + cost
    mem[new + INFO] = code | run << RUN | depth << DEPTH | lowest << LOWEST
    mem[new + UNDER] = node
    mem[new + KIDS] = 0
    return int(new)


@step
def grown(mem: Words, node: int, code: int) -> int:
    """Return the column `node` with the card `code` on it, which fits there."""
    if node == 0:
        new = mem[BASED + code]
        if new == 0:
            new = grow(mem, 0, code)
            mem[BASED + code] = new
        return int(new)
    # A card goes on two others of its rank at most: they differ in this bit of the suit.
    shift = (code & 2) << 4
    kids = mem[node + KIDS]
    new = kids >> shift & KID
    if new == 0:
        new = grow(mem, node, code)
        mem[node + KIDS] = kids | new << shift
    return int(new)


@called
def dealt(mem: Words, node: int, code: int) -> int:
    """Return the column `node` with the card `code` on it, whether it builds or not."""
    if node == 0 or builds_on(mem[BY_SUIT], code, mem[node + INFO] & CODE):
        return grown(mem, node, code)
    return grow(mem, node, code)


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


KING = 48
"""The lowest code of a king."""


@step
def add_targets(
    mem: Words, count: int, source: int, code: int, tops: int, twins: int, most: int
) -> int:
    """Onto each column that takes the end of a run, up to `most` cards of it."""
    rank = code >> 2
    # No rank is as high as 13, so the bits need not go further.
    limit = min(4 * (rank + most + 1), NOTHING)
    fitting = mem[HIGHER + code] & (1 << limit) - 1
    tops &= fitting
    while tops:
        top = lowest(tops)
        tops &= tops - 1
        cards = (top >> 2) - rank
        mem[FOUND + count] = source | mem[SPOT + top] << TARGET | cards
        count += 1
        if twins >> top & 1:
            mem[FOUND + count] = source | mem[SPOT_OF_TWIN + top] << TARGET | cards
            count += 1
    return count


# Complex because flat: this runs once for each position looked into.
@step
def listed(mem: Words, at: int) -> int:  # noqa: PLR0915
    """Write the moves of a row down; how many there are.

    A player's: runs, towards a space only the longest. Thorough: all moves of one card.
    """
    columns = mem[COLUMN_COUNT]
    tops = twins = spaces = space = 0
    for i in range(columns):
        node = mem[at + COLUMNS + i]
        if node == 0:
            if spaces == 0:
                space = i
            spaces += 1
            continue
        top = mem[node + INFO] & CODE
        if tops >> top & 1:
            twins |= 1 << top
            mem[SPOT_OF_TWIN + top] = i
        else:
            tops |= 1 << top
            mem[SPOT + top] = i
    cells = mem[at + CELLS]
    free = mem[CELL_COUNT] - how_many(cells) - how_many(mem[at + TWINS])
    kings_only, thorough = mem[KINGS_ONLY] == 1, mem[THOROUGH] == 1
    can_go = ready(mem, mem[at + HOMES])
    carried = into_space = free + 1
    if thorough:
        carried = into_space = 1
    elif not kings_only:
        carried <<= spaces
        into_space = carried >> 1
    count = 0
    for i in range(columns):
        node = mem[at + COLUMNS + i]
        if node == 0:
            continue
        info = mem[node + INFO]
        code, run = info & CODE, info >> RUN & 15
        source = i << SOURCE
        if can_go >> code & 1:
            mem[FOUND + count] = source | TO_HOME << TARGET | 1
            count += 1
        most = min(run, carried)
        count = add_targets(mem, count, source, code, tops, twins, most)
        if spaces:
            cards = min(run, into_space)
            if kings_only:
                up_to_king = 13 - (code >> 2)
                cards = up_to_king if up_to_king <= cards else 0
            # Moving a whole column to another space changes nothing.
            if 0 < cards < info >> DEPTH & 255:
                mem[FOUND + count] = source | space << TARGET | cards
                count += 1
        if free:
            mem[FOUND + count] = source | TO_CELL << TARGET | 1
            count += 1
    while cells:
        code = lowest(cells)
        cells &= cells - 1
        source = code + FROM_CELL << SOURCE
        if can_go >> code & 1:
            mem[FOUND + count] = source | TO_HOME << TARGET | 1
            count += 1
        count = add_targets(mem, count, source, code, tops, twins, 1)
        if spaces and (code >= KING or not kings_only):
            mem[FOUND + count] = source | space << TARGET | 1
            count += 1
    return count


@called
def lay_out(mem: Words, board: Words) -> None:
    """Make a board the root of a search: homes, cells and columns, all counted.

    `board` is the homes as bits, the number of cards in cells and these, then for each
    column the number of its cards and these, the bottom card first.
    """
    plant(mem)
    for code in range(52):
        in_cell = mem[CARD] + mem[CELL]
        mem[CELL_VALUES + code] = random_bits((1 << 40) + code) + in_cell
    mem[ROOT + CELLS] = mem[ROOT + TWINS] = 0
    mem[ROOT + HOMES] = board[0]
    place = 2
    for _ in range(board[1]):
        bit = 1 << board[place]
        mem[ROOT + TWINS] |= mem[ROOT + CELLS] & bit
        mem[ROOT + CELLS] |= bit
        place += 1
    for i in range(mem[COLUMN_COUNT]):
        node, cards = 0, board[place]
        for j in range(place + 1, place + 1 + cards):
            node = dealt(mem, node, board[j])
        place += 1 + cards
        mem[ROOT + COLUMNS + i] = node


@called
def rooted(mem: Words, at: int) -> int:
    """Put the root into a row, before any card has gone home; its value."""
    for i in range(COLUMNS + mem[COLUMN_COUNT]):
        mem[at + i] = mem[ROOT + i]
    value = 0
    for code in range(52):
        count = (mem[at + CELLS] >> code & 1) + (mem[at + TWINS] >> code & 1)
        value += count * mem[CELL_VALUES + code]
    for i in range(mem[COLUMN_COUNT]):
        value += mem[mem[at + COLUMNS + i] + VALUE]
    return value


@step
def copy_row(mem: Words, source: int, target: int) -> None:
    """Copy a position from row to row."""
    for i in range(COLUMNS + mem[COLUMN_COUNT]):
        mem[target + i] = mem[source + i]


@step
def make(mem: Words, at: int, move: int) -> None:
    """Make a move on a row, without what then goes home by itself."""
    source, target, count = move >> SOURCE, move >> TARGET & 15, move & 15
    if source >= FROM_CELL:
        code = source - FROM_CELL
        mem[HELD] = code
        take_from_cell(mem, at, code)
    else:
        node = mem[at + COLUMNS + source]
        for i in range(count):
            mem[HELD + i] = mem[node + INFO] & CODE
            node = mem[node + UNDER]
        mem[at + COLUMNS + source] = node
    if target == TO_HOME:
        mem[at + HOMES] = risen(mem, mem[at + HOMES], mem[HELD])
    elif target == TO_CELL:
        put_into_cell(mem, at, mem[HELD])
    else:
        node = mem[at + COLUMNS + target]
        for i in range(count - 1, -1, -1):
            node = grown(mem, node, mem[HELD + i])
        mem[at + COLUMNS + target] = node


@step
def remake(mem: Words, record: int, at: int) -> None:
    """Put the position of a record into a row."""
    origin = mem[record + ORIGIN]
    if origin < 0:
        rooted(mem, at)
    else:
        copy_row(mem, origin >> 16, at)
        make(mem, at, origin & 0xFFFF)
    settle(mem, at, mem[record + MET])


@called
def is_met(mem: Words, at: int, move: int, known: int) -> bool:
    """Is the position after a move from a row the very one of a record?"""
    copy_row(mem, at, SECOND_SPARE)
    make(mem, SECOND_SPARE, move)
    settle(mem, SECOND_SPARE, 0)
    remake(mem, known, THIRD_SPARE)
    return is_same(mem, SECOND_SPARE, THIRD_SPARE)


@step
def is_same(mem: Words, one: int, other: int) -> bool:
    """Are two rows the same position, whatever the order of their columns?

    Equal columns and homes leave the same cards for the cells.
    """
    if mem[one + HOMES] != mem[other + HOMES]:
        return False
    last = COLUMNS + mem[COLUMN_COUNT]
    for i in range(COLUMNS, last):
        node, balance = mem[one + i], 0
        for j in range(COLUMNS, last):
            balance += int(mem[one + j] == node) - int(mem[other + j] == node)
        if balance:
            return False
    return True
