"""The options of Russian Bank, and four presets of them.

Players disagree on nearly everything but the moves themselves. `standard` is the game as
it is usually described. The document that we started from is a report with a model, and the
two disagree: `report` is what its prose asks for, with compulsory plays, its gaps filled from
its own reference; `document` is what its model and its seven tests do, where nothing is
compulsory, and where the houses dealt first break a tie of the first turn (E-RB-C4).
"""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from ludex.kernel import Several, Whole

Stalemate = Literal["both_idle", "third_repetition", "agreement"]
"""The ways in which a game ends without a winner."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options that two players agree on before they deal."""

    # The table and the first turn.
    reserve_size: Annotated[int, Whole(11, 13)] = 13
    houses_per_player: Annotated[int, Whole(3, 4)] = 4
    first_player: Literal["lower_card", "higher_card", "cut", "by_turns"] = "lower_card"
    equal_cards: Literal["first_houses", "nearest_houses", "suits"] = "nearest_houses"
    all_equal: Literal["coin", "new_deal", "player_1"] = "coin"

    # What comes first.
    foundation_duty: Literal["none", "reserve_and_hand", "every_card", "buried_cards_too"] = (
        "every_card"
    )
    reserve_first: bool = True
    fill_empty_houses: Literal["no", "from_reserve", "from_anywhere"] = "from_reserve"

    # Where cards go.
    empty_house_takes: Literal["any_card", "aces", "kings", "nothing"] = "any_card"
    loading: Literal["never", "nothing_is_due", "last_resort", "compulsory"] = "nothing_is_due"
    load_ranks: Literal["next", "next_or_same"] = "next"
    load_empty_pile: Literal["never"] = "never"
    own_waste: Literal["closed", "open", "open_without_reserve", "one_card_a_turn"] = "closed"
    runs_move: Literal["card_by_card", "in_one_gesture", "as_a_unit"] = "in_one_gesture"
    no_repeat_in_turn: bool = True

    # The hand.
    turn_hand_when: Literal["reserve_is_blocked", "nothing_is_due", "any_time"] = "nothing_is_due"
    discard_when: Literal["it_fits_nowhere", "it_fits_no_foundation", "any_time"] = (
        "it_fits_no_foundation"
    )
    waste_becomes_hand: Literal["at_the_next_turn", "when_needed"] = "when_needed"

    # Faults.
    enforcement: Literal["block", "stop", "penalise", "remind"] = "block"
    faults: Literal["skipped_plays", "all_faults"] = "skipped_plays"
    call_reaches: Literal["last_action", "whole_turn"] = "last_action"
    wrong_call_costs: Literal["nothing", "the_turn", "one_of_three_calls"] = "the_turn"

    # Ends and scores.
    stalemate: Annotated[frozenset[Stalemate], Several(Stalemate)] = frozenset(
        ("both_idle", "third_repetition", "agreement")
    )
    stalemate_scores: Literal["nothing", "difference"] = "difference"
    win_bonus: Annotated[int, Whole(0, 1000)] = 30
    card_points: Annotated[int, Whole(0, 100)] = 1
    reserve_card_points: Annotated[int, Whole(0, 100)] = 2
    match_target: Literal["none", "points", "games"] = "points"
    match_points: Annotated[int, Whole(1, 10_000)] = 300
    match_games: Annotated[int, Whole(1, 1000)] = 3

    @property
    def houses(self) -> int:
        """Return the number of houses on the table."""
        return 2 * self.houses_per_player

    @property
    def blocks(self) -> bool:
        """Are plays refused that skip a compulsory one?"""
        return self.enforcement in ("block", "remind")


STANDARD = Rules()
REPORT = Rules(
    foundation_duty="reserve_and_hand",
    fill_empty_houses="no",
    runs_move="card_by_card",
    turn_hand_when="reserve_is_blocked",
    discard_when="it_fits_nowhere",
    waste_becomes_hand="at_the_next_turn",
    faults="all_faults",
    wrong_call_costs="nothing",
    stalemate=frozenset(("both_idle", "third_repetition")),
    match_target="none",
)
DOCUMENT = replace(REPORT, foundation_duty="none", equal_cards="first_houses")
STOP = replace(STANDARD, enforcement="stop")
PRESETS = {
    "standard": STANDARD,
    "stop": STOP,
    "report": REPORT,
    "document": DOCUMENT,
}
