"""How to play Carcassonne in a minute."""

from typing import Final

from ludex.kernel import Lesson, Shown

LESSONS: Final = (
    Lesson(
        "Lay the tile that you draw. Its sides must match: city to city, road to road, "
        "field to field.",
        (
            Shown("place:free", 0),
            Shown("tile:cN.rEW", 0, 1),
            Shown("tile:rEW", 1, 1),
            Shown("tile:cN", 2.6, 0, 2),
        ),
        (3, 0),
    ),
    Lesson(
        "You may put a meeple on it: a knight in a city, a thief on a road, a monk in a "
        "cloister, a farmer in a field. Not where one stands already.",
        (
            Shown("tile:cN.rEW", 0),
            Shown("meeple:1:K:50,17", 0),
            Shown("tile:m", 1.2),
            Shown("meeple:1:M:50,55", 1.2),
            Shown("tile:rEW", 2.4),
            Shown("meeple:1:T:50,50", 2.4),
        ),
    ),
    Lesson(
        "What is complete scores at once, and its meeples come home: a city two points a "
        "tile, a road one, a cloister with eight tiles around it nine.",
        (
            Shown("tile:cN", 0, 0, 2),
            Shown("tile:cN", 0, 1),
            Shown("meeple:2:K:50,17", 0, 1),
            Shown("meeple:2", 1.6, 0.8),
        ),
        (2, 3),
    ),
    Lesson(
        "At the end what is not complete counts less, and a field three points for each "
        "complete city. Only those with the most meeples score.",
        (
            Shown("tile:cN.rEW", 0),
            Shown("meeple:1:F:50,80", 0),
            Shown("tile:cN", 1),
            Shown("meeple:2:K:50,17", 1),
        ),
    ),
)
