"""Where secrets end, and cards in a row begin."""

from ludex.parts.secret_dice import SECRET, is_secret
from ludex.table.lesson import row


def test_a_secret_has_256_bits_and_no_more() -> None:
    assert [is_secret(SECRET - 1), is_secret(SECRET)] == [False, True]
    assert [is_secret(2 * SECRET - 1), is_secret(2 * SECRET)] == [True, False]


def test_cards_side_by_side_do_not_cover_each_other() -> None:
    first, second, third = row("KS QH JC", y=2.0, x=5.0)
    assert first.x == 5.0
    assert 1 < second.x - first.x < 1.5
    assert third.x - second.x == second.x - first.x
    assert {first.y, second.y, third.y} == {2.0}
