"""One hand after the other: chips bought, the button moved, blinds posted, cards dealt."""

from ludex.compile.draws import thrown
from ludex.compile.engine import Row
from ludex.compile.jit import step

from .layout import (
    ACTED,
    AGGRESSOR,
    ANTE,
    BETS,
    BIG_AT,
    BIG_PAYS_ANTE,
    BOARD,
    BOARD_DUE,
    BOUGHT,
    BUTTON,
    CARD,
    COUNT,
    DEAD,
    DEALT,
    HAND,
    HAS_LAST,
    HOLES,
    LAST_BOARD,
    LAST_HOLES,
    LAST_WON,
    LIVE,
    NOBODY,
    OPTIONS,
    PAID,
    PHASE,
    PRICE,
    RAISES,
    REBUY,
    SHOWN,
    SMALL_AT,
    STACK,
    STACKS,
    STEP,
    WON,
    after,
    at,
    is_live,
    players,
    take,
)
from .layout import BIG as BIG_BLIND
from .layout import SMALL as SMALL_BLIND
from .rounds import deal_on, open_round, times


@step
def draw(state: Row, seed: int, drawn: int) -> int:
    """Chance deals: a hand, or the next cards of the board."""
    if state[PHASE] == BOARD_DUE:
        for _ in range(1 if state[COUNT] else 3):
            card, drawn = card_by_chance(state, seed, drawn)
            state[BOARD] |= card + 1 << CARD * state[COUNT]
            state[COUNT] += 1
        deal_on(state)
        return drawn
    begin_hand(state)
    for p in range(players(state)):
        if is_live(state, p):
            first, drawn = card_by_chance(state, seed, drawn)
            second, drawn = card_by_chance(state, seed, drawn)
            state[at(HOLES, p)] = first + 1 | second + 1 << CARD
    open_round(state, int(state[BIG_AT]))
    return drawn


@step
def card_by_chance(state: Row, seed: int, drawn: int) -> tuple[int, int]:
    """A card that does not lie on the table, as the rulebook's pack deals it."""
    while True:
        card, drawn = thrown(seed, drawn, 52)
        if not state[DEALT] >> card & 1:
            state[DEALT] |= 1 << card
            return card, drawn


@step
def begin_hand(state: Row) -> None:
    """The next hand before the cards."""
    n = players(state)
    live = 0
    for p in range(n):
        if state[at(STACKS, p)] == 0 and state[OPTIONS] & REBUY:
            state[at(STACKS, p)] = state[STACK]
            state[at(BOUGHT, p)] += state[STACK]
        live |= int(state[at(STACKS, p)] > 0) << p
    state[HAND] += 1
    if state[HAND] > 1:
        keep_last(state)
        move_button(state, live)
    for p in range(n):
        state[at(HOLES, p)] = 0
        state[at(BETS, p)] = 0
        state[at(PAID, p)] = 0
        state[at(WON, p)] = 0
    state[BOARD], state[COUNT], state[DEALT], state[DEAD] = 0, 0, 0, 0
    state[LIVE], state[SHOWN], state[ACTED] = live, 0, 0
    growth = times(state)
    post_antes(state, int(state[ANTE]) * growth)
    if live >> state[SMALL_AT] & 1:
        p = int(state[SMALL_AT])
        state[at(BETS, p)] = take(state, p, int(state[SMALL_BLIND]) * growth)
    big = int(state[BIG_BLIND]) * growth
    state[at(BETS, int(state[BIG_AT]))] = take(state, int(state[BIG_AT]), big)
    state[PRICE], state[STEP] = big, big
    state[RAISES], state[AGGRESSOR] = 1, NOBODY


@step
def keep_last(state: Row) -> None:
    """Remember how the hand before ended, as everybody has seen it."""
    state[HAS_LAST], state[LAST_BOARD] = 1, state[BOARD]
    for p in range(players(state)):
        up = state[SHOWN] >> p & 1
        state[at(LAST_HOLES, p)] = state[at(HOLES, p)] if up else 0
        state[at(LAST_WON, p)] = state[at(WON, p)]


@step
def move_button(state: Row, live: int) -> None:
    """The big blind moves to the next player, the others follow."""
    big, button, count = -1, 0, 0
    p = int(state[BIG_AT])
    for _ in range(players(state)):
        p = after(state, p)
        if live >> p & 1:
            if count == 0:
                big = p
            elif count == 1:
                button = p
            count += 1
    if count == 2:
        state[BUTTON], state[SMALL_AT] = button, button
    else:
        state[BUTTON], state[SMALL_AT] = state[SMALL_AT], state[BIG_AT]
    state[BIG_AT] = big


@step
def post_antes(state: Row, ante: int) -> None:
    """The ante of everybody, or that of the big blind for all."""
    if state[OPTIONS] & BIG_PAYS_ANTE:
        state[DEAD] = take(state, int(state[BIG_AT]), ante)
        return
    for p in range(players(state)):
        state[at(PAID, p)] = take(state, p, ante)
