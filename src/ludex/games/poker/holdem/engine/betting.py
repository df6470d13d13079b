"""The choices of the player to act, and their effects."""

from ludex.compile.bits import how_many
from ludex.compile.engine import Row
from ludex.compile.jit import step

from .layout import (
    ACTED,
    AGGRESSOR,
    BETS,
    BETTING,
    CAP_AT,
    DEAD,
    FIXED,
    HOLES,
    LIVE,
    OPTIONS,
    PAID,
    PHASE,
    PRICE,
    RAISES,
    REBUY_DUE,
    SHOWDOWN,
    SHOWN,
    STACKS,
    STEP,
    WAITING,
    able,
    acting,
    at,
    is_live,
    players,
    queue,
    take,
    total,
)
from .rounds import decide, pay_out, settle, unit

FOLD, CHECK, CALL, LEAST, HALF_POT, POT, ALL_IN, SHOW, MUCK, BUY_IN, STAY_OUT = range(11)
ACTIONS = 11
"""From here on: a bet or a raise to an exact amount."""


@step
def owed(state: Row) -> int:
    """Return what the player to act has to add to match the bet."""
    return int(state[PRICE] - state[at(BETS, acting(state))])


@step
def may_raise(state: Row) -> bool:
    """May the player to act bet, or raise?"""
    p, price = acting(state), state[PRICE]
    if total(state, p) <= price:
        return False
    fixed = state[OPTIONS] & FIXED
    if state[ACTED] >> p & 1:
        more = owed(state)
        if (2 * more < unit(state)) if fixed else (more < state[STEP]):
            return False
    if fixed and is_capped(state):
        return False
    for q in range(players(state)):
        if q != p and is_live(state, q) and total(state, q) > price:
            return True
    return False


@step
def is_capped(state: Row) -> bool:
    """Have as many bets been made in the round as the fixed limit allows?"""
    cap = state[OPTIONS] >> CAP_AT & 15
    if cap == 0 or state[RAISES] < cap:
        return False
    most, count = 0, 0
    for p in range(players(state)):
        most = max(most, int(state[at(PAID, p)]))
    for p in range(players(state)):
        folded = state[at(PAID, p)] == most and state[at(HOLES, p)] != 0
        count += int(is_live(state, p) == 1 or folded)
    return count > 2


@step
def amount_of(state: Row, action: int) -> int:
    """The amount of a bet that is offered by name, or an exact one."""
    p, price = acting(state), int(state[PRICE])
    all_in, least = total(state, p), price + int(state[STEP])
    if action == ALL_IN:
        return all_in
    if action == LEAST:
        return least
    if action >= ACTIONS:
        return action - ACTIONS
    pot = int(state[DEAD]) + owed(state)
    for q in range(players(state)):
        pot += int(state[at(PAID, q)] + state[at(BETS, q)])
    return price + (pot // 2 if action == HALF_POT else pot)


@step
def legal(state: Row, found: Row) -> int:
    """Return what the player to act may do; bets of some usual sizes."""
    if state[PHASE] == SHOWDOWN:
        found[0], found[1] = SHOW, MUCK
        return 2
    if state[PHASE] == REBUY_DUE:
        found[0], found[1] = BUY_IN, STAY_OUT
        return 2
    if state[PHASE] != BETTING:
        return 0
    count = 1
    if owed(state) > 0:
        found[0], found[1] = FOLD, CALL
        count = 2
    else:
        found[0] = CHECK
    if not may_raise(state):
        return count
    all_in, least = total(state, acting(state)), amount_of(state, LEAST)
    if all_in > least:
        found[count] = LEAST
        count += 1
        if state[OPTIONS] & FIXED:
            return count
        before = least
        for size in (HALF_POT, POT):
            amount = amount_of(state, size)
            if before < amount < all_in:
                found[count] = size
                before = amount
                count += 1
    found[count] = ALL_IN
    return count + 1


@step
def apply(state: Row, action: int) -> None:
    """Fold, check, call, bet, show or muck; between two hands buy in again or stay out."""
    p = acting(state)
    if action in (BUY_IN, STAY_OUT):
        decide(state, p, action == BUY_IN)
        return
    if action >= ACTIONS or LEAST <= action <= ALL_IN:
        raise_to(state, p, amount_of(state, action))
        return
    state[WAITING] >>= 4
    if action in (FOLD, MUCK):
        state[LIVE] ^= 1 << p
    elif action == CHECK:
        state[ACTED] |= 1 << p
    elif action == CALL:
        call(state, p)
    else:
        state[SHOWN] |= 1 << p
    if action < SHOW:
        settle(state)
    elif state[WAITING] == 0 or how_many(int(state[LIVE])) == 1:
        pay_out(state)


@step
def call(state: Row, p: int) -> None:
    """Match the bet as far as the chips go, of the caller and of the others."""
    matched = 0
    for q in range(players(state)):
        if q != p and is_live(state, q):
            matched = max(matched, total(state, q))
    more = max(min(int(state[PRICE]), matched) - int(state[at(BETS, p)]), 0)
    state[at(BETS, p)] += take(state, p, more)
    state[ACTED] |= 1 << p


@step
def raise_to(state: Row, p: int, amount: int) -> None:
    """Bet so much in all; everybody else has to answer."""
    more, step_now = amount - int(state[PRICE]), int(state[STEP])
    if state[OPTIONS] & FIXED:
        whole = unit(state)
        full = 2 * (whole - step_now + more) >= whole
        state[STEP] = whole if full else step_now - more
    else:
        full = more >= step_now
        state[STEP] = max(step_now, more) if full else step_now
    state[WAITING] = queue(state, p, able(state) & ~(1 << p))
    state[at(STACKS, p)] = total(state, p) - amount
    state[at(BETS, p)] = amount
    state[PRICE] = amount
    state[RAISES] += int(full)
    state[ACTED] = 1 << p if full else int(state[ACTED]) | 1 << p
    state[AGGRESSOR] = p
