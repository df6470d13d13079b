"""Ratings: how strong the players must be for results like these."""

import pytest

from ludex.players.rating import ratings


def test_three_of_four_points_are_190_elo_apart_with_many_games() -> None:
    better, worse = ratings(2, {(0, 1): (10_000, 7_500.0)})
    assert better.value - worse.value == pytest.approx(190.85, abs=0.5)
    assert better.give_or_take < 5


def test_who_has_won_all_gets_a_number_too() -> None:
    better, worse = ratings(2, {(0, 1): (10, 10.0)})
    assert 100 < better.value < 1000
    assert worse.value == pytest.approx(-better.value)
    assert better.give_or_take > 100


def test_ratings_hang_together_over_others() -> None:
    results = {(0, 1): (4, 3.0), (1, 2): (4, 3.0)}
    first, second, third = (each.value for each in ratings(3, results))
    assert first > second > third
    assert first + second + third == pytest.approx(0, abs=1e-6)


def test_one_game_says_little_and_no_game_nothing() -> None:
    winner, loser = ratings(2, {(0, 1): (1, 1.0)})
    assert winner.value == -loser.value > 0
    assert winner.give_or_take > winner.value
    nobody = ratings(3, {})
    assert {one.value for one in nobody} == {0.0}
    assert min(one.give_or_take for one in nobody) > 500


def test_hundreds_of_players_are_rated() -> None:
    many = {(i, i + 1): (2, 1.5) for i in range(299)}
    rated = ratings(300, many)
    assert rated[0].value > rated[1].value > 0 > rated[-2].value > rated[-1].value
    assert min(one.give_or_take for one in rated) > 100
