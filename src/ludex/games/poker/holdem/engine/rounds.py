"""From one betting round to the next: who acts, when a round ends, what follows."""

from ludex.compile.bits import how_many
from ludex.compile.engine import Row
from ludex.compile.jit import step
from ludex.games.poker.holdem.engine.layout import (
    ACTED,
    AGGRESSOR,
    BETS,
    BETTING,
    BOARD_DUE,
    BUTTON,
    COUNT,
    FIXED,
    HAND,
    LEVEL_AT,
    LIVE,
    NOBODY,
    OPTIONS,
    PHASE,
    PRICE,
    RAISES,
    SHOWDOWN,
    SHOWN,
    STACKS,
    STEP,
    WAITING,
    after,
    at,
    is_live,
    players,
    total,
)
from ludex.games.poker.holdem.engine.layout import BIG as BIG_BLIND
from ludex.games.poker.holdem.engine.pots import collect, pay_out
from ludex.games.poker.holdem.rules.options import GROWTH

LEVELS = len(GROWTH)


@step
def times(state: Row) -> int:
    """By how much the blinds of this hand have grown."""
    per_level = state[OPTIONS] >> LEVEL_AT & 0xFFF
    if per_level == 0:
        return 1
    level = (max(int(state[HAND]), 1) - 1) // per_level
    return int(GROWTH[min(level, LEVELS - 1)])


@step
def unit(state: Row) -> int:
    """The least full bet: with fixed limit those of the last two rounds are double."""
    big = int(state[BIG_BLIND]) * times(state)
    return 2 * big if state[OPTIONS] & FIXED and state[COUNT] > 3 else big


@step
def contested(state: Row, seats: int) -> int:
    """Those of a queue of seats whose next action can matter."""
    most, second = 0, 0
    for p in range(players(state)):
        if is_live(state, p):
            chips = total(state, p)
            second = max(second, min(most, chips))
            most = max(most, chips)
    found, place = 0, 0
    while seats:
        p = (seats & 15) - 1
        seats >>= 4
        if is_live(state, p) and state[at(STACKS, p)]:
            others = second if total(state, p) == most else most
            if others > state[at(BETS, p)]:
                found |= p + 1 << place
                place += 4
    return found


@step
def clockwise(state: Row, p: int) -> int:
    """All seats as a queue, beginning to the left of one."""
    queue = 0
    for place in range(players(state)):
        p = after(state, p)
        queue |= p + 1 << 4 * place
    return queue


@step
def open_round(state: Row, p: int) -> None:
    """A betting round that begins to the left of a seat; nothing, if nobody can bet."""
    waiting = contested(state, clockwise(state, p))
    if waiting:
        state[PHASE] = BETTING
        state[WAITING] = waiting
    else:
        close_round(state)


@step
def settle(state: Row) -> None:
    """Somebody has acted: the same round goes on, or the next, or the hand ends."""
    if how_many(int(state[LIVE])) == 1:
        collect(state)
        pay_out(state)
        return
    waiting = contested(state, int(state[WAITING]))
    if waiting:
        state[WAITING] = waiting
    else:
        close_round(state)


@step
def close_round(state: Row) -> None:
    """The bets go into the pots, and a card or the showdown follows."""
    collect(state)
    able = 0
    for p in range(players(state)):
        able += int(is_live(state, p) and state[at(STACKS, p)] != 0)
    if able < 2:
        state[SHOWN] = state[LIVE]
    if state[COUNT] < 5:
        state[PHASE] = BOARD_DUE
    else:
        show_down(state)


@step
def show_down(state: Row) -> None:
    """All betting is done: hands are shown in order, or at once if somebody is all in."""
    for p in range(players(state)):
        if is_live(state, p) and state[at(STACKS, p)] == 0:
            state[SHOWN] = state[LIVE]
            pay_out(state)
            return
    p = int(state[AGGRESSOR])
    if p == NOBODY:
        p = after(state, int(state[BUTTON]))
    queue, place = 0, 0
    for _ in range(players(state)):
        if is_live(state, p):
            queue |= p + 1 << place
            place += 4
        p = after(state, p)
    state[PHASE] = SHOWDOWN
    state[WAITING] = queue


@step
def deal_on(state: Row) -> None:
    """The board has grown: the next round, or the next card when nobody can bet."""
    state[PRICE] = 0
    state[STEP] = unit(state)
    state[RAISES] = 0
    state[ACTED] = 0
    state[AGGRESSOR] = NOBODY
    open_round(state, int(state[BUTTON]))
