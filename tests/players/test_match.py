"""Matches: the same deals with the seats exchanged, and honest intervals."""

import tracemalloc
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.bots import View, find_bot, random_bot
from ludex.kernel import Dice, Event, Unreadable
from ludex.players.match import (
    MatchGame,
    Mean,
    Tally,
    play_deal,
    play_game,
    seating,
    wilson,
)
from ludex.players.rating import SURE
from ludex.registry import load, refined
from playing import example


def test_everybody_sits_everywhere() -> None:
    assert [seating(2, 2, r) for r in range(2)] == [(0, 1), (1, 0)]
    assert [seating(3, 3, r) for r in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [seating(5, 2, r) for r in range(2)] == [(0, 1, 0, 1, 0), (1, 0, 1, 0, 1)]


def test_both_games_of_a_deal_are_dealt_the_same_whatever_the_bots_throw() -> None:
    game = refined(load("russian-bank")).unchecked()
    seen: list[Any] = []

    def restless(view: View[Any], dice: Dice) -> Event[Any]:
        for _ in range(len(seen) % 7):
            dice.word()
        seen.append(view.shown)
        return random_bot(view, dice)

    deals = []
    for rotation in range(2):
        seen.clear()
        play_game(game, game.start(), [restless, restless], 5, rotation)
        deals.append(seen[0])
    assert deals[0] == deals[1]


def test_a_match_is_the_same_again_with_the_same_seed() -> None:
    game = refined(load("carcassonne")).unchecked()
    start = game.start.varied(None, {"length": "12"})
    bots = [find_bot(game, name) for name in ("search:3", "random")]
    again = [play_deal(game, start, bots, 8) for _ in range(2)]
    scores = [[played.scores for played in deal] for deal in again]
    assert scores[0] == scores[1]
    other = play_deal(game, start, bots, 9)
    assert scores[0] != [played.scores for played in other]


def test_a_bot_that_breaks_the_rules_is_a_bug() -> None:
    game = example("tic_tac_toe")

    def stubborn(_: View[Any], __: Dice) -> Event[Any]:
        event = game.read("mark(1)")
        assert not isinstance(event, Unreadable)
        return event

    with pytest.raises(AssertionError, match="cell 1 is taken"):
        play_deal(game, game.start(), [stubborn, stubborn], 1)


def played(*scores: float) -> MatchGame:
    best = max(scores)
    winners = frozenset(i for i, score in enumerate(scores) if score == best)
    return MatchGame(winners, scores, (1,) * len(scores), (0.5,) * len(scores))


def test_wins_draws_losses_and_the_paired_lead_are_counted() -> None:
    tally = Tally(2)
    tally.add((played(5, 3), played(2, 2)))
    tally.add((played(0, 1), played(4, 1)))
    assert tally.games == 4
    first, second = tally.record(0), tally.record(1)
    assert (first.wins, first.draws, first.losses) == (2, 1, 1)
    assert (second.wins, second.draws, second.losses) == (1, 1, 2)
    assert first.rate.value == 0.625
    assert first.lead is not None
    assert first.lead.value == 1.0  # the deals gave 1 and 1: no doubt is left
    assert (first.lead.low, first.lead.high) == (1.0, 1.0)
    assert (first.moves, first.seconds) == (4, 2.0)


def test_a_game_that_nobody_ended_is_drawn() -> None:
    tally = Tally(2)
    unfinished = MatchGame(frozenset(), (0.0, 0.0), (1, 1), (0.0, 0.0))
    tally.add((unfinished, unfinished))
    assert tally.games == 2
    assert tally.record(0).draws == 2
    assert tally.record(0).lead is None


def test_of_several_only_those_who_met_are_counted() -> None:
    tally = Tally(3)
    tally.add((played(5, 3), played(2, 1)), (0, 2))
    tally.add((played(1, 3), played(2, 2)), (1, 2))
    assert tally.games == 4
    records = [tally.record(bot) for bot in range(3)]
    assert [(r.wins, r.draws, r.losses) for r in records] == [(2, 0, 0), (0, 1, 1), (1, 1, 2)]  # fmt: skip
    assert sorted(tally.met) == [(0, 2), (1, 2)]
    elo = [record.elo.value for record in records]
    assert elo[0] > elo[2] > elo[1]


def test_of_two_who_lost_to_a_third_the_higher_score_is_better() -> None:
    game = played(9, 4, 3)
    assert [game.points(0, 1), game.points(1, 2), game.points(2, 0)] == [1, 1, 0]
    assert played(4, 4, 3).points(0, 1) == 0.5
    unfinished = MatchGame(frozenset(), (0.0, 0.0), (1, 1), (0.0, 0.0))
    assert unfinished.points(0, 1) == 0.5


def test_wilson_s_interval_is_known_and_stays_inside() -> None:
    half = wilson(50, 100)
    assert (round(half.low, 4), round(half.high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 10).low == pytest.approx(0)
    assert wilson(10, 10).high == pytest.approx(1)
    assert round(wilson(10, 10).low, 4) == 0.7225
    assert wilson(0, 0).value == 0.5


def test_one_deal_says_nothing_about_how_sure_it_is() -> None:
    sums = Mean()
    sums.add(3.0)
    assert sums.estimate is None
    sums.add(1.0)
    mean = sums.estimate
    assert mean is not None
    assert mean.value == 2.0
    assert mean.low < 0.1
    assert mean.high > 3.9


@given(st.lists(st.floats(-1e6, 1e6), min_size=2))
def test_sums_give_the_mean_and_deviation_of_the_numbers_themselves(
    numbers: list[float],
) -> None:
    sums = Mean()
    for number in numbers:
        sums.add(number)
    mean = sums.estimate
    assert mean is not None
    wide = SURE * stdev(numbers) / sqrt(len(numbers))
    assert mean.value == pytest.approx(fmean(numbers), abs=1e-6)
    assert mean.high - mean.value == pytest.approx(wide, abs=1e-3)


def test_no_game_is_kept() -> None:
    """A match of any length takes no more memory."""
    tally = Tally(2)
    deals = ((played(5, 3 + i), played(2, i)) for i in range(2_000))
    tracemalloc.start()
    try:
        for deal in deals:
            tally.add(deal)
        assert tally.games == 4_000
        assert tracemalloc.get_traced_memory()[0] < 40_000
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["carcassonne", "russian-bank"])
def test_greedy_beats_random(name: str) -> None:
    game = load(name)
    bots = [find_bot(game, bot) for bot in ("greedy", "random")]
    tally = Tally(2)
    dice = Dice(1)
    for _ in range(6):
        tally.add(play_deal(game, game.start(), bots, dice.word()))
    assert tally.record(0).wins >= 11


@pytest.mark.slow
def test_greedy_wins_chips_from_random_in_hold_em() -> None:
    game = load("holdem")
    start = game.start.varied(None, {"players": "2"})
    bots = [find_bot(game, bot) for bot in ("greedy", "random")]
    tally = Tally(2)
    dice = Dice(1)
    for _ in range(30):
        tally.add(play_deal(game, start, bots, dice.word()))
    lead = tally.record(0).lead
    assert lead is not None
    assert lead.low > 0


@pytest.mark.slow
def test_search_holds_its_own_against_greedy_in_carcassonne() -> None:
    game = load("carcassonne")
    start = game.start.varied(None, {"length": "16"})
    bots = [find_bot(game, bot) for bot in ("search:40", "greedy")]
    tally = Tally(2)
    dice = Dice(1)
    for _ in range(4):
        tally.add(play_deal(game, start, bots, dice.word()))
    # It wins about 70 of 100; of eight games that leaves room for bad luck.
    assert tally.record(0).wins >= 4
