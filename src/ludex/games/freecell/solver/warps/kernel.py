"""The search of `compiled.search`, two deals a warp: few positions have more than sixteen moves.

Positions that were met wait in buckets by cost, last in, first out; those met before are found in
a table by their values, in which what is older than this deal counts as empty. A position met
again is never taken up again, even where it was reached in fewer moves.
"""

from numba import int32, int64

from ludex.compile.bits import how_many, lowest
from ludex.compile.cuda import Array, cuda, kernel, kernel_with

from ...engine.packing import CARD, COLUMNS, FACE
from ..engine_replay import dealt, digest_of, moves_to_win
from ..search.compiler import safe_cards
from ..search.layout import COST, COST_BITS, RAYMOND
from .expansion import (
    CELL_COUNT,
    COLUMN_COUNT,
    DEALT_CARDS,
    HALVES,
    LANES,
    MOVE,
    NUMBERS,
    SOURCES,
    STANDING,
    TABLES,
    WARP,
    WEIGHT_COUNT,
    WEIGHTS,
    chosen,
    count_moves,
    describe,
    fill,
    list_moves,
    make,
    revalued,
    settle,
    spaces_in,
    value_of,
    wide,
)

BUCKETS = 1 << 13
MOST_MOVES = 256
"""Longer ways are given up."""

# A record: the columns, two a word; the cells and the length above them; the homes, the move that
# led here and the record that it was made from; the value; the next in its bucket.
CELLS, HOMES, VALUE, NEXT = 4, 5, 6, 7
RECORD = 8
LENGTH = 52
CELL_BITS = (1 << LENGTH) - 1
MOVE_AT, PARENT_AT = 16, 32
LOW = (1 << 32) - 1

STAMPS = (1 << 16) - 1
"""A slot has the stamp of its deal in its low bits."""

# What the threads share: small numbers.
DEAL, STAMP, BUCKET, HIGHEST, FIRST, NEW, MET, WINNER, LOOKS, COUNT, IS_OVER = range(11)
SHARED = 11
NONE = 1 << 30

PATH, LOOKED_INTO, MOVES = range(3)
"""The numbers found for a deal: the moves of a way, or -1; positions; all moves to the win, or -1.
"""


@kernel_with(registers=64)
def search(  # noqa: PLR0915 - kernels are flat
    boards: Array, weights: Array, quota: int, memory: Array, table: Array, queues: Array,
    stamps: Array, taken: Array, paths: Array, found: Array
) -> None:  # fmt: skip
    """Search for ways to win on these boards: each half of a warp one after the other.

    Both halves go the same way through the code, whichever deals they have; so all is asked of
    both, and who has nothing to do waits.
    """
    lane, half = cuda.threadIdx.x % LANES, cuda.threadIdx.x // LANES
    block = HALVES * cuda.blockIdx.x + half
    tables = cuda.shared.array((HALVES, TABLES), int64)[half]
    columns = cuda.shared.array((HALVES, 8), int32)[half]
    values = cuda.shared.array((HALVES, 8), int64)[half]
    numbers = cuda.shared.array((HALVES, NUMBERS), int32)[half]
    afters = cuda.shared.array((8, WARP), int32)
    notes = cuda.shared.array((HALVES, SHARED), int64)
    buckets = cuda.shared.array((HALVES, LANES), int32)[half]
    own = cuda.shared.array((HALVES, LANES), int32)[half]
    keys = cuda.shared.array((HALVES, LANES), int64)[half]
    shared = notes[half]
    records, slots, heads = memory[block], table[block], queues[block]
    after = afters[:, cuda.threadIdx.x]
    mask = slots.shape[0] - 1
    most = min(records.shape[0], slots.shape[0] >> 1) - 8 * WARP
    if lane < WEIGHT_COUNT:
        tables[WEIGHTS + lane] = weights[lane]
    tables[COLUMN_COUNT] = 8
    if lane == 0:
        shared[DEAL], shared[IS_OVER] = -1, 1
    cuda.syncthreads()
    while True:
        if notes[0, IS_OVER] or notes[1, IS_OVER]:
            is_over = shared[IS_OVER]
            n = wide(shared[DEAL])
            cuda.syncthreads()
            if is_over and 0 <= n < boards.shape[0]:
                # What was found of the last deal; nothing is left behind for the next.
                for bucket in range(lane, shared[HIGHEST] + 1, LANES):
                    heads[bucket] = -1
                if lane == 0:
                    record, length = wide(shared[WINNER]), 0
                    while record > 0 and length < MOST_MOVES:
                        packed = records[record, HOMES]
                        paths[n, length] = packed >> MOVE_AT & 0xFFFF
                        record = packed >> PARENT_AT
                        length += 1
                    found[n, PATH] = length if record == 0 else -1
                    found[n, LOOKED_INTO] = shared[LOOKS]
            if is_over and lane == 0 and n < boards.shape[0]:
                shared[DEAL] = cuda.atomic.add(taken, 0, 1)
            cuda.syncthreads()
            if min(notes[0, DEAL], notes[1, DEAL]) >= boards.shape[0]:
                break
            # Take the next deal, and lay it out.
            n = wide(shared[DEAL])
            is_over = is_over and n < boards.shape[0]
            if is_over and stamps[block] == STAMPS:
                for place in range(lane, slots.shape[0], LANES):
                    slots[place] = 0
            cuda.syncthreads()
            if is_over and lane == 0:
                stamps[block] = stamps[block] % STAMPS + 1
                shared[STAMP] = stamps[block]
            if is_over and lane < 8:
                cards = 7 if lane < 4 else 6
                for i in range(cards):
                    tables[DEALT_CARDS + 8 * lane + i] = boards[n, 8 * lane + i]
                fill(tables, lane, cards)
                columns[lane] = tables[STANDING + 8 * lane + cards]
            cuda.syncthreads()
            if is_over and lane == 0:
                for a in range(8):
                    after[a] = columns[a]
                cells, homes = settle(tables, after, 0, 0)
                value = 0
                for a in range(tables[COLUMN_COUNT]):
                    value += value_of(tables, a, wide(after[a]))
                for i in range(4):
                    records[0, i] = wide(after[2 * i]) | wide(after[2 * i + 1]) << 32
                records[0, CELLS], records[0, HOMES] = cells, homes | -1 << PARENT_AT
                records[0, VALUE], records[0, NEXT] = value, -1
                key = value >> COST_BITS
                slots[key & mask] = key << 16 | wide(shared[STAMP])
                heads[0] = 0
                shared[BUCKET] = shared[HIGHEST] = 0
                shared[MET], shared[WINNER], shared[LOOKS] = 1, -1, 0
        # The first bucket that is not empty.
        cuda.syncthreads()
        bucket, is_on = shared[BUCKET], shared[DEAL] < boards.shape[0]
        if lane == 0:
            shared[FIRST] = NONE
        cuda.syncthreads()
        if is_on:
            at = bucket + lane
            for _ in range(tables[COLUMN_COUNT]):
                if at < BUCKETS and heads[at] >= 0:
                    cuda.atomic.min(shared, FIRST, at)
                    break
                at += LANES
        cuda.syncthreads()
        first = shared[FIRST]
        record, cells, homes, value, length, count = 0, 0, 0, 0, 0, 0
        is_on = is_on and first != NONE
        if is_on:
            record = wide(heads[first])
            packed, homes = records[record, CELLS], records[record, HOMES] & 0xFFFF
            value = records[record, VALUE]
            cells, length = packed & CELL_BITS, packed >> LENGTH
            if lane < 8:
                two = records[record, lane >> 1]
                columns[lane] = two >> 32 if lane & 1 else two & LOW
                describe(tables, columns, numbers, values, lane)
        cuda.syncthreads()
        if lane == 0:
            if is_on:
                heads[first] = records[record, NEXT]
                shared[BUCKET] = first
                shared[LOOKS] += 1
            else:
                shared[BUCKET] = bucket + 8 * LANES
        spaces, safe = spaces_in(columns), safe_cards(homes, RAYMOND)
        free = tables[CELL_COUNT] - how_many(cells)
        if is_on and lane < SOURCES:
            list_moves(columns, numbers, lane, cells, free, homes, spaces)
        cuda.syncthreads()
        if is_on:
            count = count_moves(numbers)
        if lane == 0:
            shared[COUNT] = count
        cuda.syncthreads()
        stamp = wide(shared[STAMP])
        for start in range(0, max(notes[0, COUNT], notes[1, COUNT]), LANES):
            move = -1
            is_new, is_won, away, mine = False, False, length, -1
            cells_then, homes_then, value_then, key = cells, homes, value, -1
            if start + lane < count:
                move = chosen(numbers, free, spaces, start + lane)
                for a in range(8):
                    after[a] = columns[a]
                cells_then, homes_then = make(tables, after, move, cells, homes, safe)
                value_then = revalued(tables, columns, values, after, cells, cells_then, value)
                away += int(move >> 4 & 15 != 15)
                is_won = homes_then == 0xDDDD
                key = value_then >> COST_BITS << 16 | stamp
            # Of two moves to one position the first counts, so that every run finds the same.
            keys[lane] = key
            cuda.syncthreads()
            looking = start + lane < count
            for other in range(lane):
                looking = looking and keys[other] != key
            if looking:
                place = value_then >> COST_BITS & mask
                while looking:
                    seen = slots[place]
                    if seen & STAMPS != stamp:
                        old = cuda.atomic.cas(slots, place, seen, key)
                        is_new = old == seen
                        seen = key if is_new else old
                    if seen == key:
                        looking = False
                    place = place + 1 & mask
            # The new ones are numbered by their threads.
            if lane == 0:
                shared[NEW] = 0
            cuda.syncthreads()
            if is_new:
                cuda.atomic.or_(shared, NEW, 1 << lane)
            cuda.syncthreads()
            news = wide(shared[NEW]) & LOW
            number = wide(shared[MET]) + cuda.popc(news & (1 << wide(lane)) - 1)
            if is_new and not is_won:
                mine = min(away * tables[MOVE] + (value_then & COST), BUCKETS - 1)
            buckets[lane], own[lane] = mine, number
            cuda.syncthreads()
            if lane == 0:
                shared[MET] += cuda.popc(news)
            if is_new:
                for i in range(4):
                    low = wide(after[2 * i])
                    records[number, i] = low | wide(after[2 * i + 1]) << 32
                records[number, CELLS] = cells_then | away << LENGTH
                records[number, HOMES] = (
                    homes_then | wide(move) << MOVE_AT | wide(record) << PARENT_AT
                )
                records[number, VALUE] = value_then
                if is_won:
                    cuda.atomic.max(shared, WINNER, number)
                else:
                    # Those of one bucket hang together in the order of their threads.
                    before, is_last = -1, True
                    others = news
                    while others:
                        other = lowest(others)
                        others &= others - 1
                        if buckets[other] == mine:
                            if other < lane:
                                before = other
                            elif other > lane:
                                is_last = False
                    follows = own[before] if before >= 0 else heads[mine]
                    records[number, NEXT] = follows
                    cuda.atomic.min(shared, BUCKET, mine)
                    cuda.atomic.max(shared, HIGHEST, mine)
                    mine = mine if is_last else -1
            cuda.syncthreads()
            if mine >= 0:
                heads[mine] = number
            cuda.syncthreads()
        if lane == 0:
            shared[IS_OVER] = int(
                shared[DEAL] < boards.shape[0]
                and (
                    shared[LOOKS] >= quota
                    or shared[WINNER] >= 0
                    or shared[MET] >= most
                    or shared[BUCKET] > shared[HIGHEST]
                )
            )
        cuda.syncthreads()


@kernel
def clear(slots: Array, heads: Array) -> None:
    """A table without slots that are taken, and empty buckets; a thread a word of all."""
    i = cuda.grid(1)
    for place in range(i, slots.shape[0], cuda.gridsize(1)):
        slots[place] = 0
    for place in range(i, heads.shape[0], cuda.gridsize(1)):
        heads[place] = -1


@kernel
def lay_out(deals: Array, rows: Array, boards: Array) -> None:
    """The cards of each deal, column by column; a thread a deal."""
    i = cuda.grid(1)
    if i < rows.shape[0]:
        row = rows[i]
        for n in range(i, deals.shape[0], rows.shape[0]):
            dealt(row, deals[n])
            for a in range(8):
                cards = 7 if a < 4 else 6
                near = row[COLUMNS + 2 * a]
                for j in range(cards):
                    code = (near >> CARD * (cards - 1 - j) & FACE) - 4
                    boards[n, 8 * a + j] = code


@kernel
def play(
    deals: Array, rows: Array, paths: Array, found: Array, steps: Array, digests: Array
) -> None:
    """Replay every way that was found on FreeCell's engine; a thread a deal."""
    i = cuda.grid(1)
    if i < rows.shape[0]:
        row = rows[i]
        for n in range(i, deals.shape[0], rows.shape[0]):
            found[n, MOVES], digests[n] = -1, 0
            if found[n, PATH] >= 0:
                dealt(row, deals[n])
                count = moves_to_win(row, paths[n], found[n, PATH], steps[i])
                found[n, MOVES], digests[n] = count, digest_of(steps[i], count)
