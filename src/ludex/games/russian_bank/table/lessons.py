"""How to play Russian Bank in a minute."""

from ludex.table import Lesson, Shown, fan

LESSONS = (
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


def _house(cards: str, x: float, y: float) -> tuple[Shown, ...]:
    """A house beside the foundations, fanned out."""
    return tuple(Shown(f"card:{c}", x + 0.42 * i, y) for i, c in enumerate(cards.split()))


EMBLEM = (
    *_house("KH QS JD TC", -3.62, 0.06),
    *_house("9D 8C 7H", -3.2, 1.56),
    Shown("card:3H", -1.1, 0.06),
    Shown("card:AS", 0.1, 0.06),
    Shown("card:2D", -1.1, 1.56),
    Shown("foundation:C", 0.1, 1.56),
    *_house("JS TD 9C", 1.36, 0.06),
    *_house("QH JC TH 9S", 1.36, 1.56),
)
