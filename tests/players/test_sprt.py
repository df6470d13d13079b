"""The sequential test: as it is defined, and as sure as it says."""

from collections import Counter
from itertools import count
from math import log

import pytest

from ludex.kernel import Dice
from ludex.players.sprt import BOUND, expected, verdict_of

POINTS = [0.0, 0.5, 1.0, 1.5, 2.0]


def test_the_bounds_are_those_of_one_error_in_twenty() -> None:
    assert pytest.approx(log(19)) == BOUND


def test_400_elo_are_ten_to_one() -> None:
    assert expected(400) == pytest.approx(10 / 11)
    assert expected(0) == 0.5


def test_no_deal_says_nothing() -> None:
    assert verdict_of({}, 2, 0, 20).ratio == 0
    assert verdict_of({}, 2, 0, 20).word == "open"


def test_turned_round_it_says_the_opposite() -> None:
    deals = {0.0: 3, 0.5: 5, 1.0: 20, 1.5: 9, 2.0: 8}
    turned = {2 - points: n for points, n in deals.items()}
    ratio = verdict_of(deals, 2, 0, 20).ratio
    assert ratio > 0
    assert verdict_of(turned, 2, -20, 0).ratio == pytest.approx(-ratio)


def test_it_comes_close_to_what_normal_distributions_say() -> None:
    """For guesses that lie close together the ratio is known: n (b - a)(2 m - a - b) / 2 v."""
    deals = {0.0: 100, 0.5: 150, 1.0: 500, 1.5: 160, 2.0: 120}
    n = sum(deals.values())
    mean = sum(points / 2 * k for points, k in deals.items()) / n
    spread = sum((points / 2 - mean) ** 2 * k for points, k in deals.items()) / n
    low, high = expected(0), expected(5)
    near = n * (high - low) * (2 * mean - low - high) / (2 * spread)
    assert verdict_of(deals, 2, 0, 5).ratio == pytest.approx(near, rel=0.02)


def test_pairing_tells_more_than_the_same_points_in_single_games() -> None:
    """Where each deal is drawn whoever plays it better, a little more is no accident."""
    steady = verdict_of({1.0: 90, 1.5: 10}, 2, 0, 20).ratio
    wild = verdict_of({0.0: 43, 1.0: 9, 2.0: 48}, 2, 0, 20).ratio
    assert steady > BOUND > abs(wild)


@pytest.mark.parametrize(("chance", "word"), [(0.5, "low"), (0.64, "high")])
def test_it_is_right_nearly_always(chance: float, word: str) -> None:
    wrong = 0
    dice = Dice(1)
    for _ in range(20):
        deals: Counter[float] = Counter()
        for _ in count():
            deals[sum(dice.below(1000) < 1000 * chance for _ in range(2)) * 1.0] += 1
            verdict = verdict_of(deals, 2, 0, 100)
            if verdict.is_decided:
                break
        wrong += verdict.word != word
    assert wrong <= 3
