"""How to play FreeCell in a minute."""

from ludex.table import Lesson, Shown, fan

LESSONS = (
    Lesson(
        "Bring every suit home, from the ace to the king: that is all you have to do.",
        (
            Shown("card:AS", 0),
            Shown("card:3H", 1.1),
            Shown("foundation:C", 2.2),
            Shown("foundation:D", 3.3),
            Shown("card:2S", 0.5, 1.9),
        ),
        (4, 0),
    ),
    Lesson(
        "In the columns a card goes on one that is one higher and of the other colour.",
        (*fan("KC QH JC", 0), *fan("8S TD", 2.4)),
        (4, 2),
    ),
    Lesson(
        "A free cell holds one card, until you need it. An empty column holds any card.",
        (
            Shown("cell", 0),
            Shown("card:4D", 1.1),
            Shown("cell", 2.2),
            Shown("cell", 3.3),
            *fan("2C KD", 0.5, 1.8),
        ),
        (5, 0),
    ),
    Lesson(
        "Cards in sequence move together: one more than there are empty free cells, and "
        "twice as many with an empty column.",
        (*fan("5S TH", 0), *fan("9S 8D 7C", 2.4)),
        (2, 1),
    ),
)

EMBLEM = (
    *fan("4D 9C KH 2S 8D", -3.74, -0.7),
    *fan("7S QD 6C 5H", -2.66, -0.7),
    *fan("TH 3S 8H 7C 6D", -1.58, -0.7),
    *fan("KC QH JC TD 9S", -0.5, -0.1),
    *fan("AD 8C 3H JD", 0.58, -0.7),
    *fan("5S 6H QC 4H 3C", 1.66, -0.4),
    *fan("JH 2C TS 9D", 2.74, -0.7),
)
