"""The effect of a move on a packed table, and the end of turns and games.

The deal is that of the rulebook, card for card, for the same number; so a game of the engine can be replayed by `deal(NUMBER)` and its moves.
"""

from ludex.compile.draws import thrown, word
from ludex.compile.engine import Row
from ludex.compile.jit import step

from ..rules.state import End
from .layout import (
    ALL_EQUAL_AT,
    BONUS_AT,
    BOTH_IDLE,
    BY_TURNS,
    CARD_POINTS_AT,
    CUT,
    DEAL,
    DIFFERENCE,
    DISCARD,
    DRAINED,
    ENDED,
    EQUAL_AT,
    FIRST_AT,
    FLAGS,
    FOUNDATION,
    GAMES,
    HAND,
    HEIGHTS,
    HIGHER,
    HOUSE,
    IDLE,
    IDLE_AT,
    IN_PLAY,
    LINKS,
    LOADED,
    LOADED_AT,
    MARKS,
    MASK,
    MOVE,
    NEAREST_HOUSES,
    NEW_DEAL,
    OFFERS_AT,
    OWN,
    PACK_AT,
    PASS,
    PAST,
    PAST_COUNT,
    PER_PLAYER_AT,
    PHASE_AT,
    PLAYER_1,
    PROGRESSED,
    RANK,
    RESERVE,
    RESERVE_AT,
    RESERVE_POINTS_AT,
    RESULT,
    RULES,
    SCORES,
    SEAT,
    SEEN,
    SEEN_COUNT,
    STARTER,
    SUIT_AT,
    SUITS,
    TARGETS,
    THIRD_REPETITION,
    THIS_TURN,
    TO_FOUNDATION,
    TO_RESERVE,
    TO_WASTE,
    TOPS,
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
    top,
)
from .plays import wanted

UNKNOWN = -1
ORDER = (3, 2, 0, 1)
"""The order of suits where they break a tie: spades, hearts, clubs, diamonds."""


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
    unplayed = height(state, own + 1) + height(state, own + 2)
    if state[TURNED] and int(state[FLAGS]) & SEAT == seat:
        unplayed += 1
    points, reserve_points = rules >> CARD_POINTS_AT, rules >> RESERVE_POINTS_AT
    return unplayed * (points & 127) + height(state, own) * (reserve_points & 127)


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
