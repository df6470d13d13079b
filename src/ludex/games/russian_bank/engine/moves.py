"""What a move does to a packed table, and how a turn and a game end."""

from ludex.compile.engine import Row
from ludex.compile.jit import step

from ..rules.state import End
from .fitting import wanted
from .layout import (
    BONUS_AT,
    BOTH_IDLE,
    CARD_POINTS_AT,
    DIFFERENCE,
    DISCARD,
    DRAINED,
    ENDED,
    FLAGS,
    FOUNDATION,
    GAMES,
    HAND,
    HEIGHTS,
    HOUSE,
    IDLE,
    IDLE_AT,
    IN_PLAY,
    LOADED,
    LOADED_AT,
    MARKS,
    MOVE,
    OFFERS_AT,
    OWN,
    PASS,
    PAST,
    PAST_COUNT,
    PHASE_AT,
    PROGRESSED,
    RESERVE,
    RESERVE_POINTS_AT,
    RESULT,
    RULES,
    SCORES,
    SEAT,
    SEEN,
    SEEN_COUNT,
    TARGETS,
    THIRD_REPETITION,
    THIS_TURN,
    TO_FOUNDATION,
    TO_RESERVE,
    TO_WASTE,
    TURN_HAND,
    TURNED,
    WANTED,
    WASTE,
    WASTE_PLAYED,
    WINS,
    fingerprint,
    height,
    idle,
    loaded,
    put,
    take,
)

WON = [*End].index(End.WIN)
IDLE_BOTH = [*End].index(End.BOTH_IDLE)
REPEATED = [*End].index(End.THIRD_REPETITION)
NOBODY = -1
AHEAD_AT, POINTS_AT = 3, 5
"""In the result: the end and one, who is ahead and one, the points."""


@step
def apply(state: Row, action: int) -> None:
    """Do a legal move."""
    if action == TURN_HAND:
        turn_hand(state)
    elif action == DISCARD:
        put(state, own_of(state) + 2, int(state[TURNED]))
        state[TURNED] = 0
        hand_over(state)
    elif action == PASS:
        hand_over(state)
    else:
        source, target = action // TARGETS, action % TARGETS
        if source >= HOUSE and target < TO_FOUNDATION:
            move_between_houses(state, source - HOUSE, target)
        else:
            play(state, source, target)


@step
def own_of(state: Row) -> int:
    """Return the reserve of the player on turn; hand and waste come next."""
    return OWN + 3 * (int(state[FLAGS]) & SEAT)


@step
def move_between_houses(state: Row, a: int, b: int) -> None:
    """A card changes houses; how they lay is remembered."""
    state[SEEN + state[SEEN_COUNT]] = int(state[MARKS]) & ~MOVE | a << 3 | b
    state[SEEN_COUNT] += 1
    put(state, b, take(state, a))


@step
def play(state: Row, source: int, target: int) -> None:
    """A card goes where it goes; the last own card wins at once."""
    seat, own = int(state[FLAGS]) & SEAT, own_of(state)
    dealt_card = source == RESERVE and loaded(state, seat) == 0
    if source >= HOUSE:
        card = take(state, source - HOUSE)
    elif source == HAND:
        card = int(state[TURNED])
        state[TURNED] = 0
    else:
        card = take(state, own + source)
    if source == RESERVE and not dealt_card:
        state[LOADED] -= 1 << LOADED_AT * seat
    if target < TO_RESERVE:
        put(state, target, card)
    else:
        put(state, OWN + 3 * (1 - seat) + 2 * int(target == TO_WASTE), card)
        if target == TO_RESERVE:
            state[LOADED] += 1 << LOADED_AT * (1 - seat)
    state[FLAGS] |= PROGRESSED
    if source == WASTE:
        state[FLAGS] |= WASTE_PLAYED
    state[SEEN_COUNT] = 0
    if FOUNDATION <= target < TO_RESERVE:
        state[WANTED] = wanted(state)
        state[PAST_COUNT] = 0
    elif dealt_card:
        state[PAST_COUNT] = 0
    if source < HOUSE and has_nothing(state, seat) and state[TURNED] == 0:
        finish(state, WON, seat)


@step
def has_nothing(state: Row, seat: int) -> bool:
    """Are reserve, hand and waste of a player gone?"""
    return int(state[HEIGHTS + 2]) >> 24 * seat & 0xFFFFFF == 0


@step
def turn_hand(state: Row) -> None:
    """Turn the top card of the hand, which is first made of the waste if it ran out."""
    own = own_of(state)
    hand, waste = own + 1, own + 2
    if height(state, hand) == 0:
        while height(state, waste):
            put(state, hand, take(state, waste))
    state[FLAGS] &= ~DRAINED
    if height(state, hand) == 1:
        state[FLAGS] |= DRAINED
    state[TURNED] = take(state, hand)
    state[SEEN_COUNT] = 0


@step
def hand_over(state: Row) -> None:
    """The turn passes to the opponent, or a stalemate is found."""
    flags = int(state[FLAGS])
    seat = flags & SEAT
    if has_nothing(state, seat):
        finish(state, WON, seat)
        return
    if flags & PROGRESSED:
        state[IDLE] = 0
    else:
        state[IDLE] += 1 << IDLE_AT * seat
    state[FLAGS] = (flags & ~THIS_TURN) ^ SEAT
    state[SEEN_COUNT] = 0
    judge(state)


@step
def judge(state: Row) -> None:
    """A turn begins: is it a stalemate? Otherwise the position is remembered."""
    rules, mark, past = int(state[RULES]), fingerprint(state), int(state[PAST_COUNT])
    if rules & THIRD_REPETITION:
        times = 0
        for i in range(past):
            times += int(state[PAST + i] == mark)
        if times >= 2:
            finish(state, REPEATED, NOBODY)
            return
    if rules & BOTH_IDLE:
        longest = 1
        for seat in range(2):
            hand, waste = OWN + 3 * seat + 1, OWN + 3 * seat + 2
            longest = max(longest, height(state, hand) + height(state, waste))
        if min(idle(state, 0), idle(state, 1)) >= longest:
            finish(state, IDLE_BOTH, NOBODY)
            return
    state[PAST + past] = mark
    state[PAST_COUNT] = past + 1


@step
def count(state: Row, seat: int) -> int:
    """Return what the cards a player still holds are worth to the opponent."""
    rules, own = int(state[RULES]), OWN + 3 * seat
    loose = height(state, own + 1) + height(state, own + 2)
    if state[TURNED] and int(state[FLAGS]) & SEAT == seat:
        loose += 1
    points, reserve_points = rules >> CARD_POINTS_AT, rules >> RESERVE_POINTS_AT
    return loose * (points & 127) + height(state, own) * (reserve_points & 127)


@step
def finish(state: Row, end: int, winner: int) -> None:
    """The game is over and scored."""
    rules = int(state[RULES])
    ahead, points = winner, 0
    if winner != NOBODY:
        points = (rules >> BONUS_AT & 1023) + count(state, 1 - winner)
        state[WINS + winner] += 1
    elif rules & DIFFERENCE:
        lead = count(state, 1) - count(state, 0)
        points = abs(lead)
        if lead:
            ahead = 0 if lead > 0 else 1
    if ahead != NOBODY:
        state[SCORES + ahead] += points
    state[GAMES] += 1
    state[RESULT] = end + 1 | ahead + 1 << AHEAD_AT | points << POINTS_AT
    state[FLAGS] &= ~(3 << OFFERS_AT)
    state[FLAGS] += (ENDED - IN_PLAY) << PHASE_AT
