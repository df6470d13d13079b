"""The deal: that of the rulebook, card for card, for the same number.

So a game of the engine can be replayed by `deal(NUMBER)` and its moves.
"""

from typing import Final

from ludex.compile.draws import thrown, word
from ludex.compile.engine import Row
from ludex.compile.jit import step

from ..rules.position_hash import MASK
from .fitting import wanted
from .layout import (
    ALL_EQUAL_AT,
    BY_TURNS,
    CUT,
    DEAL,
    EQUAL_AT,
    FIRST_AT,
    FLAGS,
    HEIGHTS,
    HIGHER,
    IDLE,
    IN_PLAY,
    LINKS,
    LOADED,
    MARKS,
    NEAREST_HOUSES,
    NEW_DEAL,
    OWN,
    PACK_AT,
    PAST,
    PAST_COUNT,
    PER_PLAYER_AT,
    PHASE_AT,
    PLAYER_1,
    RANK,
    RESERVE_AT,
    RULES,
    SEEN,
    SEEN_COUNT,
    STARTER,
    SUIT_AT,
    SUITS,
    TOPS,
    TURNED,
    WANTED,
    fingerprint,
    put,
    top,
)

UNKNOWN: Final = -1
ORDER: Final = (3, 2, 0, 1)
"""How high each suit is, where suits break a tie: spades, hearts, clubs, diamonds."""


@step
def shuffled(state: Row, pack: int, number: int, drawn: int) -> int:
    """Return a pack in a random order, laid where house moves are kept; the words drawn then."""
    for i in range(52):
        state[SEEN + i] = pack << PACK_AT | i // 13 << SUIT_AT | i % 13 + 1
    for i in range(51, 0, -1):
        j, drawn = thrown(number, drawn, i + 1)
        state[SEEN + i], state[SEEN + j] = state[SEEN + j], state[SEEN + i]
    return drawn


@step
def lay_out(state: Row, pack: int) -> None:
    """A reserve, some houses, the rest as the hand."""
    reserve = int(state[RULES]) >> RESERVE_AT & 15
    houses = int(state[RULES]) >> PER_PLAYER_AT & 7
    own = OWN + 3 * pack
    for i in range(52):
        pile = own + 1
        if i < reserve:
            pile = own
        elif i < reserve + houses:
            pile = pack * houses + i - reserve
        put(state, pile, int(state[SEEN + i]))


@step
def deal(state: Row, number: int) -> None:
    """Shuffle both packs by a number, deal them, and see who begins."""
    drawn, first = 0, UNKNOWN
    while first == UNKNOWN:
        for group in range(3):
            state[TOPS + group] = 0
            state[HEIGHTS + group] = 0
            state[MARKS + group] = 0
        for place in range(LINKS, SEEN):
            state[place] = 0
        for pack in range(2):
            drawn = shuffled(state, pack, number, drawn)
            lay_out(state, pack)
        first, drawn = first_player(state, number, drawn)
    state[DEAL] = number
    state[WANTED] = wanted(state)
    state[FLAGS] = first | IN_PLAY << PHASE_AT
    state[STARTER] = first + 1
    for place in (TURNED, LOADED, IDLE, SEEN_COUNT):
        state[place] = 0
    state[PAST] = fingerprint(state)
    state[PAST_COUNT] = 1


@step
def first_player(state: Row, number: int, drawn: int) -> tuple[int, int]:
    """Return who begins, or UNKNOWN when the cards are to be dealt again; the words drawn then."""
    rules = int(state[RULES])
    by = rules >> FIRST_AT & 3
    if by == BY_TURNS and state[STARTER]:
        return 2 - int(state[STARTER]), drawn
    if by != CUT:
        lead = lower(state, rules)
        if lead:
            first = 0 if lead < 0 else 1
            return (1 - first if by == HIGHER else first), drawn
        otherwise = rules >> ALL_EQUAL_AT & 3
        if otherwise == NEW_DEAL:
            return UNKNOWN, drawn
        if otherwise == PLAYER_1:
            return 0, drawn
    return thrown(number, drawn, 2)


@step
def lower(state: Row, rules: int) -> int:
    """Return whose cards are lower: of player 1 below 0, of player 2 above, 0 when all are equal."""
    one, two = top(state, OWN), top(state, OWN + 3)
    if one & RANK != two & RANK:
        return (one & RANK) - (two & RANK)
    how, houses = rules >> EQUAL_AT & 3, rules >> PER_PLAYER_AT & 7
    if how == SUITS:
        return ORDER[one >> SUIT_AT & 3] - ORDER[two >> SUIT_AT & 3]
    for i in range(houses):
        house = houses - 1 - i if how == NEAREST_HOUSES else i
        one, two = top(state, house), top(state, houses + house)
        if one & RANK != two & RANK:
            return (one & RANK) - (two & RANK)
    return 0


@step
def draw(state: Row, seed: int, drawn: int) -> int:
    """Chance deals one of the numbered deals."""
    deal(state, word(seed, drawn) & MASK)
    return drawn + 1
