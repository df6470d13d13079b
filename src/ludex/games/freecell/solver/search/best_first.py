"""The search: always go on from the position that looks cheapest.

Quick, it moves whole runs and tells positions apart by their values, so it proves nothing
when it ends without a solution. Thorough, it moves one card at a time and compares positions
whose values agree: when it ends, every position that can be reached was looked into.

Positions that were met wait in buckets by cost, last in, first out. A table with open
addresses finds them by value; an entry older than this search counts as empty, so that
nothing has to be cleared. Positions become rows when they are looked into, not before.
"""

from .interpreter import compiled, step
from .layout import (
    AFTERTHOUGHT,
    BUCKET,
    BUCKETS,
    CELL_VALUES,
    CODE,
    COLUMNS,
    COMPLETE,
    COST,
    COST_BITS,
    ENDED,
    FOUND,
    FROM_CELL,
    FULL,
    HEADS,
    HELD,
    HIGHEST,
    HOMES,
    INFO,
    LENGTH,
    LOOKED_INTO,
    MASK,
    MET,
    MET_COUNT,
    MOST_LOOKS,
    MOST_MET,
    MOST_MOVES,
    MOVE,
    NEXT,
    NEXT_NODE,
    NODE,
    NOTHING,
    ORIGIN,
    QUOTA,
    QUOTA_REACHED,
    RECORD,
    RECORD_WIDTH,
    RECORDS_AT,
    ROW,
    ROWS_AT,
    RUNNING,
    SHORTEST,
    SLOT,
    SLOTS_AT,
    SOURCE,
    SPARE,
    STAMP,
    STATUS,
    TARGET,
    THOROUGH,
    TO_CELL,
    TO_HOME,
    UNDER,
    VALUE,
    WINNER,
    WON,
    Words,
)
from .position import (
    copy_row,
    grown,
    is_met,
    lay_out,
    listed,
    make,
    remake,
    rooted,
    safe,
    settle,
)

FAR = 1 << 30
GROWING = NODE * 2 * MOST_MOVES
"""The words of the columns that may be new after one look; there is always room for them."""


@compiled
def begin(mem: Words, board: Words) -> None:
    """Begin a search from a board; rules, weights and limits stand in their places."""
    lay_out(mem, board)
    value = settle(mem, SPARE, rooted(mem, SPARE))
    mem[STAMP] += mem[MET_COUNT]
    mem[LOOKED_INTO], mem[MET_COUNT], mem[BUCKET], mem[HIGHEST] = 0, 1, 0, 0
    mem[WINNER], mem[SHORTEST], mem[STATUS] = -1, FAR, RUNNING
    record = mem[RECORDS_AT]
    mem[record + MET] = value
    mem[record + ORIGIN] = -1
    mem[record + LENGTH] = 0
    mem[record + NEXT] = -1
    mem[HEADS] = record
    slot = mem[SLOTS_AT] + SLOT * (value >> COST_BITS & mem[MASK])
    mem[slot] = value
    mem[slot + 1] = mem[STAMP]
    if mem[SPARE + HOMES] == mem[COMPLETE]:
        mem[WINNER], mem[STATUS], mem[HEADS] = record, WON, -1


@step
def value_after(mem: Words, at: int, move: int, value: int) -> tuple[int, int]:
    """Return the value of the position after a move, and the card that it lays open."""
    source, target, count = move >> SOURCE, move >> TARGET & 15, move & 15
    opened = NOTHING
    if source >= FROM_CELL:
        mem[HELD] = source - FROM_CELL
        value -= mem[CELL_VALUES + source - FROM_CELL]
    else:
        node = mem[at + COLUMNS + source]
        value -= mem[node + VALUE]
        for i in range(count):
            mem[HELD + i] = mem[node + INFO] & CODE
            node = mem[node + UNDER]
        value += mem[node + VALUE]
        opened = mem[node + INFO] & CODE
    if target == TO_CELL:
        value += mem[CELL_VALUES + mem[HELD]]
    elif target < TO_CELL:
        node = mem[at + COLUMNS + target]
        value -= mem[node + VALUE]
        for i in range(count - 1, -1, -1):
            node = grown(mem, node, mem[HELD + i])
        value += mem[node + VALUE]
    return value, opened


@step
def clear(mem: Words) -> None:
    """Leave empty buckets behind."""
    for bucket in range(mem[HIGHEST] + 1):
        mem[HEADS + bucket] = -1
    mem[BUCKET], mem[HIGHEST] = 0, 0


@step
def next_record(mem: Words) -> int:
    """Take the record that looks cheapest; -1 if none is left."""
    bucket, highest = mem[BUCKET], mem[HIGHEST]
    found = -1
    while bucket <= highest and found < 0:
        record = mem[HEADS + bucket]
        if record < 0:
            bucket += 1
        else:
            mem[HEADS + bucket] = mem[record + NEXT]
            if 0 <= mem[record + LENGTH] < mem[SHORTEST]:
                found = record
    mem[BUCKET] = bucket
    return found


@step
def find(mem: Words, value: int, at: int, move: int) -> tuple[int, int]:
    """Return the slot of a position and its record, or -1 where it was never met.

    It is the one after `move` in the row `at`.
    """
    mask, stamp, slots = mem[MASK], mem[STAMP], mem[SLOTS_AT]
    place = value >> COST_BITS & mask
    while mem[slots + SLOT * place + 1] >= stamp:
        if mem[slots + SLOT * place] == value:
            number = mem[slots + SLOT * place + 1] - stamp
            known = mem[RECORDS_AT] + RECORD_WIDTH * number
            if mem[THOROUGH] == 0 or is_met(mem, at, move, known):
                return slots + SLOT * place, known
        place = place + 1 & mask
    return slots + SLOT * place, -1


@step
def look_into(mem: Words, record: int) -> None:
    """Write down every position that follows a record's and is new, or nearer than known."""
    at = mem[ROWS_AT] + mem[ROW] * mem[LOOKED_INTO]
    mem[LOOKED_INTO] += 1
    length, old = mem[record + LENGTH], mem[record + MET]
    mem[record + LENGTH] = -1 - length
    remake(mem, record, at)
    mem[at + RECORD] = record
    safe_cards = safe(mem, mem[at + HOMES])
    for i in range(listed(mem, at)):
        move = mem[FOUND + i]
        goes_home = move >> TARGET & 15 == TO_HOME
        away = length + 1 - int(goes_home)
        if away >= mem[SHORTEST]:
            continue
        value, opened = value_after(mem, at, move, old)
        wins = False
        # What was settled stays so, unless a safe card is laid open or the homes rise.
        if goes_home or safe_cards >> opened & 1:
            copy_row(mem, at, SPARE)
            make(mem, SPARE, move)
            value = settle(mem, SPARE, value)
            wins = mem[SPARE + HOMES] == mem[COMPLETE]
        slot, known = find(mem, value, at, move)
        if known >= 0:
            # Those that were looked into have negative lengths.
            if mem[known + LENGTH] <= away:
                continue
            mem[known + LENGTH] = -1
        number = mem[MET_COUNT]
        mem[MET_COUNT] = number + 1
        mem[slot] = value
        mem[slot + 1] = mem[STAMP] + number
        new = mem[RECORDS_AT] + RECORD_WIDTH * number
        mem[new + MET] = value
        mem[new + ORIGIN] = at << 16 | move
        mem[new + LENGTH] = away
        if wins:
            if mem[WINNER] < 0:
                mem[QUOTA] = min(mem[QUOTA], mem[LOOKED_INTO] + mem[AFTERTHOUGHT])
            mem[WINNER], mem[SHORTEST] = new, away
            continue
        bucket = min(away * mem[MOVE] + (value & COST), BUCKETS - 1)
        mem[new + NEXT] = mem[HEADS + bucket]
        mem[HEADS + bucket] = new
        mem[BUCKET] = min(mem[BUCKET], bucket)
        mem[HIGHEST] = max(mem[HIGHEST], bucket)


@step
def is_full(mem: Words) -> bool:
    """Is there no room to look into another position?"""
    return bool(
        mem[LOOKED_INTO] >= mem[MOST_LOOKS]
        or mem[MET_COUNT] + MOST_MOVES > mem[MOST_MET]
        or mem[NEXT_NODE] + GROWING > mem[ROWS_AT]
        or 2 * mem[MET_COUNT] > mem[MASK]
    )


@compiled
def go_on(mem: Words, looks: int) -> None:
    """Look into so many positions more; `STATUS` says how the search stands then.

    WON has the record that wins in `WINNER`; ENDED says that nothing is left to look into.
    """
    until = mem[LOOKED_INTO] + looks
    while mem[STATUS] == RUNNING and mem[LOOKED_INTO] < until:
        if is_full(mem):
            mem[STATUS] = FULL
        elif mem[LOOKED_INTO] >= mem[QUOTA]:
            mem[STATUS] = QUOTA_REACHED
        else:
            record = next_record(mem)
            if record < 0:
                mem[STATUS] = ENDED
            else:
                look_into(mem, record)
    if mem[STATUS] != RUNNING:
        clear(mem)
        if mem[WINNER] >= 0:
            mem[STATUS] = WON


@compiled
def trace(mem: Words, path: Words) -> int:
    """Write down the moves to the winner, the last one first, without those that make themselves.

    Return how many there are, or -1: there is no room for them.
    """
    count, record = 0, mem[WINNER]
    while mem[record + ORIGIN] >= 0:
        if count == len(path):
            return -1
        origin = mem[record + ORIGIN]
        path[count] = origin & 0xFFFF
        record = mem[(origin >> 16) + RECORD]
        count += 1
    return count
