"""The options of Russian Bank, and two presets of them.

Players disagree on nearly everything but the moves themselves. `standard` is the game as
it is usually described; `seed` is what the document asks for, its gaps filled from its
own reference.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final

from ludex.kernel import Several, Whole


class Starter(Enum):
    """Who begins a game."""

    LOW_RESERVE = "low_reserve"
    HIGH_RESERVE = "high_reserve"
    CUT = "cut"
    ALTERNATE = "alternate"


class StarterTie(Enum):
    """What is compared when the two reserve cards are of one rank."""

    HOUSES_DEALT_ORDER = "houses_dealt_order"
    HOUSES_NEAR_FIRST = "houses_near_first"
    SUITS = "suits"


class FullTie(Enum):
    """What decides when everything compared is equal."""

    COIN = "coin"
    REDEAL = "redeal"
    SEAT1 = "seat1"


class Compulsory(Enum):
    """Which cards must go to a foundation when they can."""

    NONE = "none"
    RESERVE_AND_HAND = "reserve_and_hand"
    ALL_AVAILABLE = "all_available"
    ALL_WITH_RELEASE = "all_with_release"


class FillSpaces(Enum):
    """What must fill the empty houses before a hand card is turned."""

    NO = "no"
    FROM_RESERVE = "from_reserve"
    FROM_ANY = "from_any"


class SpaceAccepts(Enum):
    """Which card may go to an empty house."""

    ANY = "any"
    ACE = "ace"
    KING = "king"
    NONE = "none"


class HandTurn(Enum):
    """When a hand card may be turned."""

    RESERVE_BLOCKED = "reserve_blocked"
    NO_COMPULSORY = "no_compulsory"
    ANY_TIME = "any_time"


class DiscardWhen(Enum):
    """When the turned hand card may be put on the waste."""

    HAND_CARD_BLOCKED = "hand_card_blocked"
    UNLESS_FOUNDATION = "unless_foundation"
    FREE = "free"


class Loading(Enum):
    """When cards may be put on the opponent's reserve and waste."""

    OFF = "off"
    AFTER_COMPULSORY = "after_compulsory"
    LAST_RESORT = "last_resort"
    COMPULSORY = "compulsory"


class LoadRank(Enum):
    """Which rank may be loaded on which."""

    ADJACENT = "adjacent"
    ADJACENT_OR_EQUAL = "adjacent_or_equal"


class LoadEmpty(Enum):
    """Whether an empty pile of the opponent can be loaded; every source says never."""

    NEVER = "never"


class OwnWaste(Enum):
    """Whether the top of one's own waste is available."""

    NEVER = "never"
    ALWAYS = "always"
    RESERVE_EMPTY = "reserve_empty"
    ONE_PER_TURN = "one_per_turn"


class Recycle(Enum):
    """When the waste becomes the hand, once the hand is empty."""

    NEXT_TURN = "next_turn"
    WHEN_NEEDED = "when_needed"


class Groups(Enum):
    """How runs of house cards move."""

    SINGLE = "single"
    MACRO = "macro"
    UNIT = "unit"


class Enforcement(Enum):
    """What happens to a play that skips a compulsory one."""

    BLOCK = "block"
    STOP = "stop"
    PENALISE = "penalise"
    REMIND = "remind"


BLOCKING: Final = (Enforcement.BLOCK, Enforcement.REMIND)


class StopScope(Enum):
    """Which faults can happen at all, and be called."""

    PRIORITY_ONLY = "priority_only"
    ALL_FAULTS = "all_faults"


class StopWindow(Enum):
    """How long a fault can be called."""

    LAST_ACTION = "last_action"
    SAME_TURN = "same_turn"


class FalseStop(Enum):
    """What a wrong call of stop costs."""

    NONE = "none"
    LOSE_TURN = "lose_turn"
    THREE_PER_GAME = "three_per_game"


class Stalemate(Enum):
    """A way in which a game ends without a winner."""

    IDLE_CYCLE = "idle_cycle"
    REPETITION3 = "repetition3"
    AGREED = "agreed"


class StalemateScore(Enum):
    """What a stalemate scores."""

    NONE = "none"
    DIFFERENCE = "difference"


class MatchTarget(Enum):
    """What a match is played to."""

    NONE = "none"
    POINTS = "points"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Rules:
    """What two players agree on before they deal."""

    reserve_size: Annotated[
        int, Whole(11, 13), "cards in each reserve, the top one face up"
    ] = 13
    houses_per_player: Annotated[int, Whole(3, 4), "houses that each player deals"] = 4
    starter: Annotated[
        Starter,
        "who begins: the lower or the higher reserve card, a cut, or in turns after the first game",
    ] = Starter.LOW_RESERVE
    starter_tie: Annotated[
        StarterTie,
        "equal reserve cards: compare the houses in the order dealt, those next to the reserves first, or suits (S > H > D > C)",
    ] = StarterTie.HOUSES_NEAR_FIRST
    starter_full_tie: Annotated[
        FullTie, "all equal: a coin of the deal's own dice, a new deal, or player 1"
    ] = FullTie.COIN
    compulsory_foundation: Annotated[
        Compulsory,
        "which cards must go to a foundation when they fit; with_release: cards in the way in a house must also make room, if the other houses can take them",
    ] = Compulsory.ALL_AVAILABLE
    reserve_first: Annotated[
        bool, "the reserve card goes to its foundation before any other card"
    ] = True
    fill_spaces_before_hand: Annotated[
        FillSpaces,
        "what must fill empty houses before a hand card is turned: nothing, the reserve, or (when that is empty) any house of several cards too",
    ] = FillSpaces.FROM_RESERVE
    space_accepts: Annotated[SpaceAccepts, "which card an empty house accepts"] = (
        SpaceAccepts.ANY
    )
    hand_turn_when: Annotated[
        HandTurn,
        "when a hand card may be turned: the reserve card fits no foundation and no house, nothing compulsory is open, or at any time",
    ] = HandTurn.NO_COMPULSORY
    discard_when: Annotated[
        DiscardWhen,
        "when the turned card may be discarded: it can go nowhere, it fits no foundation, or always",
    ] = DiscardWhen.UNLESS_FOUNDATION
    loading: Annotated[
        Loading,
        "when the opponent may be loaded: never, when nothing compulsory is open, when nothing else can be played, or at once and by compulsion, before turning, discarding or passing",
    ] = Loading.AFTER_COMPULSORY
    load_rank: Annotated[
        LoadRank, "loading: the next rank up or down, or the same rank too"
    ] = LoadRank.ADJACENT
    load_empty_pile: Annotated[
        LoadEmpty, "whether an empty pile of the opponent can be loaded"
    ] = LoadEmpty.NEVER
    own_waste_top: Annotated[
        OwnWaste, "whether the top of the own waste may be played"
    ] = OwnWaste.NEVER
    recycle: Annotated[
        Recycle,
        "when the waste is turned over into a hand that ran out: when a card is needed, or not before the next turn",
    ] = Recycle.WHEN_NEEDED
    group_moves: Annotated[
        Groups,
        "runs of house cards: card by card, card by card in one gesture, or as a unit",
    ] = Groups.MACRO
    enforcement: Annotated[
        Enforcement,
        "skipping a compulsory play is refused, may be called by the opponent, costs the turn at once, or is refused and the play shown",
    ] = Enforcement.BLOCK
    stop_scope: Annotated[
        StopScope,
        "faults that can happen and be called: skipped plays only, or wrong cards and places too",
    ] = StopScope.PRIORITY_ONLY
    stop_window: Annotated[
        StopWindow, "how far back a call reaches: the last action or the whole turn"
    ] = StopWindow.LAST_ACTION
    false_stop: Annotated[
        FalseStop,
        "a wrong call costs nothing, the caller's turn, or one of three calls a game",
    ] = FalseStop.LOSE_TURN
    no_repeat_in_turn: Annotated[bool, "no position may come again within one turn"] = (
        True
    )
    stalemate: Annotated[
        frozenset[Stalemate],
        Several(Stalemate),
        "a stalemate is: both idle for a full pass through hand and waste, a position at the start of a turn for the third time, agreement",
    ] = frozenset(Stalemate)
    stalemate_score: Annotated[
        StalemateScore,
        "a stalemate scores nothing, or the difference of the counts for the player with the lower one",
    ] = StalemateScore.DIFFERENCE
    win_bonus: Annotated[int, Whole(0, 1000), "points for winning a game"] = 30
    hand_waste_point: Annotated[
        int, Whole(0, 100), "points for each card in the loser's hand and waste"
    ] = 1
    reserve_point: Annotated[
        int, Whole(0, 100), "points for each card in the loser's reserve"
    ] = 2
    match_target: Annotated[
        MatchTarget,
        "what a match goes to: nothing (games go on as long as players like, and scores add up), a number of points, or of games won",
    ] = MatchTarget.POINTS
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
        return self.enforcement in BLOCKING


STANDARD: Final = Rules()
SEED: Final = Rules(
    compulsory_foundation=Compulsory.RESERVE_AND_HAND,
    fill_spaces_before_hand=FillSpaces.NO,
    hand_turn_when=HandTurn.RESERVE_BLOCKED,
    discard_when=DiscardWhen.HAND_CARD_BLOCKED,
    recycle=Recycle.NEXT_TURN,
    group_moves=Groups.SINGLE,
    stop_scope=StopScope.ALL_FAULTS,
    false_stop=FalseStop.NONE,
    stalemate=frozenset({Stalemate.IDLE_CYCLE, Stalemate.REPETITION3}),
    match_target=MatchTarget.NONE,
)
PRESETS: Final[Mapping[str, Rules]] = {"standard": STANDARD, "seed": SEED}
