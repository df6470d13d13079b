"""Dice: the same numbers everywhere, each as likely."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ludex.kernel import Dice


def test_the_stream_is_the_published_one() -> None:
    # The first outputs of SplitMix64 from the seed 1234567, as published with it.
    dice = Dice(1234567)
    assert [dice.word() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@given(st.integers(), st.integers(1, 2**200))
def test_a_number_below_n_is_below_n(seed: int, n: int) -> None:
    assert 0 <= Dice(seed).below(n) < n


def test_choices_and_shuffles_are_uniform() -> None:
    dice = Dice(3)
    counts = Counter(dice.below(6) for _ in range(60_000))
    assert all(9_500 < counts[i] < 10_500 for i in range(6))
    orders: Counter[str] = Counter()
    for _ in range(24_000):
        letters = list("abcd")
        dice.shuffle(letters)
        orders["".join(letters)] += 1
    assert len(orders) == 24
    assert all(850 < count < 1_150 for count in orders.values())
    assert dice.choice("x") == "x"


def test_split_dice_go_their_own_way() -> None:
    dice = Dice(9)
    first, second = dice.split(), dice.split()
    assert first.word() != second.word()
    assert Dice(9).split().word() == Dice(9).split().word()
