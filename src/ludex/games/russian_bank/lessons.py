"""How to play Russian Bank in a minute."""

from typing import Final

from ludex.kernel import Lesson, Shown, fan

LESSONS: Final = (
    Lesson(
        "Be the first without cards: empty your reserve, your hand and your waste.",
        (Shown("card:7D", 0), Shown("card:back", 1.5), Shown("card:QC", 3.0)),
    ),
    Lesson(
        "The foundations go up in suit from the ace. What can go there must go there first.",
        (Shown("card:AH", 0), Shown("foundation:S", 1.1), Shown("card:2H", 2.8)),
        (2, 0),
    ),
    Lesson(
        "The houses go down in alternate colours, and belong to both players.",
        (*fan("9H 8S", 0), Shown("card:7D", 2.2, 0.4)),
        (2, 1),
    ),
    Lesson(
        "Load the opponent: the same suit, one higher or one lower, on their reserve or waste.",
        (Shown("card:TC", 0), Shown("card:JC", 2.2)),
        (1, 0),
    ),
    Lesson(
        "When you want to play no more, turn a card of your hand. If it can go nowhere, it goes to "
        "your waste, and your turn is over.",
        (Shown("card:back", 0), Shown("card:4S", 1.3), Shown("waste", 3.0)),
        (1, 2),
    ),
)
