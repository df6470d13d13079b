"""The loop that looks at states on the engine that was compiled from their rulebook.

It stops where the rulebook itself has to look: something may be wrong there, or new.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ludex.check.explore.hashing import EXACT, digest, read_back
from ludex.compile.engine import CHANCE, Row, Rows
from ludex.compile.packing import BitLayout, Words, pack, unpack
from ludex.compile.rows import bare

Numbers = npt.NDArray[np.uint32]

LATER = 0xFFFFFFFF
"""The number of an outcome that the rulebook is asked for later, as its reason is told by the state."""

DONE, ASK, ENDING, FULL = range(4)
"""The reasons for which the loop stops: nothing is left; the rulebook is asked about a state; a state ends in a way
that is not known yet; there are as many states as may be."""

REASON, AT, COUNT, EDGES, STORED, KNOWN, WAY, CUT = range(8)
"""The places of the answer: the reason and the state at which it stopped, the states and transitions there are then, the
rows of the next layer, the events that have numbers, the way to end that is not known, the states
that were not played on."""

# ruff: noqa: F821 - they are bound, not assigned
broken: Callable[[Row], bool]
happen: Callable[[Row, int, Row], None]
ending: Callable[[Row, Row], int]
turn: Callable[[Row], int]
legal: Callable[[Row, Row], int]
happenings: Callable[[Row, Row], int]
play: Callable[[Row, int], None]
keeps: Callable[[Row, Row, int], bool]


def look(  # noqa: C901, PLR0912, PLR0915, PLR0917 - one loop
    packing: BitLayout,
    size: int,
    seats: int,
    is_promised: bool,
    first: int,
    last: int,
    onward: bool,
    most: int,
    mask: int,
    given: int,
    from_row: int,
    seen: tuple[Words, Words, Numbers],
    ways: tuple[Numbers, Numbers, Numbers, npt.NDArray[np.int16], Words],
    edges: tuple[Numbers, Numbers],
    rows: tuple[Words, Words],
    endings: Rows,
    known: int,
    events: tuple[Row, Row, Row],
    met: Row,
    room: tuple[Row, Row, Row, Row, Row, Words, Words],
    answer: Row,
) -> None:
    """Look at the states from `first` to before `last`.

    `given` is the outcome of the first one, if it is known. The states of a layer lie in `rows[0]` from
    `from_row` on, unless their digests can be read back; those of the next are put in `rows[1]`.
    """
    low, high, slots = bare(seen)
    parent, via, ended, turns, offsets = bare(ways)
    to, by = bare(edges)
    now, later = bare(rows)
    numbers, order, fired = bare(events)
    state, after, found, signs, alive, packed, marks = bare(room)
    exact = packed.shape[0] <= EXACT
    reason, n = DONE, first
    count, edge, cut, waiting = answer[COUNT], answer[EDGES], 0, answer[STORED]
    begun, numbered = edge, answer[KNOWN]
    wanted = found.shape[0]
    while n < last and count + wanted <= low.shape[0] and edge + wanted <= to.shape[0]:
        begun = edge
        if exact:
            read_back(low[n], high[n], packed)
            unpack(packing, packed, 2, state)
        else:
            unpack(packing, now[from_row + n - first], 2, state)
        state[0] = 0
        is_broken = broken(state)
        happen(state, n, met)
        way = ending(state, signs)
        seat = turn(state)
        if is_broken or state[0] != 0 or seat < CHANCE or seat >= seats:
            reason = ASK
            break
        over = 0
        if way != 0:
            if n == first:
                over = given
            if over == 0 and way > 0:
                for i in range(known):
                    if endings[i, 0] == way:
                        same = True
                        for k in range(signs.shape[0]):
                            same &= endings[i, k + 2] == signs[k]
                        if same:
                            over = endings[i, 1]
                            break
            if over == 0 and way < 0:
                over = LATER
            if over == 0:
                reason = ENDING
                answer[WAY] = way
                break
        else:
            amount = happenings(state, found) if seat == CHANCE else legal(state, found)
            if state[0] != 0 or amount == 0:
                reason = ASK
                break
            if not onward:
                cut += 1
                amount = 0
            is_left = False
            for i in range(amount):
                action = found[i]
                for k in range(2, size):
                    after[k] = state[k]
                after[0] = 0
                play(after, action)
                if after[0] != 0:
                    is_left = True
                    break
                pack(packing, after, 2, alive, packed)
                if is_promised:
                    is_kept = keeps(state, after, action)
                    if not is_kept or after[0] != 0:
                        is_left = True
                        break
                digest(packed, marks)
                a, b = marks[0], marks[1]
                slot = np.int64(a & np.uint64(mask))
                number = np.int64(slots[slot])
                while number != 0 and (low[number - 1] != a or high[number - 1] != b):
                    slot = (slot + 1) & mask
                    number = np.int64(slots[slot])
                if numbers[action] < 0:
                    numbers[action] = numbered
                    order[numbered] = action
                    numbered += 1
                if number == 0:
                    if count >= most:
                        reason = FULL
                        is_left = True
                        break
                    low[count], high[count] = a, b
                    parent[count] = n
                    via[count] = numbers[action]
                    if not exact:
                        for k in range(packed.shape[0]):
                            later[waiting, k] = packed[k]
                        waiting += 1
                    count += 1
                    slots[slot] = count
                    number = count
                to[edge] = number - 1
                by[edge] = numbers[action]
                edge += 1
            if is_left:
                edge = begun
                if reason == DONE:
                    reason = ASK
                break
            for i in range(begun, edge):
                fired[by[i]] += 1
        turns[n] = seat
        ended[n] = over
        offsets[n + 1] = edge
        n += 1
    answer[REASON], answer[AT], answer[COUNT], answer[EDGES] = reason, n, count, edge
    answer[STORED], answer[KNOWN], answer[CUT] = waiting, numbered, cut
