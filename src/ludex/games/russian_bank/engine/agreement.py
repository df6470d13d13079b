"""What two players agreed on, as one number; and what the engine does not play."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from ludex.games.russian_bank.rules.options import Rules

# Where each option stands, and the values that are counted from 0 up.
RESERVE_AT: Final = 0
PER_PLAYER_AT: Final = 4
FIRST_AT: Final = 7
LOWER, HIGHER, CUT, BY_TURNS = range(4)
EQUAL_AT: Final = 9
FIRST_HOUSES, NEAREST_HOUSES, SUITS = range(3)
ALL_EQUAL_AT: Final = 11
COIN, NEW_DEAL, PLAYER_1 = range(3)
DUTY_AT: Final = 13
NO_DUTY, RESERVE_AND_HAND, EVERY_CARD = range(3)
RESERVE_FIRST: Final = 1 << 15
FILL_AT: Final = 16
NO_FILLING, FROM_RESERVE, FROM_ANYWHERE = range(3)
SPACES_AT: Final = 18
ANY_CARD, ACES, KINGS, NOTHING = range(4)
LOADING_AT: Final = 20
NEVER, NOTHING_IS_DUE, LAST_RESORT, COMPULSORY = range(4)
SAME_RANK: Final = 1 << 22
WASTE_AT: Final = 23
CLOSED, OPEN, WITHOUT_RESERVE, ONE_CARD = range(4)
NO_REPEAT: Final = 1 << 25
TURN_AT: Final = 26
RESERVE_IS_BLOCKED, NO_DUTY_IS_OPEN, TURN_ANY_TIME = range(3)
DISCARD_AT: Final = 28
FITS_NOWHERE, FITS_NO_FOUNDATION, DISCARD_ANY_TIME = range(3)
NEXT_TURN: Final = 1 << 30
BOTH_IDLE: Final = 1 << 31
THIRD_REPETITION: Final = 1 << 32
DIFFERENCE: Final = 1 << 33
BONUS_AT: Final = 34
CARD_POINTS_AT: Final = 44
RESERVE_POINTS_AT: Final = 51

CHOICES: Final[Mapping[str, tuple[int, tuple[str, ...]]]] = {
    "first_player": (FIRST_AT, ("lower_card", "higher_card", "cut", "by_turns")),
    "equal_cards": (EQUAL_AT, ("first_houses", "nearest_houses", "suits")),
    "all_equal": (ALL_EQUAL_AT, ("coin", "new_deal", "player_1")),
    "foundation_duty": (DUTY_AT, ("none", "reserve_and_hand", "every_card")),
    "fill_empty_houses": (FILL_AT, ("no", "from_reserve", "from_anywhere")),
    "empty_house_takes": (SPACES_AT, ("any_card", "aces", "kings", "nothing")),
    "loading": (
        LOADING_AT,
        ("never", "nothing_is_due", "last_resort", "compulsory"),
    ),
    "own_waste": (
        WASTE_AT,
        ("closed", "open", "open_without_reserve", "one_card_a_turn"),
    ),
    "turn_hand_when": (
        TURN_AT,
        ("reserve_is_blocked", "nothing_is_due", "any_time"),
    ),
    "discard_when": (
        DISCARD_AT,
        ("it_fits_nowhere", "it_fits_no_foundation", "any_time"),
    ),
}
"""The options that are one of several words: where they stand, and the words in order."""


class NotPlayed(ValueError):
    """A table that the engine does not play, in one line."""


@cache
def packed_rules(rules: Rules) -> int:
    """The rules as a number, or one line why they have none."""
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
    words = sum(
        words.index(getattr(rules, name)) << at for name, (at, words) in CHOICES.items()
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
