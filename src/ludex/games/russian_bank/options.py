"""The options of Russian Bank, and four presets of them.

Players disagree on nearly everything but the moves themselves. `standard` is the game as
it is usually described. The document that we started from is a report with a model, and the
two disagree: `report` is what its prose asks for, with compulsory plays, its gaps filled from
its own reference; `document` is what its model and its seven tests do, where nothing is
compulsory.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from ludex.kernel import Several, Whole

Stalemate = Literal["both_idle", "third_repetition", "agreement"]
"""The ways in which a game ends without a winner."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What two players agree on before they deal."""

    # The table and the first turn.
    reserve_size: Annotated[
        int, Whole(11, 13), "cards in each reserve, the top one face up"
    ] = 13
    houses_per_player: Annotated[int, Whole(3, 4), "houses that each player deals"] = 4
    first_player: Annotated[
        Literal["lower_card", "higher_card", "cut", "by_turns"],
        "who begins: the lower or the higher reserve card, a cut, or in turns after the first game",
    ] = "lower_card"
    equal_cards: Annotated[
        Literal["first_houses", "nearest_houses", "suits"],
        "equal reserve cards: compare the houses in the order dealt, those next to the reserves first, or suits (S > H > D > C)",
    ] = "nearest_houses"
    all_equal: Annotated[
        Literal["coin", "new_deal", "player_1"],
        "all equal: a coin of the deal's own dice, a new deal, or player 1",
    ] = "coin"

    # What comes first.
    foundation_duty: Annotated[
        Literal["none", "reserve_and_hand", "every_card", "buried_cards_too"],
        "which cards must go to a foundation when they fit; for buried ones the cards on them must make room, if the other houses can take them",
    ] = "every_card"
    reserve_first: Annotated[
        bool, "the reserve card goes to its foundation before any other card"
    ] = True
    fill_empty_houses: Annotated[
        Literal["no", "from_reserve", "from_anywhere"],
        "what must fill empty houses before a hand card is turned: nothing, the reserve, or (when that is empty) any house of several cards too",
    ] = "from_reserve"

    # Where cards go.
    empty_house_takes: Annotated[
        Literal["any_card", "aces", "kings", "nothing"],
        "which card an empty house accepts",
    ] = "any_card"
    loading: Annotated[
        Literal["never", "nothing_is_due", "last_resort", "compulsory"],
        "when the opponent may be loaded: never, when nothing compulsory is open, when nothing else can be played, or at once and by compulsion, before turning, discarding or passing",
    ] = "nothing_is_due"
    load_ranks: Annotated[
        Literal["next", "next_or_same"],
        "loading: the next rank up or down, or the same rank too",
    ] = "next"
    load_empty_pile: Annotated[
        Literal["never"], "whether an empty pile of the opponent can be loaded"
    ] = "never"
    own_waste: Annotated[
        Literal["closed", "open", "open_without_reserve", "one_card_a_turn"],
        "whether the top of one's own waste may be played",
    ] = "closed"
    runs_move: Annotated[
        Literal["card_by_card", "in_one_gesture", "as_a_unit"],
        "runs of house cards: card by card, card by card in one gesture, or as a unit",
    ] = "in_one_gesture"
    no_repeat_in_turn: Annotated[bool, "no position may recur within one turn"] = True

    # The hand.
    turn_hand_when: Annotated[
        Literal["reserve_is_blocked", "nothing_is_due", "any_time"],
        "when a hand card may be turned: the reserve card fits no foundation and no house, nothing compulsory is open, or at any time",
    ] = "nothing_is_due"
    discard_when: Annotated[
        Literal["it_fits_nowhere", "it_fits_no_foundation", "any_time"],
        "when the turned card may be discarded: it can go nowhere, it fits no foundation, or always",
    ] = "it_fits_no_foundation"
    waste_becomes_hand: Annotated[
        Literal["at_the_next_turn", "when_needed"],
        "when the waste is turned over into a hand that ran out: when a card is needed, or not before the next turn",
    ] = "when_needed"

    # Faults.
    enforcement: Annotated[
        Literal["block", "stop", "penalise", "remind"],
        "skipping a compulsory play is refused, may be called by the opponent, costs the turn at once, or is refused and the play shown",
    ] = "block"
    faults: Annotated[
        Literal["skipped_plays", "all_faults"],
        "faults that can happen and be called: skipped plays only, or wrong cards and places too",
    ] = "skipped_plays"
    call_reaches: Annotated[
        Literal["last_action", "whole_turn"],
        "how far back a call reaches: the last action or the whole turn",
    ] = "last_action"
    wrong_call_costs: Annotated[
        Literal["nothing", "the_turn", "one_of_three_calls"],
        "a wrong call costs nothing, the caller's turn, or one of three calls a game",
    ] = "the_turn"

    # Ends and scores.
    stalemate: Annotated[
        frozenset[Stalemate],
        Several(Stalemate),
        "a stalemate is: both idle for a full pass through hand and waste, a position at the start of a turn for the third time, agreement",
    ] = frozenset(("both_idle", "third_repetition", "agreement"))
    stalemate_scores: Annotated[
        Literal["nothing", "difference"],
        "a stalemate scores nothing, or the difference of the counts for the player with the lower one",
    ] = "difference"
    win_bonus: Annotated[int, Whole(0, 1000), "points for winning a game"] = 30
    card_points: Annotated[
        int, Whole(0, 100), "points for each card in the loser's hand and waste"
    ] = 1
    reserve_card_points: Annotated[
        int, Whole(0, 100), "points for each card in the loser's reserve"
    ] = 2
    match_target: Annotated[
        Literal["none", "points", "games"],
        "what a match goes to: nothing (games go on as long as players like, and scores add up), a number of points, or of games won",
    ] = "points"
    match_points: Annotated[
        int, Whole(1, 10_000), "points to reach in a match of points"
    ] = 300
    match_games: Annotated[int, Whole(1, 1000), "games to win in a match of games"] = 3

    @property
    def houses(self) -> int:
        """How many houses lie on the table."""
        return 2 * self.houses_per_player

    @property
    def blocks(self) -> bool:
        """Are plays refused that skip a compulsory one?"""
        return self.enforcement in ("block", "remind")


STANDARD: Final = Rules()
REPORT: Final = Rules(
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
DOCUMENT: Final = replace(REPORT, foundation_duty="none")
STOP: Final = replace(STANDARD, enforcement="stop")
PRESETS: Final[Mapping[str, Rules]] = {
    "standard": STANDARD, "stop": STOP, "report": REPORT, "document": DOCUMENT,
}  # fmt: skip
MEANINGS: Final = {
    "standard": "The game as it is usually described.",
    "stop": 'The same, but who overlooks a compulsory play is not reminded: the opponent may call "Stop!", and has the turn.',
    "report": "What the report asks for in its prose: cards of the reserve and the hand must go to a foundation when they fit one.",
    "document": "What the report's model does, as its seven tests assert: nothing is compulsory.",
}

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "The table, and who begins": (
        "reserve_size", "houses_per_player", "first_player", "equal_cards", "all_equal",
    ),
    "What must be played first": (
        "foundation_duty", "reserve_first", "fill_empty_houses",
    ),
    "Where cards may go": (
        "empty_house_takes", "loading", "load_ranks", "load_empty_pile", "own_waste", "runs_move",
        "no_repeat_in_turn",
    ),
    "The hand": ("turn_hand_when", "discard_when", "waste_becomes_hand"),
    "Calling stop": ("faults", "call_reaches", "wrong_call_costs"),
    "When a game is drawn": ("stalemate", "stalemate_scores"),
    "How it is scored": (
        "win_bonus", "card_points", "reserve_card_points", "match_games",
    ),
}  # fmt: skip
