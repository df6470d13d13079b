"""The layout of a table of hold'em in a row of whole numbers.

First the options, then what belongs to the table, then a number a seat for each of the
things that belong to seats. Cards are their ids and one, so that 0 is no card: six bits. Who
waits stands in a queue of seats, four bits each, the first one lowest, each and one.
"""

from ludex.compile.engine import Row
from ludex.compile.jit import step

OPTIONS, STACK, SMALL, BIG, ANTE = range(5)
(
    HAND, PHASE, BUTTON, SMALL_AT, BIG_AT, AGGRESSOR, BOARD, COUNT, DEALT, LIVE, SHOWN,
    ACTED, WAITING, PRICE, STEP, RAISES, DEAD, PLACES, LAST_BOARD, HAS_LAST,
) = range(5, 25)  # fmt: skip
SEATS = 25
"""The offset of the numbers of the seats."""

STACKS, BETS, PAID, WON, BOUGHT, HOLES, LAST_HOLES, LAST_WON = range(8)
PER_SEAT = 8

# In the options
FIXED = 1 << 4
BIG_PAYS_ANTE = 1 << 5
REBUY = 1 << 6
ASKS = 1 << 7
CAP_AT, HANDS_AT, LEVEL_AT = 8, 12, 24
CARD = 6
HOLE = (1 << 2 * CARD) - 1

DEAL, BETTING, BOARD_DUE, SHOWDOWN, OVER, REBUY_DUE = range(6)
NOBODY = -1


@step
def players(state: Row) -> int:
    """Return how many sit at the table."""
    return int(state[OPTIONS] & 15)


@step
def at(field: int, p: int) -> int:
    """Return where the number of a seat stands."""
    return SEATS + PER_SEAT * p + field


@step
def is_live(state: Row, p: int) -> int:
    """Has a seat a claim to the pot?"""
    return int(state[LIVE] >> p & 1)


@step
def after(state: Row, p: int) -> int:
    """The seat to the left."""
    return 0 if p + 1 == players(state) else p + 1


@step
def total(state: Row, p: int) -> int:
    """The chips behind of a seat and its bet of this round."""
    return int(state[at(STACKS, p)] + state[at(BETS, p)])


@step
def acting(state: Row) -> int:
    """Return who is to act."""
    return int(state[WAITING] & 15) - 1


@step
def able(state: Row) -> int:
    """Return who has a claim to the pot and chips behind, a bit a seat."""
    found = 0
    for p in range(players(state)):
        found |= int(is_live(state, p) and state[at(STACKS, p)] != 0) << p
    return found


@step
def queue(state: Row, p: int, seats: int) -> int:
    """Some seats, given a bit each, as a queue clockwise from one."""
    found, place = 0, 0
    for _ in range(players(state)):
        if seats >> p & 1:
            found |= p + 1 << place
            place += 4
        p = after(state, p)
    return found


@step
def take(state: Row, p: int, amount: int) -> int:
    """Take so many chips from a stack, or all that are there."""
    given = min(amount, int(state[at(STACKS, p)]))
    state[at(STACKS, p)] -= given
    return given
