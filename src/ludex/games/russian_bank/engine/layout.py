"""The packing of a Russian Bank table into whole numbers.

A card is seven bits: its pack, its suit, its rank; 0 is no card. Piles are numbered: eight
houses, eight foundations, then reserve, hand and waste of each player. Of a pile the row knows
the top card and the height, a byte each, eight piles to a number; which card lies below a card
is a byte of `LINKS`. So a card is taken and put in the same few steps wherever it lies.

    RULES       what was agreed on, as `packed_rules` packs it
    FLAGS       whose turn it is, the phase, what the player has done in this turn
    TURNED      the hand card that lies face up
    TOPS        the top cards: houses, foundations, the players' own piles
    HEIGHTS     how many cards lie there
    LOADED      how many cards of each reserve were loaded
    IDLE        how many turns each player has ended since anybody progressed
    SEEN_COUNT  house moves since anything else happened
    SCORES …    the totals of the match, and how the game ended
    WANTED      the faces that foundations take
    LINKS       the card below each card
    SEEN        of each such house move the mark of the houses before it, and the move

Up to here it is what both players see, but for the cards that lie face down. Then come

    DEAL        the number of the deal
    MARKS       sums of numbers for the cards where they lie, as `ludex.games.russian_bank.rules.position_hash`
    PAST_COUNT  positions at the start of turns that could still come again
    PAST        their marks
"""

from functools import cache
from typing import get_args, get_type_hints

from ludex.compile.draws import word
from ludex.compile.engine import Row
from ludex.compile.jit import step
from ludex.parts.fingerprint import FINGERPRINTS

from ..rules.options import Rules
from ..rules.position_hash import LOADED as LOADED_MARK
from ..rules.position_hash import SEAT as SEAT_MARK

RESERVE, HAND, WASTE, HOUSE = range(4)
SOURCES = HOUSE + 8
TO_FOUNDATION = 8
TO_RESERVE = 16
TO_WASTE = 17
TARGETS = 18

TURN_HAND = SOURCES * TARGETS
DISCARD = TURN_HAND + 1
PASS = TURN_HAND + 2
ACTIONS = TURN_HAND + 3


RULES, FLAGS, TURNED, TOPS = range(4)
HEIGHTS = TOPS + 3
LOADED = HEIGHTS + 3
IDLE = LOADED + 1
SEEN_COUNT = IDLE + 1
SCORES = SEEN_COUNT + 1
WINS = SCORES + 2
GAMES = WINS + 2
STARTER = GAMES + 1
RESULT = STARTER + 1
WANTED = RESULT + 1
LINKS = WANTED + 1
SEEN = LINKS + 16
MOST_SEEN = 512
"""House moves in a row that there is room for; the random games that were counted never made
half as many."""
DEAL = SEEN + MOST_SEEN
MARKS = DEAL + 1
PAST_COUNT = MARKS + 3
PAST = PAST_COUNT + 1
MOST_PAST = 1024
"""Turns that there is room for, while nothing goes to a foundation or leaves a reserve."""
WORDS = PAST + MOST_PAST

MASK = FINGERPRINTS - 1

# Cards
CARD = 127
FACE = 63
RANK = 15
RED = 1 << 4
PACK_AT = 6
SUIT_AT = 4

# Piles
FOUNDATION = 8
OWN = 16
HOUSES_AT, FOUNDATIONS_AT, OWN_AT = TOPS, TOPS + 1, TOPS + 2
ONES = 0x0101010101010101

# In the flags
SEAT = 1
PHASE_AT = 1
IN_DEAL, IN_PLAY, ENDED = range(3)
PROGRESSED = 1 << 3
DRAINED = 1 << 4
WASTE_PLAYED = 1 << 5
OFFERS_AT = 6
PARTIAL = 1 << 8
THIS_TURN = PROGRESSED | DRAINED | WASTE_PLAYED | 3 << OFFERS_AT
"""The fields that are forgotten when the turn passes."""

MOVE = 63
"""The bits of a seen house move: from, to."""
IDLE_AT = 16
LOADED_AT = 8


@step
def mark(pile: int, height: int, face: int) -> int:
    """Return the number of a face that lies so high in a pile."""
    return word((pile << 7 | height) << 6 | face, 0) & MASK


@step
def top(state: Row, pile: int) -> int:
    """Return the top card of a pile, or 0."""
    return int(state[TOPS + (pile >> 3)] >> 8 * (pile & 7) & CARD)


@step
def height(state: Row, pile: int) -> int:
    """Return how many cards lie in a pile."""
    return int(state[HEIGHTS + (pile >> 3)] >> 8 * (pile & 7) & CARD)


@step
def below(state: Row, card: int) -> int:
    """Return the card below a card, or 0."""
    return int(state[LINKS + (card >> 3)] >> 8 * (card & 7) & CARD)


@step
def link(state: Row, card: int, under: int) -> None:
    """Say what lies below a card."""
    place = LINKS + (card >> 3)
    state[place] ^= (below(state, card) ^ under) << 8 * (card & 7)


@step
def take(state: Row, pile: int) -> int:
    """Take the top card of a pile."""
    group, at = pile >> 3, 8 * (pile & 7)
    card = top(state, pile)
    state[TOPS + group] ^= (card ^ below(state, card)) << at
    state[HEIGHTS + group] -= 1 << at
    here = mark(pile, height(state, pile), card & FACE)
    state[MARKS + group] = (state[MARKS + group] - here) & MASK
    return card


@step
def put(state: Row, pile: int, card: int) -> None:
    """Put a card on a pile."""
    group, at = pile >> 3, 8 * (pile & 7)
    under = top(state, pile)
    link(state, card, under)
    here = mark(pile, height(state, pile), card & FACE)
    state[MARKS + group] = (state[MARKS + group] + here) & MASK
    state[TOPS + group] ^= (card ^ under) << at
    state[HEIGHTS + group] += 1 << at


@step
def loaded(state: Row, seat: int) -> int:
    """Return how many cards of a reserve were loaded."""
    return int(state[LOADED] >> LOADED_AT * seat & CARD)


@step
def idle(state: Row, seat: int) -> int:
    """Return how many idle turns a player has ended."""
    return int(state[IDLE] >> IDLE_AT * seat & 0xFFFF)


@step
def fingerprint(state: Row) -> int:
    """Return the mark of the whole position."""
    total = mark(SEAT_MARK, int(state[FLAGS]) & SEAT, 0)
    for group in range(3):
        total = (total + int(state[MARKS + group])) & MASK
    for seat in range(2):
        total = (total + mark(LOADED_MARK + seat, loaded(state, seat), 0)) & MASK
    return total


# Where each option stands, and the values that are counted from 0 up.
RESERVE_AT = 0
PER_PLAYER_AT = 4
FIRST_AT = 7
LOWER, HIGHER, CUT, BY_TURNS = range(4)
EQUAL_AT = 9
FIRST_HOUSES, NEAREST_HOUSES, SUITS = range(3)
ALL_EQUAL_AT = 11
COIN, NEW_DEAL, PLAYER_1 = range(3)
DUTY_AT = 13
NO_DUTY, RESERVE_AND_HAND, EVERY_CARD = range(3)
RESERVE_FIRST = 1 << 15
FILL_AT = 16
NO_FILLING, FROM_RESERVE, FROM_ANYWHERE = range(3)
SPACES_AT = 18
ANY_CARD, ACES, KINGS, NOTHING = range(4)
LOADING_AT = 20
NEVER, NOTHING_IS_DUE, LAST_RESORT, COMPULSORY = range(4)
SAME_RANK = 1 << 22
WASTE_AT = 23
CLOSED, OPEN, WITHOUT_RESERVE, ONE_CARD = range(4)
NO_REPEAT = 1 << 25
TURN_AT = 26
RESERVE_IS_BLOCKED, NO_DUTY_IS_OPEN, TURN_ANY_TIME = range(3)
DISCARD_AT = 28
FITS_NOWHERE, FITS_NO_FOUNDATION, DISCARD_ANY_TIME = range(3)
NEXT_TURN = 1 << 30
BOTH_IDLE = 1 << 31
THIRD_REPETITION = 1 << 32
DIFFERENCE = 1 << 33
BONUS_AT = 34
CARD_POINTS_AT = 44
RESERVE_POINTS_AT = 51

CHOICES = {
    "first_player": FIRST_AT,
    "equal_cards": EQUAL_AT,
    "all_equal": ALL_EQUAL_AT,
    "foundation_duty": DUTY_AT,
    "fill_empty_houses": FILL_AT,
    "empty_house_takes": SPACES_AT,
    "loading": LOADING_AT,
    "own_waste": WASTE_AT,
    "turn_hand_when": TURN_AT,
    "discard_when": DISCARD_AT,
}
"""The place of each option that is one of several words, counted in the order of the words."""


class NotPlayed(ValueError):
    """A table that the engine does not play, in one line."""


@cache
def packed_rules(rules: Rules) -> int:
    """Return the rules as a number, or one line why they have none."""
    if not rules.blocks:
        raise NotPlayed(
            "the engine of Russian Bank plays where faults are refused (enforcement=block or"
            f" remind), not with enforcement={rules.enforcement}"
        )
    if rules.foundation_duty == "buried_cards_too":
        raise NotPlayed(
            "the engine of Russian Bank does not play with foundation_duty=buried_cards_too"
        )
    if rules.runs_move == "as_a_unit":
        raise NotPlayed(
            "the engine of Russian Bank moves cards one by one, not with runs_move=as_a_unit"
        )
    hints = get_type_hints(Rules)
    words = sum(
        get_args(hints[name]).index(getattr(rules, name)) << at for name, at in CHOICES.items()
    )
    return (
        words
        | rules.reserve_size << RESERVE_AT
        | rules.houses_per_player << PER_PLAYER_AT
        | RESERVE_FIRST * rules.reserve_first
        | SAME_RANK * (rules.load_ranks == "next_or_same")
        | NO_REPEAT * rules.no_repeat_in_turn
        | NEXT_TURN * (rules.waste_becomes_hand == "at_the_next_turn")
        | BOTH_IDLE * ("both_idle" in rules.stalemate)
        | THIRD_REPETITION * ("third_repetition" in rules.stalemate)
        | DIFFERENCE * (rules.stalemate_scores == "difference")
        | rules.win_bonus << BONUS_AT
        | rules.card_points << CARD_POINTS_AT
        | rules.reserve_card_points << RESERVE_POINTS_AT
    )
