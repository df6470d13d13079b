"""The errata of the Event-B document; its context `Poker` has 32 axioms."""

from typing import Final

from ludex.kernel import Erratum

_LINT: Final = "ludex poker axioms --lint --reading"

ERRATA: Final = (
    Erratum(
        "E-PK-1",
        "Ten axioms say: for each set there is a card for which, *if* it is in the set, "
        "then …. Any card outside the set makes that true.",
        "The card belongs to the premise: for every card of the set.",
        "isUnique_F2, isA_F, isK_F, isPair_F, isThree_F, getPair_F, getThree_F, "
        "getMax_Func, getMax_Card_F, compareSetCard_FR",
        "For all sets and all cards, the premise implies the conclusion.",
        f"{_LINT} literal",
    ),
    Erratum(
        "E-PK-2",
        "compareSetCard is a total injection: 2^104 pairs of sets into four results.",
        "A total function.",
        "compareSetCard_D",
        "A total function.",
        f"{_LINT} literal",
    ),
    Erratum(
        "E-PK-3",
        "Two cards of a set have one id when x = y, and every card equals itself: no set but "
        "the empty one is unique, and thirteen axioms lose their premise.",
        "A hand is a list, and is unique when no card is in it twice.",
        "isUnique_F2",
        "Two entries of one id.",
        f"{_LINT} quantifiers",
    ),
    Erratum(
        "E-PK-4",
        "A set cannot hold a card twice, so nothing can be not unique.",
        "Hands are lists.",
        "isUnique_D",
        "Lists of cards.",
        f"{_LINT} duplicates",
    ),
    Erratum(
        "E-PK-5",
        "Nothing is ever FALSE: whether a king is an ace is open.",
        "Every test is an if and only if.",
        "isEmpty_F, isA_F, isK_F, isPair_F, isThree_F",
        "TRUE exactly when.",
        f"{_LINT} repaired",
    ),
    Erratum(
        "E-PK-6",
        "Three cards of one value need not differ: any three cards are three of a kind.",
        "Three different cards.",
        "isThree_F",
        "Three different cards, as in getThree_F.",
        f"{_LINT} choice",
    ),
    Erratum(
        "E-PK-7",
        "With three alike, or two pairs, getPair has several values at once.",
        "The pair of the highest value, its lowest ids.",
        "getPair_F",
        "Some pair; for ranking the highest.",
        f"{_LINT} largest",
    ),
    Erratum(
        "E-PK-8",
        "With four alike getThree has several values at once.",
        "The three of the highest value, the lowest ids.",
        "getThree_F",
        "Some three.",
        f"{_LINT} largest",
    ),
    Erratum(
        "E-PK-9",
        "A card is largest when it is at least as large as *one* card, such as itself: every "
        "card is.",
        "At least as large as every card.",
        "getMax_Func, getMax_Card_F",
        "At least as large as every card.",
        f"{_LINT} duplicates",
    ),
    Erratum(
        "E-PK-10",
        "With two cards of the largest value getMax_Card is two sets at once, and it is a set, "
        "not a card.",
        "The lowest id among them.",
        "getMax_Card_F",
        "One of the largest cards.",
        f"{_LINT} largest",
    ),
    Erratum(
        "E-PK-11",
        "Functions are total, also where they have no value: the maximum of no cards, the pair "
        "of cards without one.",
        "None.",
        "getPair_D, getThree_D, getMax_D, getMax_Card_D",
        "No value.",
        "ludex poker axioms 'getMax_Card({}) = {}' --deck Kh --reading ours",
    ),
    Erratum(
        "E-PK-12",
        "An ace is above all in isA and 1 in getMax: who has two of them is worse off than who "
        "has one.",
        "The axioms are followed; `--key ace_high` is the everyday order.",
        "compareSetCard_F11, compareSetCard_F21",
        "An ace is high.",
        "ludex poker compare --by value --explain AsAhKd AcKhQd",
    ),
    Erratum(
        "E-PK-13",
        "An error is a result beside the three outcomes, and the causes have no order.",
        "-1 in files; in words the cause is said.",
        "result_D",
        "An error is no outcome.",
    ),
    Erratum(
        "E-PK-14",
        "Sets of different sizes cannot be compared.",
        "So they are refused, with both numbers.",
        "compareSetCard_F00",
        "As it says.",
    ),
    Erratum(
        "E-PK-15",
        "Nothing relates the comparison of a and b to that of b and a; that it is an order is "
        "not proved.",
        "Tests show antisymmetry, totality and transitivity.",
        "compareSetCard",
        "A total preorder of sets of one size.",
    ),
    Erratum(
        "E-PK-16",
        "Value, SetID and getValue come from a context that is not there.",
        "Ids 1 to 52 by blocks of suits: hearts, diamonds, clubs, spades.",
        "EXTENDS Card",
        "Fifty-two ids, thirteen values.",
    ),
    Erratum(
        "E-PK-17",
        "Suits never appear: no flush, no straight, no full house.",
        "Fighting ranks hands as poker players do.",
        "the context",
        "The companion contexts Ranking and Fighting.",
    ),
    Erratum(
        "E-PK-18",
        "isK, isPair, isThree, getPair and getThree are not used.",
        "Kept as functions.",
        "CONSTANTS",
        "Meant for the companion contexts.",
    ),
    Erratum(
        "E-PK-19",
        "The title promises poker; the context compares sets by value.",
        "`ludex poker compare` ranks hands; `--by value` is the context.",
        "the title",
        "A comparison of sets.",
    ),
    Erratum(
        "E-PK-20",
        "The companion contexts put the straight above the flush, and 10-J-Q-K-A ties with "
        "9-10-J-Q-K.",
        "A flush beats a straight, and the ace is high or low in a straight.",
        "Ranking, Fighting",
        "The standard ranking.",
    ),
)
