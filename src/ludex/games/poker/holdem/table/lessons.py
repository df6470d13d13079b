"""How to play hold'em in a minute."""

from ludex.table import Lesson, Shown, row

LESSONS = (
    Lesson(
        "You have two cards of your own, and five lie on the board for everybody. The best "
        "five of the seven count.",
        (*row("9S 9C 4D KH 2C"), *row("9D KS", 1.8, 1.6)),
    ),
    Lesson(
        "The players bet four times: on their own cards, then on three, four and five cards "
        "of the board. Match the bet, raise it, or fold.",
        (*row("7H QC 2S back back"), Shown("chips:40", 1.9, 1.7)),
    ),
    Lesson(
        "The best hands, from the top: straight flush, four of a kind, full house, flush.",
        (
            *row("9S 8S 7S 6S 5S"),
            *row("QS QH QD QC 4S", 1.55),
            *row("TS TH TD 8C 8S", 3.1),
            *row("AH JH 9H 6H 3H", 4.65),
        ),
    ),
    Lesson(
        "Then come straight, three of a kind, two pair, a pair, and finally the highest card.",
        (
            *row("8C 7D 6S 5H 4C"),
            *row("7S 7H 7D KC 2S", 1.55),
            *row("JS JH 4D 4C AS", 3.1),
            *row("9S 9H AD JC 5S", 4.65),
        ),
    ),
)

EMBLEM = (
    *row("4D TS QS JS 9H", 0.15, -2.66),
    Shown("card:AS", -0.95, 1.72),
    Shown("card:KS", -0.05, 1.72),
    Shown("chips:120", -2.9, 2.0),
    Shown("chips:500", 1.7, 2.0),
)
