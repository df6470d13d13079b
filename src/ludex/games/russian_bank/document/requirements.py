"""What the document asks for: its ten requirements, and every operation of its classes.

R1 to R10 are answered for by the rulebook. An operation, and a condition of one, is also answered for
by what has its name in the document's own model (`ludex.games.russian_bank.document`).
"""

from collections.abc import Iterator
from typing import Final

from ludex.games.russian_bank.document.operations import BOARD, PARTS
from ludex.kernel import Requirement

LIST: Final = "list of requirements"
DEALING: Final = "ludex.games.russian_bank.rules.dealing"

DEALT: Final = "always: there are 104 cards, each of both packs once"

ASKED: Final = (
    Requirement(
        "R1",
        "A player shuffles a pack, deals it to reserve and hand, and lays four houses.",
        ("deal", f"{DEALING}:shuffled", f"{DEALING}:laid_out", DEALT),
        LIST,
    ),
    Requirement(
        "R2",
        "On turn, a player sees whether the reserve's card fits a foundation, and moves it; the "
        "next is turned up.",
        ("plays", "move", "move.no_ace", "move.another_suit", "move.wrong_rank"),
        LIST,
    ),
    Requirement(
        "R3",
        "On turn, a player sees whether a card of a house fits a foundation, and moves it.",
        ("plays", "move", "always: foundations run up from the ace in one suit"),
        LIST,
    ),
    Requirement(
        "R4",
        "Where the reserve cannot be played the hand is, card by card; a card that fits nowhere "
        "goes to the waste, and the turn ends.",
        (
            "turn_hand",
            "turn_hand.turned",
            "turn_hand.no_cards",
            "turn_hand.skipped",
            "discard",
            "discard.nothing_turned",
            "discard.skipped",
            "move.nothing_turned",
            "steps: only the player on turn has a turned card",
            "steps: a waste grows only by a load or a discard",
            "option: turn_hand_when",
            "option: discard_when",
        ),
        LIST,
    ),
    Requirement(
        "R5",
        "A card of the reserve goes to a house.",
        (
            "move",
            "move.same_colour",
            "move.wrong_rank",
            "always: houses run down in alternate colours",
        ),
        LIST,
    ),
    Requirement(
        "R6",
        "Where nothing else can be played, cards go to the opponent's reserve and waste.",
        (
            "move",
            "move.empty",
            "option: loading",
            "sometimes: a reserve is loaded",
            "steps: a reserve grows only by a load, an emptied one never",
        ),
        LIST,
    ),
    Requirement(
        "R7",
        "Cards of houses go freely to foundations, houses and the opponent's piles.",
        ("move", "move.not_available", "always: houses run down in alternate colours"),
        LIST,
    ),
    Requirement(
        "R8",
        "A player sees who has won, and with how many points.",
        (
            "move -> won",
            "ludex.games.russian_bank.rules.ending:scored",
            "steps: a score counts once",
            "sometimes: a game is won",
        ),
        LIST,
    ),
    Requirement(
        "R9",
        "Where no card is left to play, the waste becomes the new hand (optional).",
        (
            "turn_hand",
            "turn_hand.hand_ran_out",
            "option: waste_becomes_hand",
            "steps: a hand grows only by recycling",
        ),
        LIST,
    ),
    Requirement(
        "R10",
        "A player may stop the opponent who does not play correctly (optional).",
        (
            "call_stop",
            "call_stop.no_calls",
            "call_stop.no_action",
            "misplay",
            "option: enforcement",
        ),
        LIST,
    ),
)

RULES: Final = "informal description"


def _described() -> Iterator[Requirement]:
    for code, says, by in (
        (
            "emptied reserve",
            "Onto a reserve that ran out nothing is laid any more.",
            (
                "move.empty",
                "steps: a reserve grows only by a load, an emptied one never",
            ),
        ),
        (
            "compulsory",
            "A card of reserve or hand that fits a foundation goes there first.",
            ("move.skipped", "option: foundation_duty"),
        ),
        (
            "end of turn",
            "A turn ends where no move is left.",
            ("discard", "pass", "pass.can_turn", "pass.can_play"),
        ),
        (
            "first turn",
            "The lower card of the reserves begins, then that of the houses.",
            (f"{DEALING}:first_player", "option: first_player", "option: equal_cards"),
        ),
    ):
        yield Requirement(code, says, by, RULES)


REQUIREMENTS: Final = (*ASKED, *_described(), *PARTS, *BOARD)
