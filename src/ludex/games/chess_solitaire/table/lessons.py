"""How to play Chess Solitaire in a minute."""

from ludex.table import Lesson, squares

LESSONS = (
    Lesson(
        "Every move captures: a piece goes to the square of another, which is taken off.",
        squares("R..P/..../.N../...."),
        (16, 17),
    ),
    Lesson(
        "You have won when one piece is left, and lost when none of several can capture.",
        squares("..../.K../..../...."),
    ),
    Lesson(
        "King, queen, rook and bishop move as in chess. The pawn captures upwards, "
        "to the left or to the right.",
        squares("..../..B./.P../...."),
        (17, 16),
    ),
    Lesson(
        "The knight goes up or down first, then to the side, and it does not jump: here the "
        "bishop on its corner is in its way to the rook.",
        squares("..../.BR./..../.N.."),
    ),
)

EMBLEM = squares("..P...B../R..NQ..P./.B..K.R..", -4.5)
