"""The passage from one betting round to the next: the order of players, the end of a round, and the
winners of the pots."""

from ludex.compile.bits import how_many
from ludex.compile.engine import Row
from ludex.compile.jit import step

from ...equity.strength import of_suits, with_card
from ..rules.options import GROWTH
from .layout import (
    ACTED,
    AGGRESSOR,
    ASKS,
    BETS,
    BETTING,
    BIG_AT,
    BOARD,
    BOARD_DUE,
    BOUGHT,
    BUTTON,
    CARD,
    COUNT,
    DEAD,
    DEAL,
    FIXED,
    HAND,
    HANDS_AT,
    HOLES,
    LEVEL_AT,
    LIVE,
    NOBODY,
    OPTIONS,
    OVER,
    PAID,
    PHASE,
    PLACES,
    PRICE,
    RAISES,
    REBUY,
    REBUY_DUE,
    SHOWDOWN,
    SHOWN,
    STACK,
    STACKS,
    STEP,
    WAITING,
    WON,
    able,
    after,
    at,
    is_live,
    players,
    queue,
    total,
)
from .layout import BIG as BIG_BLIND

LEVELS = len(GROWTH)


@step
def collect(state: Row) -> None:
    """The bets of the round go into the pots; what nobody could call goes back."""
    most, second, raiser = -1, -1, 0
    for p in range(players(state)):
        bet = state[at(BETS, p)]
        if bet > most:
            most, second, raiser = bet, most, p
        elif bet > second:
            second = bet
    state[at(STACKS, raiser)] += most - second
    state[at(BETS, raiser)] = second
    for p in range(players(state)):
        state[at(PAID, p)] += state[at(BETS, p)]
        state[at(BETS, p)] = 0
    state[PRICE] = 0
    state[WAITING] = 0


@step
def pay_out(state: Row) -> None:
    """The pots with their winners; the hand is over, and perhaps the game."""
    n = players(state)
    for p in range(n):
        state[at(WON, p)] = 0
    share_pots(state)
    broke = 0
    for p in range(n):
        state[at(STACKS, p)] += state[at(WON, p)]
        broke |= int(state[at(STACKS, p)] == 0) << p
    hands = state[OPTIONS] >> HANDS_AT & 0xFFF
    if broke and hands == 0:
        place(state, broke)
    for p in range(n):
        state[at(PAID, p)] = 0
    state[DEAD] = 0
    state[WAITING] = 0
    had_all = hands and state[HAND] >= hands
    if state[OPTIONS] & ASKS and not had_all:
        ask(state)
    if state[WAITING]:
        state[PHASE] = REBUY_DUE
        return
    left = n if state[OPTIONS] & REBUY else n - how_many(broke)
    state[PHASE] = OVER if left < 2 or had_all else DEAL


@step
def ask(state: Row) -> None:
    """Let the players who have lost everything in this hand wait, from the left of the button."""
    broke = 0
    for p in range(players(state)):
        broke |= int(state[at(HOLES, p)] != 0 and state[at(STACKS, p)] == 0) << p
    state[WAITING] = queue(state, after(state, int(state[BUTTON])), broke)


@step
def decide(state: Row, p: int, buys: bool) -> None:
    """Let the player who is asked buy in again, or stay out; the next one is asked, or a hand or
    the end follows."""
    if buys:
        state[at(STACKS, p)] = state[STACK]
        state[at(BOUGHT, p)] += state[STACK]
    state[WAITING] >>= 4
    if state[WAITING]:
        return
    left = 0
    for q in range(players(state)):
        left += int(state[at(STACKS, q)] > 0)
    state[PHASE] = OVER if left < 2 else DEAL


@step
def share_pots(state: Row) -> None:
    """The main pot, then the side pots, each to the best hands that can win it."""
    n, below, amount = players(state), -1, int(state[DEAD])
    alone = how_many(int(state[LIVE])) == 1
    while True:
        level, most = -1, -1
        for p in range(n):
            paid = int(state[at(PAID, p)])
            if is_live(state, p) and paid > below:
                level = paid if level < 0 else min(level, paid)
                most = max(most, paid)
        for p in range(n):
            paid = int(state[at(PAID, p)])
            # What others put in beyond every live seat is won with the last pot.
            if level < most:
                paid = min(paid, level)
            amount += max(0, paid - max(0, below))
        if amount:
            give(state, amount, level, alone)
        if level == most:
            return
        amount, below = 0, level


@step
def give(state: Row, amount: int, level: int, alone: bool) -> None:
    """A pot to the best of those who have paid so much, from the left of the button."""
    n, best, winners = players(state), -1, 0
    for p in range(n):
        if is_live(state, p) and state[at(PAID, p)] >= level:
            worth = 0 if alone else worth_of(state, p)
            if worth > best:
                best, winners = worth, 0
            if worth == best:
                winners |= 1 << p
    share, odd = amount // how_many(winners), amount % how_many(winners)
    p = int(state[BUTTON])
    for _ in range(n):
        p = after(state, p)
        if winners >> p & 1:
            state[at(WON, p)] += share + int(odd > 0)
            odd -= 1


@step
def worth_of(state: Row, p: int) -> int:
    """Return what the seven cards of a seat are worth."""
    suits, cards = 0, int(state[BOARD] | state[at(HOLES, p)] << CARD * state[COUNT])
    while cards:
        suits = with_card(suits, (cards & 63) - 1)
        cards >>= CARD
    return int(of_suits(suits))


@step
def place(state: Row, broke: int) -> None:
    """Give a place to the players who are broke now: of several, to the one who had more before the
    hand first."""
    n = players(state)
    left = n - how_many(broke)
    placed = int(state[PLACES])
    found = placed
    for p in range(n):
        if broke >> p & 1 and placed >> 4 * p & 15 == 0:
            rank = left + 1
            for q in range(n):
                if broke >> q & 1 and placed >> 4 * q & 15 == 0:
                    rank += int(had(state, q) > had(state, p))
            found |= rank << 4 * p
        elif left == 1 and not broke >> p & 1:
            found |= 1 << 4 * p
    state[PLACES] = found


@step
def had(state: Row, p: int) -> int:
    """Return what a seat that is broke now had before the hand."""
    paid = int(state[at(PAID, p)])
    return paid + int(state[DEAD]) if p == state[BIG_AT] else paid


@step
def times(state: Row) -> int:
    """Return by how much the blinds of this hand have grown."""
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
    """Return the seats of a queue whose next action can matter."""
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
def open_round(state: Row, p: int) -> None:
    """A betting round that begins to the left of a seat; nothing, if nobody can bet."""
    everybody = (1 << players(state)) - 1
    waiting = contested(state, queue(state, after(state, p), everybody))
    if waiting:
        state[PHASE] = BETTING
        state[WAITING] = waiting
    else:
        close_round(state)


@step
def settle(state: Row) -> None:
    """Go on after an action: the same round, or the next, or the end of the hand."""
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
    if how_many(able(state)) < 2:
        state[SHOWN] = state[LIVE]
    if state[COUNT] < 5:
        state[PHASE] = BOARD_DUE
    else:
        show_down(state)


@step
def show_down(state: Row) -> None:
    """All betting is done: hands are shown in order, or at once if somebody is all in."""
    if able(state) != state[LIVE]:
        state[SHOWN] = state[LIVE]
        pay_out(state)
        return
    p = int(state[AGGRESSOR])
    if p == NOBODY:
        p = after(state, int(state[BUTTON]))
    state[PHASE] = SHOWDOWN
    state[WAITING] = queue(state, p, int(state[LIVE]))


@step
def deal_on(state: Row) -> None:
    """The board has grown: the next round, or the next card when nobody can bet."""
    state[PRICE] = 0
    state[STEP] = unit(state)
    state[RAISES] = 0
    state[ACTED] = 0
    state[AGGRESSOR] = NOBODY
    open_round(state, int(state[BUTTON]))
