"""A* on packed positions: a table of the positions met, and buckets of those that wait.

A position is three numbers: how many cards each column still has of those that lay there at first,
how high the homes are, and two bits for every other card: in a cell, alone on a space, or on one of
the two cards that it builds on. The order of the columns is left out.

The bound counts landmarks. A sequence is a longest row of cards in a column, each of them built on the one
below it. A card above a lower one of its own suit has to be moved, so its sequence is a landmark. Then
all sequences that are landmarks are lifted, and cards go home as long as they can. Where they are stuck,
cards wait for each other in a circle; one of the sequences of the circle has to be moved, so they
are a landmark together, and are lifted too. A move takes cards of one sequence, and no two landmarks
share a sequence: so there are at least as many moves as landmarks.
"""

from typing import NamedTuple

import numpy as np

from ludex.compile.bits import how_many, lowest, signed, unsigned
from ludex.compile.jit import called, compiled, counted_from_the_front, step

from .search.compiler import builds_on, ready_cards, safe_cards
from .search.layout import HORNE, Words

counted_from_the_front(__name__)

NO_CARD = 63
FIRST_KING = 48

# The numbers of a board.
COLUMNS, CELLS, BY_SUIT, KINGS_ONLY = range(4)
SPOTS, UNDERS, HEIGHTS, BITS, DEALT = 8, 72, 136, 152, 216
"""For each card its first column, or -1, and the card under it there; for each column the place of its
height in a code; for each card the place of its two bits; the first columns, bottom first."""
DEEP = 64
"""Places for the cards of a column."""
MOST_COLUMNS = 13
BOARD_WORDS = DEALT + DEEP * MOST_COLUMNS
FIRST_HEIGHT = 16
"""In the first number of a code the homes come first."""
USED_CODE = 1 << 62
"""A bit of every code, so that none is 0."""

# The numbers of a position that was unpacked, and of its bound.
CARDS = 0
LENGTHS = CARDS + DEEP * MOST_COLUMNS
OLD = LENGTHS + 16
IN_CELLS, HOMES, OLD_CELLS, OLD_HOMES, CODE = range(OLD + 16, OLD + 21)
ABOVE = OLD + 32
SEQUENCE, COLUMN_OF, DEPTH_OF, LIFTED = (ABOVE + 64 * i for i in range(1, 5))
TOPS = LIFTED + 64
WAITS = TOPS + 16
ROW = WAITS + 16

# The counters of a search.
BUCKET, USED, MET, LOOKED, BEST, WINNER, STATUS, FREE, G_WEIGHT, H_WEIGHT = range(10)
STANDING = 10
RUNNING, ENDED, FULL = range(3)
NONE = (1 << 32) - 1
BUCKETS = 2048
CLOSED = 128
MOST_FILLED = 0.8


@called
def unpack(board: Words, near: int, low: int, high: int, row: Words) -> None:
    """Lay out a position."""
    row[HOMES] = near & 0xFFFF
    for code in range(52):
        row[ABOVE + code] = NO_CARD
    singles = cells = 0
    for j in range(board[COLUMNS]):
        at = board[HEIGHTS + j]
        row[LENGTHS + j] = near >> at & (1 << board[HEIGHTS + j + 1] - at) - 1
    for code in range(52):
        if row[HOMES] >> 4 * (code & 3) & 15 > code >> 2:
            continue
        spot = board[SPOTS + code]
        if spot >= 0 and spot & DEEP - 1 < row[LENGTHS + spot // DEEP]:
            continue
        place = (low if code < 26 else high) >> board[BITS + code] & 3
        if place == 0:
            cells |= 1 << code
        elif place == 1:
            singles |= 1 << code
        elif board[BY_SUIT]:
            row[ABOVE + code + 4] = code
        else:
            row[ABOVE + (code & ~3) + 4 + (code & 1 ^ 1) + 2 * (place - 2)] = code
    row[IN_CELLS] = cells
    for j in range(board[COLUMNS]):
        at, height = CARDS + DEEP * j, row[LENGTHS + j]
        for k in range(height):
            row[at + k] = board[DEALT + DEEP * j + k]
        if height == 0 and singles:
            row[at] = lowest(singles)
            singles &= singles - 1
            height = 1
        if height:
            code = row[ABOVE + row[at + height - 1]]
            while code != NO_CARD:
                row[at + height] = code
                height += 1
                code = row[ABOVE + code]
        row[LENGTHS + j] = height


@called
def pack(board: Words, row: Words) -> None:
    """Write the code of a position."""
    near, low, high = USED_CODE | row[HOMES], 0, 0
    for j in range(board[COLUMNS]):
        at, stays, under = CARDS + DEEP * j, True, -1
        for k in range(row[LENGTHS + j]):
            code = row[at + k]
            if stays and board[UNDERS + code] == under:
                near += 1 << board[HEIGHTS + board[SPOTS + code] // DEEP]
            else:
                stays = False
                place = 1 if k == 0 else 2 + (under >> 1 & 1)
                if code < 26:
                    low |= place << board[BITS + code]
                else:
                    high |= place << board[BITS + code]
            under = code
    row[CODE], row[CODE + 1], row[CODE + 2] = near, low, high


@step
def settle(board: Words, row: Words) -> None:
    """Send home what no column can need."""
    moved = True
    while moved:
        moved = False
        homes = row[HOMES]
        bits = ready_cards(homes) if board[BY_SUIT] else safe_cards(homes, HORNE)
        if bits & row[IN_CELLS]:
            code = lowest(bits & row[IN_CELLS])
            row[IN_CELLS] ^= 1 << code
            row[HOMES] = homes + (1 << 4 * (code & 3))
            moved = True
            continue
        for j in range(board[COLUMNS]):
            length = row[LENGTHS + j]
            if length and bits >> row[CARDS + DEEP * j + length - 1] & 1:
                code = row[CARDS + DEEP * j + length - 1]
                row[LENGTHS + j] = length - 1
                row[HOMES] = homes + (1 << 4 * (code & 3))
                moved = True
                break


@step
def lift(row: Words, j: int) -> int:
    """Take the lifted cards from the end of a column; return them as bits."""
    bits, length = 0, row[TOPS + j]
    while length and row[LIFTED + row[SEQUENCE + row[CARDS + DEEP * j + length - 1]]]:
        length -= 1
        bits |= 1 << row[CARDS + DEEP * j + length]
    row[TOPS + j] = length
    return bits


@called
def landmarks(board: Words, row: Words) -> int:  # noqa: PLR0915
    """Return so many moves as a position needs at least."""
    columns, count, sequence = board[COLUMNS], 0, 0
    for j in range(columns):
        at, under, lows = CARDS + DEEP * j, -1, 0xDDDD
        for k in range(row[LENGTHS + j]):
            code = row[at + k]
            if under < 0 or not builds_on(board[BY_SUIT], code, under):
                sequence += 1
                row[LIFTED + sequence] = 0
            row[SEQUENCE + code], row[COLUMN_OF + code], row[DEPTH_OF + code] = sequence, j, k
            shift, rank = 4 * (code & 3), code >> 2
            least = lows >> shift & 15
            if least < rank:
                count += 1 - row[LIFTED + sequence]
                row[LIFTED + sequence] = 1
            else:
                lows -= least - rank << shift
            under = code
        row[TOPS + j] = row[LENGTHS + j]
    open_cards, homes = row[IN_CELLS], row[HOMES]
    for j in range(columns):
        open_cards |= lift(row, j)
    while True:
        moved = True
        while moved:
            moved = False
            for suit in range(4):
                code = (homes >> 4 * suit & 15) << 2 | suit
                while code < 52:
                    if not open_cards >> code & 1:
                        j = row[COLUMN_OF + code]
                        if row[DEPTH_OF + code] != row[TOPS + j] - 1:
                            break
                        row[TOPS + j] -= 1
                        open_cards |= lift(row, j)
                    homes += 1 << 4 * suit
                    code += 4
                    moved = True
        if homes == 0xDDDD:
            return count
        for suit in range(4):
            for other in range(4):
                row[WAITS + 4 * suit + other] = 0
            code = (homes >> 4 * suit & 15) << 2 | suit
            if code >= 52:
                continue
            j = row[COLUMN_OF + code]
            for k in range(row[DEPTH_OF + code] + 1, row[TOPS + j]):
                above = row[CARDS + DEEP * j + k]
                if not row[LIFTED + row[SEQUENCE + above]]:
                    row[WAITS + 4 * suit + (above & 3)] = row[SEQUENCE + above]
        found = False
        for a in range(4):
            for b in range(a + 1, 4):
                if not found and row[WAITS + 4 * a + b] and row[WAITS + 4 * b + a]:
                    found = True
                    row[LIFTED + row[WAITS + 4 * a + b]] = row[LIFTED + row[WAITS + 4 * b + a]] = 1
        for a in range(4):
            for b in range(4):
                for c in range(4):
                    if (
                        not found
                        and row[WAITS + 4 * a + b]
                        and row[WAITS + 4 * b + c]
                        and row[WAITS + 4 * c + a]
                    ):
                        found = True
                        row[LIFTED + row[WAITS + 4 * a + b]] = 1
                        row[LIFTED + row[WAITS + 4 * b + c]] = 1
                        row[LIFTED + row[WAITS + 4 * c + a]] = 1
        if not found:  # a circle of all four suits
            for suit in range(4):
                for other in range(4):
                    if row[WAITS + 4 * suit + other]:
                        row[LIFTED + row[WAITS + 4 * suit + other]] = 1
        count += 1
        for j in range(columns):
            open_cards |= lift(row, j)


class PositionTable(NamedTuple):
    """The positions met, and those of them that wait."""

    codes: Words
    """The three numbers of each position, in its slot; 0 where there is none."""
    links: Words
    """For each slot the one of the position before it, or `NONE`."""
    lengths: Words
    """For each slot the moves made, and those needed at least, with `CLOSED` once it was looked into."""
    entries: Words
    """The slots that wait, each with the next entry of its bucket or of those that are free."""
    heads: Words
    """The first entry of each bucket, or `NONE`."""
    standing: Words
    """The counters of the search."""


@step
def slot_of(codes: Words, row: Words) -> int:
    """Return the slot with the code of a position, or the empty one where it belongs."""
    some = unsigned(row[CODE]) * unsigned(0x9E3779B97F4A7C15)
    some ^= some >> unsigned(32)
    some = (some + unsigned(row[CODE + 1])) * unsigned(0xC2B2AE3D27D4EB4F)
    some ^= some >> unsigned(29)
    some = (some + unsigned(row[CODE + 2])) * unsigned(0x9E3779B97F4A7C15)
    some ^= some >> unsigned(32)
    slots = len(codes)
    slot = (signed(some >> unsigned(2)) & NONE) * slots >> 32
    while codes[slot, 0] != 0 and (
        codes[slot, 0] != row[CODE]
        or codes[slot, 1] != row[CODE + 1]
        or codes[slot, 2] != row[CODE + 2]
    ):
        slot += 1
        if slot == slots:
            slot = 0
    return slot


@step
def wait(table: PositionTable, slot: int, bucket: int) -> None:
    """Let a position wait in a bucket."""
    entries, heads, standing = table.entries, table.heads, table.standing
    entry = standing[FREE]
    if entry == NONE:
        entry = standing[USED]
        standing[USED] += 1
    else:
        standing[FREE] = entries[entry, 1]
    entries[entry, 0], entries[entry, 1] = slot, heads[bucket]
    heads[bucket] = entry
    standing[BUCKET] = min(standing[BUCKET], bucket)


@called
def keep(
    board: Words, row: Words, table: PositionTable, origin: int, length: int, least: int
) -> None:
    """Keep the position of a row, unless it is known or too far from the win."""
    codes, lengths, standing = table.codes, table.lengths, table.standing
    settle(board, row)
    pack(board, row)
    slot = slot_of(codes, row)
    if codes[slot, 0] == 0:
        needed = max(landmarks(board, row), least)
        if length + needed >= standing[BEST]:
            return
        standing[MET] += 1
        for i in range(3):
            codes[slot, i] = row[CODE + i]
        lengths[slot, 1] = needed
    elif lengths[slot, 0] <= length:
        return
    needed = lengths[slot, 1] & CLOSED - 1
    lengths[slot, 0], lengths[slot, 1], table.links[slot] = length, needed, origin
    if row[HOMES] == 0xDDDD:
        if length < standing[BEST]:
            standing[BEST], standing[WINNER] = length, slot
    elif length + needed < standing[BEST]:
        bucket = standing[G_WEIGHT] * length + standing[H_WEIGHT] * needed
        wait(table, slot, min(bucket, BUCKETS - 1))


@step
def save(board: Words, row: Words) -> None:
    """Remember a position, before a move is made."""
    for j in range(board[COLUMNS]):
        row[OLD + j] = row[LENGTHS + j]
    row[OLD_CELLS], row[OLD_HOMES] = row[IN_CELLS], row[HOMES]


@step
def restore(board: Words, row: Words) -> None:
    """Take a move back; the cards still lie behind the ends of the columns."""
    for j in range(board[COLUMNS]):
        row[LENGTHS + j] = row[OLD + j]
    row[IN_CELLS], row[HOMES] = row[OLD_CELLS], row[OLD_HOMES]


@step
def fills(board: Words, code: int) -> bool:
    """May a card be the first of a column?"""
    return board[KINGS_ONLY] == 0 or code >= FIRST_KING


# Complex because flat: this runs once for each position.
@called
def expand(board: Words, row: Words, table: PositionTable, slot: int) -> None:  # noqa: PLR0915
    """Keep every position that follows one."""
    codes, lengths = table.codes, table.lengths
    unpack(board, codes[slot, 0], codes[slot, 1], codes[slot, 2], row)
    save(board, row)
    columns, length, needed = board[COLUMNS], lengths[slot, 0], lengths[slot, 1] & CLOSED - 1
    away, least = length + 1, needed - 1
    can_go = ready_cards(row[HOMES])
    free = board[CELLS] - how_many(row[IN_CELLS])
    spaces, space = 0, 0
    for j in range(columns - 1, -1, -1):
        if row[LENGTHS + j] == 0:
            spaces += 1
            space = j
    carried = into_space = free + 1
    if not board[KINGS_ONLY]:
        carried <<= spaces
        into_space = carried >> 1
    for source in range(columns):
        height = row[LENGTHS + source]
        if height == 0:
            continue
        end = CARDS + DEEP * source + height
        top = row[end - 1]
        run = 1
        while run < height and builds_on(board[BY_SUIT], row[end - run], row[end - run - 1]):
            run += 1
        if can_go >> top & 1:
            row[LENGTHS + source] -= 1
            row[HOMES] += 1 << 4 * (top & 3)
            keep(board, row, table, slot, length, needed)
            restore(board, row)
        if free:
            row[LENGTHS + source] -= 1
            row[IN_CELLS] |= 1 << top
            keep(board, row, table, slot, away, least)
            restore(board, row)
        for target in range(columns):
            if target == source:
                continue
            on = row[LENGTHS + target]
            if on:
                under = row[CARDS + DEEP * target + on - 1]
                first = last = (under >> 2) - (top >> 2)
                if first < 1 or last > min(run, carried):
                    continue
                if not builds_on(board[BY_SUIT], row[end - first], under):
                    continue
            elif target == space:
                first, last = 1, min(run, into_space, height - 1)
            else:
                continue
            for count in range(first, last + 1):
                if on == 0 and not fills(board, row[end - count]):
                    continue
                for i in range(count):
                    row[CARDS + DEEP * target + on + i] = row[end - count + i]
                row[LENGTHS + target] += count
                row[LENGTHS + source] -= count
                keep(board, row, table, slot, away, least)
                restore(board, row)
    cells = row[IN_CELLS]
    while cells:
        code = lowest(cells)
        cells &= cells - 1
        if can_go >> code & 1:
            row[IN_CELLS] ^= 1 << code
            row[HOMES] += 1 << 4 * (code & 3)
            keep(board, row, table, slot, length, needed)
            restore(board, row)
        for target in range(columns):
            on = row[LENGTHS + target]
            if on:
                if not builds_on(board[BY_SUIT], code, row[CARDS + DEEP * target + on - 1]):
                    continue
            elif target != space or not fills(board, code):
                continue
            row[IN_CELLS] ^= 1 << code
            row[CARDS + DEEP * target + on] = code
            row[LENGTHS + target] += 1
            keep(board, row, table, slot, away, least)
            restore(board, row)


@compiled
def begin(board: Words, row: Words, table: PositionTable) -> None:
    """Keep the first position."""
    keep(board, row, table, NONE, 0, 0)


@compiled
def go_on(board: Words, table: PositionTable, looks: int) -> None:
    """Look into so many positions more; the status says how the search stands then."""
    codes, lengths, entries = table.codes, table.lengths, table.entries
    heads, standing = table.heads, table.standing
    row = np.zeros(ROW, np.int64)
    most = int(len(codes) * MOST_FILLED) - 400
    for _ in range(looks):
        if standing[MET] >= most or standing[USED] >= len(entries) - 400:
            standing[STATUS] = FULL
            return
        bucket, slot = standing[BUCKET], -1
        while slot < 0 and bucket < BUCKETS:
            entry = heads[bucket]
            if entry == NONE:
                bucket += 1
                continue
            some = int(entries[entry, 0])
            heads[bucket] = entries[entry, 1]
            entries[entry, 1] = standing[FREE]
            standing[FREE] = entry
            length, needed = int(lengths[some, 0]), int(lengths[some, 1])
            if needed < CLOSED and length + needed < standing[BEST]:
                slot = some
        standing[BUCKET] = bucket
        if slot < 0 or (standing[G_WEIGHT] == standing[H_WEIGHT] and bucket >= standing[BEST]):
            standing[STATUS] = ENDED
            return
        lengths[slot, 1] |= CLOSED
        standing[LOOKED] += 1
        expand(board, row, table, slot)
