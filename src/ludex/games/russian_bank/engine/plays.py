"""The possible plays on a packed table: each card with its targets, and what comes first.

`found_plays` writes a number for each source: a byte a pile, with a bit for its foundation, one
for its house and, in the first two bytes, one for the opponent's reserve and waste. The list of
moves and the choice of one are read off these numbers.

Most cards go nowhere. So it is asked first which *faces* any pile takes, a bit for each (its suit
above its rank, as in a card); then, for a card that goes somewhere, which of eight piles take it:
all eight at once, a byte each. What comes out then has the lowest bit of their bytes.
"""

from ludex.compile.bits import how_many, nth
from ludex.compile.draws import below
from ludex.compile.engine import Row
from ludex.compile.jit import step

from .layout import (
    ACES,
    CARD,
    COMPULSORY,
    DISCARD,
    DISCARD_ANY_TIME,
    DISCARD_AT,
    DRAINED,
    DUTY_AT,
    EVERY_CARD,
    FACE,
    FILL_AT,
    FITS_NO_FOUNDATION,
    FLAGS,
    FOUNDATIONS_AT,
    FROM_RESERVE,
    HAND,
    HOUSE,
    HOUSES_AT,
    KINGS,
    LAST_RESORT,
    LOADING_AT,
    MARKS,
    MASK,
    MOVE,
    NEVER,
    NEXT_TURN,
    NO_DUTY,
    NO_FILLING,
    NO_REPEAT,
    NOTHING,
    ONE_CARD,
    ONES,
    OPEN,
    OWN,
    OWN_AT,
    PASS,
    PER_PLAYER_AT,
    RANK,
    RED,
    RESERVE,
    RESERVE_FIRST,
    RESERVE_IS_BLOCKED,
    RULES,
    SAME_RANK,
    SEAT,
    SEEN,
    SEEN_COUNT,
    SOURCES,
    SPACES_AT,
    TARGETS,
    TO_FOUNDATION,
    TO_RESERVE,
    TURN_ANY_TIME,
    TURN_AT,
    TURN_HAND,
    TURNED,
    WANTED,
    WASTE,
    WASTE_AT,
    WASTE_PLAYED,
    WITHOUT_RESERVE,
    height,
    mark,
    top,
)

COLOURED = 5
"""Bits of a card that say its colour and its rank."""
FACED = 6
"""Bits of a card that say its suit and its rank."""
SIX_HOUSES = ONES & (1 << 48) - 1
ACE = 1 << 1
"""The ace of the first suit."""
EVERY_SUIT = 1 | 1 << 16 | 1 << 32 | 1 << 48
ALL_FACES = 0x3FFE * EVERY_SUIT
BOTH_SUITS = 1 | 1 << 32
"""The two suits of a colour."""


@step
def same(tops: int, width: int, wanted: int) -> int:
    """Return the piles whose top cards have the wanted bits, of so many.

    Where bits differ they are a number from 1 up, which with all ones added to it carries into
    the next bit.
    """
    ones = ONES * ((1 << width) - 1)
    return ((tops & ones ^ ONES * wanted) + ones) >> width & ONES ^ ONES


# -- faces, a bit each ----------------------------------------------------------------------


@step
def wanted(state: Row) -> int:
    """Return the faces that foundations take: an ace begins one, then the next of its suit."""
    tops, found = int(state[FOUNDATIONS_AT]), 0
    for _ in range(8):
        found |= 2 << (tops & FACE) if tops & FACE else ACE * EVERY_SUIT
        tops >>= 8
    return found & ALL_FACES


@step
def building(state: Row) -> int:
    """Return the faces that go on the cards of houses: the next rank down, in the other colour."""
    tops, found = int(state[HOUSES_AT]), 0
    for _ in range(8):
        if tops & RANK:
            below = (tops ^ RED) & (RED | RANK)
            found |= BOTH_SUITS << below - 1
        tops >>= 8
    return found


@step
def loading(rules: int, on: int) -> int:
    """Return the faces that can be loaded on a card: the next ranks of its suit, perhaps its own."""
    if on == 0 or rules >> LOADING_AT & 3 == NEVER:
        return 0
    ranks = 7 if rules & SAME_RANK else 5
    return ranks << (on & FACE) - 1


@step
def has(faces: int, card: int) -> bool:
    """Is the face of a card one of these?"""
    return faces >> (card & FACE) & 1 != 0


# -- piles, a byte each ---------------------------------------------------------------------


@step
def foundations_for(state: Row, card: int) -> int:
    """Return the foundations that take a card: an ace begins one, others go up in suit."""
    below = 0 if card & RANK == 1 else (card & FACE) - 1
    return same(int(state[FOUNDATIONS_AT]), FACED, below)


@step
def spaces(state: Row) -> int:
    """Return the empty houses."""
    houses = ONES if state[RULES] >> PER_PLAYER_AT & 7 == 4 else SIX_HOUSES
    return same(int(state[HOUSES_AT]), FACED, 0) & houses


@step
def fills(rules: int, card: int) -> bool:
    """Does an empty house take this card?"""
    takes, rank = rules >> SPACES_AT & 3, card & RANK
    if takes == ACES:
        return rank == 1
    if takes == KINGS:
        return rank == 13
    return takes != NOTHING


@step
def houses_for(state: Row, card: int) -> int:
    """Return the houses with a card that takes this one: down in alternate colours."""
    above = ((card ^ RED) & (RED | RANK)) + 1
    return same(int(state[HOUSES_AT]), COLOURED, above)


FOUNDATIONS = ONES
HOUSES = ONES << 1
COMMON = FOUNDATIONS | HOUSES
LOADS = (1 | 1 << 8) << 2
"""The bits of the three kinds of targets."""


@step
def gather(state: Row, found: Row) -> None:
    """The card that may be taken from each source, or 0."""
    own = OWN + 3 * (int(state[FLAGS]) & SEAT)
    found[RESERVE] = top(state, own)
    found[HAND] = state[TURNED]
    found[WASTE] = top(state, own + 2) if waste_is_open(state, own) else 0
    tops = int(state[HOUSES_AT])
    for source in range(HOUSE, SOURCES):
        found[source] = tops & CARD
        tops >>= 8


@step
def waste_is_open(state: Row, own: int) -> bool:
    """May the player on turn take from the own waste?"""
    opened = int(state[RULES]) >> WASTE_AT & 3
    if opened == WITHOUT_RESERVE:
        return top(state, own) == 0
    if opened == ONE_CARD:
        return int(state[FLAGS]) & WASTE_PLAYED == 0
    return opened == OPEN


@step
def found_plays(state: Row, found: Row) -> int:
    """Return where each card may go; how the turn goes on besides: a number of a move, or -1."""
    rules = int(state[RULES])
    gather(state, found)
    if is_due(state, rules, found):
        goes_on = rules >> TURN_AT & 3 == TURN_ANY_TIME and can_turn(state)
        return TURN_HAND if goes_on and state[TURNED] == 0 else -1
    theirs = int(state[OWN_AT]) >> 24 * (1 - (int(state[FLAGS]) & SEAT))
    on_reserve, on_waste = (
        loading(rules, theirs & CARD),
        loading(rules, theirs >> 16 & CARD),
    )
    on_foundations, on_houses, empty = (
        int(state[WANTED]),
        building(state),
        spaces(state),
    )
    somewhere = on_reserve | on_waste | on_foundations | on_houses
    loads = 0
    for source in range(SOURCES):
        card = int(found[source])
        found[source] = 0
        if card == 0 or not (empty or has(somewhere, card)):
            continue
        houses = empty if empty and fills(rules, card) else 0
        if has(on_houses, card):
            houses |= houses_for(state, card)
        if houses and source >= HOUSE and state[SEEN_COUNT] and rules & NO_REPEAT:
            houses = new_positions(state, source - HOUSE, card, houses)
        load = int(has(on_reserve, card)) | int(has(on_waste, card)) << 8
        loads |= load
        found[source] = houses << 1 | load << 2
        if has(on_foundations, card):
            found[source] |= foundations_for(state, card)
    forced = loads != 0 and rules >> LOADING_AT & 3 == COMPULSORY
    rest = way_on(state, rules, empty, forced, found)
    if loads and rules >> LOADING_AT & 3 == LAST_RESORT:
        load_last(found)
    return rest


@step
def is_due(state: Row, rules: int, found: Row) -> bool:
    """Must a card go to its foundation before anything else? Then these plays are found."""
    duty, faces, last = rules >> DUTY_AT & 3, int(state[WANTED]), SOURCES
    if duty == NO_DUTY:
        return False
    if duty != EVERY_CARD:
        last = HAND + 1
    due = False
    for source in range(last):
        due |= has(faces, int(found[source]))
    if not due:
        return False
    if rules & RESERVE_FIRST and has(faces, int(found[RESERVE])):
        last = RESERVE + 1
    for source in range(SOURCES):
        card = int(found[source])
        goes = source < last and has(faces, card)
        found[source] = foundations_for(state, card) if goes else 0
    return True


@step
def new_positions(state: Row, house: int, card: int, fitting: int) -> int:
    """Return the houses to which a card of a house may go, so that no position comes again."""
    without = mark(house, height(state, house) - 1, card & FACE)
    left, new = fitting, fitting
    while left:
        bit = left & -left
        left ^= bit
        other = int(nth(bit, 0)) >> 3
        there = mark(other, height(state, other), card & FACE)
        position = (int(state[MARKS]) - without + there) & MASK
        for i in range(state[SEEN_COUNT]):
            if (int(state[SEEN + i]) ^ position) <= MOVE:
                new ^= bit
                break
    return new


@step
def can_turn(state: Row) -> bool:
    """Is there a hand card to turn, or a waste that may become the hand now?"""
    own = OWN + 3 * (int(state[FLAGS]) & SEAT)
    if height(state, own + 1):
        return True
    waits = state[RULES] & NEXT_TURN and state[FLAGS] & DRAINED
    return height(state, own + 2) != 0 and not waits


@step
def way_on(state: Row, rules: int, empty: int, forced: bool, found: Row) -> int:
    """Turning, discarding or passing, where it is not too soon; else -1."""
    reserve = int(found[RESERVE])
    if state[TURNED]:
        when = rules >> DISCARD_AT & 3
        better = COMMON | LOADS
        if when == FITS_NO_FOUNDATION:
            better = FOUNDATIONS
        elif when == DISCARD_ANY_TIME:
            better = 0
        return -1 if forced or int(found[HAND]) & better else DISCARD
    if not can_turn(state):
        return -1 if forced or reserve & COMMON else PASS
    when = rules >> TURN_AT & 3
    if when == TURN_ANY_TIME:
        return TURN_HAND
    if forced or (when == RESERVE_IS_BLOCKED and reserve & COMMON):
        return -1
    return -1 if is_to_be_filled(state, rules, empty, found) else TURN_HAND


@step
def is_to_be_filled(state: Row, rules: int, empty: int, found: Row) -> bool:
    """Is there a card that must fill an empty house?"""
    filling = rules >> FILL_AT & 3
    if empty == 0 or filling == NO_FILLING:
        return False
    own = OWN + 3 * (int(state[FLAGS]) & SEAT)
    if filling == FROM_RESERVE or top(state, own):
        return int(found[RESERVE]) & empty << 1 != 0
    for source in range(SOURCES):
        if int(found[source]) & empty << 1 and (
            source < HOUSE or height(state, source - HOUSE) > 1
        ):
            return True
    return False


@step
def load_last(found: Row) -> None:
    """Take the loads away while there is another play than from house to house."""
    other = False
    for source in range(SOURCES):
        better = FOUNDATIONS if source >= HOUSE else COMMON
        other |= int(found[source]) & better != 0
    if other:
        for source in range(SOURCES):
            found[source] &= COMMON


@step
def legal(state: Row, found: Row) -> int:
    """Return the numbers of the legal moves."""
    rest = found_plays(state, found)
    for source in range(SOURCES):  # out of the way of what is listed
        found[TURN_HAND + source] = found[source]
    count = 0
    for source in range(SOURCES):
        plays = int(found[TURN_HAND + source])
        for target in range(TARGETS if plays else 0):
            if plays >> 8 * (target & 7) + bit_of(target) & 1:
                found[count] = source * TARGETS + target
                count += 1
    if rest >= 0:
        found[count] = rest
        count += 1
    return count


@step
def bit_of(target: int) -> int:
    """Return which bit of its byte a target has."""
    if target < TO_FOUNDATION:
        return 1
    return 0 if target < TO_RESERVE else 2


@step
def choose(state: Row, seed: int, drawn: int, found: Row) -> int:
    """Draw one of the legal moves, each as likely, without a list of all."""
    rest = found_plays(state, found)
    total = int(rest >= 0)
    for source in range(SOURCES):
        total += int(how_many(int(found[source])))
    pick = below(seed, drawn, total)
    for source in range(SOURCES):
        plays = int(found[source])
        here = int(how_many(plays))
        if pick < here:
            bit = int(nth(plays, pick))
            return source * TARGETS + target_of(bit >> 3, bit & 7)
        pick -= here
    return rest


@step
def target_of(pile: int, bit: int) -> int:
    """Return the target that a bit of a byte stands for."""
    if bit == 1:
        return pile
    return pile + (TO_FOUNDATION if bit == 0 else TO_RESERVE)
