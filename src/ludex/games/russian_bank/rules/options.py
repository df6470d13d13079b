"""The options of Russian Bank, and four presets of them.

Players disagree on nearly everything but the moves themselves. `standard` is the game as
it is usually described. The document that we started from is a report with a model, and the
two disagree: `report` is what its prose asks for, with compulsory plays, its gaps filled from
its own reference; `document` is what its model and its seven tests do, where nothing is
compulsory.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from ludex.kernel import Question, Several, Whole

Stalemate = Literal["both_idle", "third_repetition", "agreement"]
"""The ways in which a game ends without a winner."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What two players agree on before they deal."""

    # The table and the first turn.
    reserve_size: Annotated[
        int,
        Whole(11, 13),
        Question("How many cards has each reserve?", "The top one lies face up."),
    ] = 13
    houses_per_player: Annotated[
        int, Whole(3, 4), Question("How many houses does each player deal?")
    ] = 4
    first_player: Annotated[
        Literal["lower_card", "higher_card", "cut", "by_turns"],
        Question(
            "Who begins?",
            lower_card="The lower reserve card",
            higher_card="The higher reserve card",
            cut="A cut decides",
            by_turns="In turns after the first game",
        ),
    ] = "lower_card"
    equal_cards: Annotated[
        Literal["first_houses", "nearest_houses", "suits"],
        Question(
            "What decides when the reserve cards are equal?",
            first_houses="The houses, in the order dealt",
            nearest_houses="The houses, from the reserves on",
            suits="The suits: ♠ > ♥ > ♦ > ♣",
        ),
    ] = "nearest_houses"
    all_equal: Annotated[
        Literal["coin", "new_deal", "player_1"],
        Question(
            "And when everything is equal?",
            coin="Toss a coin",
            new_deal="Deal again",
            player_1="Player 1 begins",
        ),
    ] = "coin"

    # What comes first.
    foundation_duty: Annotated[
        Literal["none", "reserve_and_hand", "every_card", "buried_cards_too"],
        Question(
            "Which cards must go to a foundation when they fit?",
            "Cards on a buried one must make room for it, if other houses can take them.",
            none="None",
            reserve_and_hand="Those of reserve and hand",
            every_card="Every card that is free",
            buried_cards_too="Buried cards, too",
        ),
    ] = "every_card"
    reserve_first: Annotated[
        bool, Question("Must the reserve card go to its foundation before any other?")
    ] = True
    fill_empty_houses: Annotated[
        Literal["no", "from_reserve", "from_anywhere"],
        Question(
            "Must empty houses be filled before a hand card is turned?",
            "A house of several cards fills one where the reserve is empty.",
            no="No",
            from_reserve="Yes, from the reserve",
            from_anywhere="Yes, from the reserve or a house",
        ),
    ] = "from_reserve"

    # Where cards go.
    empty_house_takes: Annotated[
        Literal["any_card", "aces", "kings", "nothing"],
        Question(
            "Which card may go to an empty house?",
            any_card="Any card",
            aces="An ace",
            kings="A king",
            nothing="None",
        ),
    ] = "any_card"
    loading: Annotated[
        Literal["never", "nothing_is_due", "last_resort", "compulsory"],
        Question(
            "When may the opponent be loaded?",
            "To load is to lay a card on the opponent's reserve or waste. "
            "Where it is compulsory, it comes before turning, discarding and passing.",
            never="Never",
            nothing_is_due="When nothing compulsory is open",
            last_resort="When nothing else can be played",
            compulsory="It is compulsory",
        ),
    ] = "nothing_is_due"
    load_ranks: Annotated[
        Literal["next", "next_or_same"],
        Question(
            "Which cards load a pile?",
            next="The next rank up or down",
            next_or_same="The next rank or the same",
        ),
    ] = "next"
    load_empty_pile: Annotated[
        Literal["never"],
        Question("May an empty pile of the opponent be loaded?", never="Never"),
    ] = "never"
    own_waste: Annotated[
        Literal["closed", "open", "open_without_reserve", "one_card_a_turn"],
        Question(
            "May you play the top card of your own waste?",
            closed="No",
            open="Yes",
            open_without_reserve="Yes, once the reserve is empty",
            one_card_a_turn="Yes, one card a turn",
        ),
    ] = "closed"
    runs_move: Annotated[
        Literal["card_by_card", "in_one_gesture", "as_a_unit"],
        Question(
            "How do runs of house cards move?",
            "Card by card there must be room for each of them on the way.",
            card_by_card="Card by card",
            in_one_gesture="Card by card, in one gesture",
            as_a_unit="All together",
        ),
    ] = "in_one_gesture"
    no_repeat_in_turn: Annotated[
        bool, Question("Is it forbidden to repeat a position within one turn?")
    ] = True

    # The hand.
    turn_hand_when: Annotated[
        Literal["reserve_is_blocked", "nothing_is_due", "any_time"],
        Question(
            "When may a hand card be turned?",
            reserve_is_blocked="When the reserve card fits nowhere",
            nothing_is_due="When nothing compulsory is open",
            any_time="At any time",
        ),
    ] = "nothing_is_due"
    discard_when: Annotated[
        Literal["it_fits_nowhere", "it_fits_no_foundation", "any_time"],
        Question(
            "When may the turned card be discarded?",
            it_fits_nowhere="When it fits nowhere",
            it_fits_no_foundation="When it fits no foundation",
            any_time="At any time",
        ),
    ] = "it_fits_no_foundation"
    waste_becomes_hand: Annotated[
        Literal["at_the_next_turn", "when_needed"],
        Question(
            "When is the waste turned over into an empty hand?",
            at_the_next_turn="Not before the next turn",
            when_needed="As soon as a card is needed",
        ),
    ] = "when_needed"

    # Faults.
    enforcement: Annotated[
        Literal["block", "stop", "penalise", "remind"],
        Question(
            "What if a compulsory play is skipped?",
            block="It is refused",
            stop='The opponent may call "Stop!"',
            penalise="It costs the turn at once",
            remind="It is refused, and the play is shown",
        ),
    ] = "block"
    faults: Annotated[
        Literal["skipped_plays", "all_faults"],
        Question(
            "Which faults can be made, and called?",
            skipped_plays="Skipped plays only",
            all_faults="Wrong cards and places, too",
        ).where(enforcement=("stop", "penalise")),
    ] = "skipped_plays"
    call_reaches: Annotated[
        Literal["last_action", "whole_turn"],
        Question(
            "How far back does a call reach?",
            last_action="To the last action",
            whole_turn="To the whole turn",
        ).where(enforcement="stop"),
    ] = "last_action"
    wrong_call_costs: Annotated[
        Literal["nothing", "the_turn", "one_of_three_calls"],
        Question(
            "What does a wrong call cost?",
            nothing="Nothing",
            the_turn="The caller's turn",
            one_of_three_calls="One of three calls a game",
        ).where(enforcement="stop"),
    ] = "the_turn"

    # Ends and scores.
    stalemate: Annotated[
        frozenset[Stalemate],
        Several(Stalemate),
        Question(
            "When is a game drawn?",
            both_idle="When both go through hand and waste without a play",
            third_repetition="When a turn begins with the same position for the third time",
            agreement="When both agree",
        ),
    ] = frozenset(("both_idle", "third_repetition", "agreement"))
    stalemate_scores: Annotated[
        Literal["nothing", "difference"],
        Question(
            "What does a drawn game score?",
            nothing="Nothing",
            difference="The difference, to who has less left",
        ),
    ] = "difference"
    win_bonus: Annotated[int, Whole(0, 1000), Question("How many points is a win worth?")] = 30
    card_points: Annotated[
        int,
        Whole(0, 100),
        Question("How many points is each card in the loser's hand and waste?"),
    ] = 1
    reserve_card_points: Annotated[
        int,
        Whole(0, 100),
        Question("How many points is each card in the loser's reserve?"),
    ] = 2
    match_target: Annotated[
        Literal["none", "points", "games"],
        Question(
            "How long is a match?",
            none="As long as you like",
            points="To a number of points",
            games="To a number of games won",
        ),
    ] = "points"
    match_points: Annotated[
        int,
        Whole(1, 10_000),
        Question("How many points win a match?").where(match_target="points"),
    ] = 300
    match_games: Annotated[
        int,
        Whole(1, 1000),
        Question("How many games win a match?").where(match_target="games"),
    ] = 3

    @property
    def houses(self) -> int:
        """How many houses lie on the table."""
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
DOCUMENT = replace(REPORT, foundation_duty="none")
STOP = replace(STANDARD, enforcement="stop")
PRESETS = {
    "standard": STANDARD,
    "stop": STOP,
    "report": REPORT,
    "document": DOCUMENT,
}
TITLES = {"stop": 'With "Stop!"', "report": "The report", "document": "The report's tests"}
MEANINGS = {
    "standard": "The game as it is usually described.",
    "stop": 'Nobody is reminded of a compulsory play: the opponent may call "Stop!", and has the turn.',
    "report": "By its text: cards of reserve and hand must go to a foundation when they fit.",
    "document": "By its model, as seven tests assert: nothing is compulsory.",
}

GROUPS = {
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
        "win_bonus", "card_points", "reserve_card_points",
    ),
}  # fmt: skip
