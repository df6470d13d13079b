"""Pictures of lessons: cards and squares lie where a lesson says."""

from ludex.table.lesson import Shown, fan, row, squares


def places(pieces: tuple[Shown, ...]) -> list[tuple[str, float, float]]:
    return [(piece.look, round(piece.x, 2), round(piece.y, 2)) for piece in pieces]


def test_cards_of_a_fan_lie_below_each_other() -> None:
    assert places(fan("KS QH JC", 2, 1)) == [
        ("card:KS", 2, 1),
        ("card:QH", 2, 1.4),
        ("card:JC", 2, 1.8),
    ]


def test_cards_of_a_row_lie_side_by_side() -> None:
    assert places(row("KS QH JC", 1, 2)) == [
        ("card:KS", 2, 1),
        ("card:QH", 3.08, 1),
        ("card:JC", 4.16, 1),
    ]


def test_a_board_has_its_squares_below_its_pieces() -> None:
    assert places(squares("R./.P", 3)) == [
        ("square:light", 3, 0),
        ("square:dark", 4, 0),
        ("square:dark", 3, 1),
        ("square:light", 4, 1),
        ("chess:R", 3, 0),
        ("chess:P", 4, 1),
    ]
