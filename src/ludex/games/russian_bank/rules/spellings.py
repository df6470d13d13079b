"""What presets, options and their values were called before: positions and saves may say so."""

from collections.abc import Mapping
from typing import Final

FORMERLY: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "first_player": (
        "starter",
        {"low_reserve": "lower_card", "high_reserve": "higher_card", "alternate": "by_turns"},
    ),
    "equal_cards": (
        "starter_tie",
        {"houses_dealt_order": "first_houses", "houses_near_first": "nearest_houses"},
    ),
    "all_equal": ("starter_full_tie", {"redeal": "new_deal", "seat1": "player_1"}),
    "foundation_duty": (
        "compulsory_foundation",
        {"all_available": "every_card", "all_with_release": "buried_cards_too"},
    ),
    "fill_empty_houses": ("fill_spaces_before_hand", {"from_any": "from_anywhere"}),
    "empty_house_takes": (
        "space_accepts",
        {"any": "any_card", "ace": "aces", "king": "kings", "none": "nothing"},
    ),
    "loading": ("loading", {"off": "never", "after_compulsory": "nothing_is_due"}),
    "load_ranks": ("load_rank", {"adjacent": "next", "adjacent_or_equal": "next_or_same"}),
    "own_waste": (
        "own_waste_top",
        {
            "never": "closed", "always": "open",
            "reserve_empty": "open_without_reserve", "one_per_turn": "one_card_a_turn",
        },
    ),
    "runs_move": (
        "group_moves",
        {"single": "card_by_card", "macro": "in_one_gesture", "unit": "as_a_unit"},
    ),
    "turn_hand_when": (
        "hand_turn_when",
        {"reserve_blocked": "reserve_is_blocked", "no_compulsory": "nothing_is_due"},
    ),
    "discard_when": (
        "discard_when",
        {
            "hand_card_blocked": "it_fits_nowhere",
            "unless_foundation": "it_fits_no_foundation", "free": "any_time",
        },
    ),
    "waste_becomes_hand": ("recycle", {"next_turn": "at_the_next_turn"}),
    "faults": ("stop_scope", {"priority_only": "skipped_plays"}),
    "call_reaches": ("stop_window", {"same_turn": "whole_turn"}),
    "wrong_call_costs": (
        "false_stop",
        {"none": "nothing", "lose_turn": "the_turn", "three_per_game": "one_of_three_calls"},
    ),
    "stalemate": (
        "stalemate",
        {"idle_cycle": "both_idle", "repetition3": "third_repetition", "agreed": "agreement"},
    ),
    "stalemate_scores": ("stalemate_score", {"none": "nothing"}),
    "card_points": ("hand_waste_point", {}),
    "reserve_card_points": ("reserve_point", {}),
}  # fmt: skip
"""By the option's name of today: its former one, and its former words with those of today."""

PRESETS_FORMERLY: Final = {"seed": "report"}
NAMES: Final = {former: name for name, (former, _) in FORMERLY.items()}


def current(changes: Mapping[str, str]) -> Mapping[str, str]:
    """Options under their names and with their words of today."""
    found = {}
    for former, text in changes.items():
        name = NAMES.get(former, former)
        words = FORMERLY[name][1] if name in FORMERLY else {}
        found[name] = "+".join(words.get(word, word) for word in text.split("+"))
    return found
