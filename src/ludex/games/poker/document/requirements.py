"""What the context `Poker` asks for: its constants, its axioms, and what answers for them.

The functions are those of `event_b`, which mean what the comments of the document want; the axioms
themselves stand as data in `ludex.games.poker.document.axioms`.
"""

from collections.abc import Iterator
from typing import Final

from ludex.kernel import Requirement

MEANT: Final = "ludex.games.poker.fighting.event_b"
AXIOMS: Final = "ludex.games.poker.document.axioms"
READINGS: Final = "ludex.games.poker.document.readings"

FUNCTIONS: Final = {
    "result": "RESULT",
    "isEmpty": "is_empty",
    "isUnique": "is_unique",
    "isA": "has_ace",
    "isK": "has_king",
    "isPair": "is_pair",
    "isThree": "is_three",
    "getPair": "get_pair",
    "getThree": "get_three",
    "getMax": "get_max",
    "getMax_Card": "get_max_card",
    "compareSetCard": "compare_as_written",
}
"""What each constant is called here."""

CONSTANTS: Final = {
    "isA": "Does a set of cards hold an ace?",
    "result": "What a fight can come to: an error, a tie, the first wins, the second wins.",
    "isK": "Does a set of cards hold a king?",
    "isPair": "Does a set hold two cards of one value?",
    "isThree": "Does a set hold three cards of one value?",
    "getThree": "Three cards of one value in a set.",
    "getPair": "Two cards of one value in a set.",
    "isUnique": "Is every card of a set there once?",
    "isEmpty": "Is a set of cards empty?",
    "getMax": "The largest value in a set.",
    "compareSetCard": "Two sets are compared by value.",
    "getMax_Card": "The card with the largest value.",
}
"""In the order of the document."""

SAYS: Final = {
    "result_D": "There are four results: -1, 0, 1 and 2.",
    "isEmpty_D": "Every set of cards is empty or not.",
    "isEmpty_F": "A set without cards is empty.",
    "isUnique_D": "Every set of cards is unique or not.",
    "isUnique_F1": "An empty set is unique.",
    "isUnique_F2": "A set with two cards of one id is not unique.",
    "isA_D": "Every set of cards has an ace or not.",
    "isA_F": "A set with a card of value 1 has an ace.",
    "isK_D": "Every set of cards has a king or not.",
    "isK_F": "A set with a card of value 13 has a king.",
    "isPair_D": "Every set of cards has a pair or not.",
    "isPair_F": "A set with two cards of one value has a pair.",
    "isThree_D": "Every set of cards has three of a kind or not.",
    "isThree_F": "A set with three cards of one value has three of a kind.",
    "getPair_D": "The pair of a set is a set of cards.",
    "getPair_F": "Two cards of one value are the pair.",
    "getThree_D": "The three of a kind of a set are a set of cards.",
    "getThree_F": "Three cards of one value are the three of a kind.",
    "getMax_D": "The largest value of a set is a value.",
    "getMax_Func": "It is that of a card with at least the value of all others.",
    "getMax_Card_D": "The largest card of a set is a set of cards.",
    "getMax_Card_F": "It is a card with at least the value of all others.",
    "compareSetCard_D": "Every two sets have a result.",
    "compareSetCard_F00": "Sets of different sizes are an error.",
    "compareSetCard_F01": "A first set that is not unique is an error.",
    "compareSetCard_F02": "A second set that is not unique is an error.",
    "compareSetCard_F0": "Two empty sets tie.",
    "compareSetCard_F10": "Only the first has an ace: it wins.",
    "compareSetCard_F11": "Both or neither have an ace, and the first has the larger maximum: it "
    "wins.",
    "compareSetCard_F20": "Only the second has an ace: it wins.",
    "compareSetCard_F21": "Both or neither have an ace, and the second has the larger maximum: "
    "it wins.",
    "compareSetCard_FR": "Where neither rule decides, the largest card is put away on both sides, "
    "and the rest is compared.",
}
"""The axioms, in the order of the document."""

RULES: Final = {
    "compareSetCard_F00": ("deal.wrong_count",),
    "compareSetCard_F01": ("deal.card_twice",),
    "compareSetCard_F02": ("deal.card_twice",),
}
"""What of the game of Fighting answers for an axiom besides."""


def _constants() -> Iterator[Requirement]:
    for name, says in CONSTANTS.items():
        by = (f"{MEANT}:{FUNCTIONS[name]}", f"{AXIOMS}:CONSTANTS")
        yield Requirement(name, says, by, "CONSTANTS")


def _axioms() -> Iterator[Requirement]:
    for name, says in SAYS.items():
        function = FUNCTIONS[name.rpartition("_")[0]]
        by = (f"{MEANT}:{function}", f"{READINGS}:READINGS", *RULES.get(name, ()))
        yield Requirement(name, says, by, "AXIOMS")


REQUIREMENTS: Final = (
    Requirement(
        "Card",
        "Ids and values of cards come from another context.",
        (f"{MEANT}:is_card", f"{MEANT}:get_value"),
        "EXTENDS",
        ("E-PK-16",),
    ),
    *_constants(),
    *_axioms(),
    Requirement(
        "fighting",
        "Two hands of five cards from one pack fight, and one wins or both tie.",
        (
            "deal",
            "deal -> tie",
            "deal -> beats",
            "deal.in_both_hands",
            "always: five different cards each, or none",
            "sometimes: the second hand wins",
        ),
        "the companion context Fighting",
        ("E-PK-20",),
    ),
)
