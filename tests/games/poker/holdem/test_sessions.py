"""Hands that follow one another: button, blinds, levels, rebuys, places, the end."""

import pytest

from holdem_tables import play, random_play, refused, table
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.ending import ranking
from ludex.games.poker.holdem.rules.options import Rebuy, Rules
from ludex.kernel import CHANCE, Dice, History, Unreadable

BOARD = "deal_board(2c7d9h) deal_board(Jc) deal_board(Kd)"
FOUR = "deal_holes(AsAhKhKcQsQhTsTd)"
SEATS = ("button", "small", "big")


def seats(history: History) -> tuple[int, ...]:  # type: ignore[type-arg]
    return tuple(getattr(history.state.session, name) + 1 for name in SEATS)


def test_the_button_goes_round() -> None:
    history = play(table(200, 200, 200, 200, hands=5), f"{FOUR} fold fold fold")
    assert seats(history) == (1, 2, 3)
    for expected in ((2, 3, 4), (3, 4, 1), (4, 1, 2), (1, 2, 3)):
        history = play(history, f"{FOUR} fold fold fold")
        assert seats(history) == expected


def test_between_two_players_button_and_blinds_alternate() -> None:
    history = play(table(200, 200, hands=3), "deal_holes(AsAhKhKc) fold")
    assert seats(history) == (1, 1, 2)
    assert seats(play(history, "deal_holes(AsAhKhKc) fold")) == (2, 2, 1)


def test_the_button_is_dead_when_the_small_blind_was_knocked_out() -> None:
    # player 2, the small blind, loses 50 to the aces of player 1
    start = table(200, 50, 200, 200, hands=0)
    history = play(start, f"{FOUR} fold raise_to(50) call fold {BOARD.replace('Kd', '3d')}")
    assert history.state.stacks == (252, 0, 198, 200)
    history = play(history, "deal_holes(AsAhQsQhTsTd)")
    assert seats(history) == (2, 3, 4)
    assert history.state.bets == (0, 0, 1, 2)
    history = play(history, "call fold check deal_board(2c7d9h)")
    assert history.state.waiting == (3, 0)


def test_no_small_blind_is_posted_when_the_big_blind_was_knocked_out() -> None:
    # player 3, the big blind, loses 50 to the aces of player 1
    start = table(200, 200, 50, 200, hands=0)
    history = play(start, f"{FOUR} fold raise_to(50) fold call {BOARD}")
    assert history.state.stacks == (251, 199, 0, 200)
    assert history.state.session.places == (0, 0, 4, 0)
    history = play(history, "deal_holes(AsAhKhKcTsTd)")
    assert seats(history) == (2, 3, 4)
    assert history.state.bets == (0, 0, 0, 2)
    assert history.state.waiting == (0, 1, 3)
    # the button lies at the empty seat of player 3 in the hand after that
    history = play(history, "fold fold deal_holes(AsAhKhKcTsTd)")
    assert seats(history) == (3, 4, 1)
    assert history.state.bets == (2, 0, 0, 1)


def test_the_blinds_rise_with_the_levels() -> None:
    rules = Rules(players=3, small_blind=5, big_blind=10, ante=1, hands_per_level=2, hands=9)
    stakes = [tuple(rules.stakes(hand)) for hand in range(1, 8)]
    assert stakes == [(5, 10, 1)] * 2 + [(10, 20, 2)] * 2 + [(15, 30, 3)] * 2 + [(20, 40, 4)]
    assert rules.stakes(10_000).big > 10_000


def test_two_who_fall_in_one_hand_are_placed_by_what_they_had() -> None:
    start = table(300, 100, 50, hands=0)
    history = play(start, f"deal_holes(AsAhQsQhTsTd) raise_to(300) call call {BOARD}")
    assert history.state.session.places == (1, 2, 3)
    ended = game.outcome(history.state)
    assert ended is not None
    assert ended.winners == (0,)
    assert ended.text == "player 1 wins all the chips (150 : -100 : -50)"
    assert refused(history, "fold") == "the game is over"


def test_two_who_fall_with_equal_stacks_share_a_place() -> None:
    start = table(300, 100, 100, hands=0)
    history = play(start, f"deal_holes(AsAhQsQhTsTd) raise_to(300) call call {BOARD}")
    assert history.state.session.places == (1, 2, 2)


def test_whoever_is_broke_buys_in_again_in_a_cash_game() -> None:
    start = table(200, 200, 200, stack=200, rebuy=Rebuy.YES, hands=2)
    history = play(start, f"deal_holes(AsAhQsQhTsTd) raise_to(200) call fold {BOARD}")
    assert history.state.stacks == (402, 0, 198)
    s = play(history, "deal_holes(AsAhQsQhTsTd)").state
    assert s.stacks == (400, 200, 197)
    assert s.session.bought == (200, 400, 200)
    end = play(History(game, s), "fold fold").state
    ended = game.outcome(end)
    assert ended is not None
    assert ended.scores == (203, -200, -3)
    assert ended.reason == "player 1 wins most in 2 hands"


def test_a_session_ends_after_the_hands_agreed_on() -> None:
    history = play(table(200, 200, hands=2), "deal_holes(AsAhKhKc) fold")
    assert game.outcome(history.state) is None
    history = play(history, "deal_holes(AsAhKhKc) fold")
    assert game.outcome(history.state) is not None
    assert [place for place, _ in ranking(history.state)] == [1, 1]


@pytest.mark.parametrize("preset", ["tournament", "heads_up"])
def test_a_tournament_ends_with_one_winner_and_a_place_for_everybody(
    preset: str,
) -> None:
    history = random_play(History(game, game.start(preset)), Dice(5))
    s = history.state
    assert max(s.stacks) == sum(s.session.bought)
    assert min(s.session.places) == 1
    assert 0 not in s.session.places


def test_options_that_contradict_each_other_are_refused() -> None:
    wrong = game.start.varied("cash", {"small_blind": "5", "hands": "0"})
    assert isinstance(wrong, Unreadable)
    assert str(wrong) == (
        "the small blind 5 is more than the big blind 2; hands=0 with rebuy=yes would never end"
    )
    assert isinstance(game.start.varied("cash", {"players": "11"}), Unreadable)
    assert isinstance(game.start.varied("cash", {"stack": "-5"}), Unreadable)
    good = game.start.varied("cash", {"players": "10", "stack": "12345"})
    assert not isinstance(good, Unreadable)
    assert good.stacks == (12345,) * 10


def test_chance_deals_what_is_left_and_can_say_in_how_many_ways() -> None:
    history = table(200, 200)
    s = history.state
    assert game.turn(s) == CHANCE
    assert game.chance(s) is None
    deal = next(cls for cls in game.events if cls.name == "deal_holes")
    assert deal.ways(s) == 52 * 51 * 50 * 49  # type: ignore[attr-defined]
    assert deal.draw(s, Dice(1)) == deal.draw(s, Dice(1))  # type: ignore[attr-defined]
    flop = play(history, "deal_holes(AsAhKhKc) call check").state
    board = next(cls for cls in game.events if cls.name == "deal_board")
    assert board.ways(flop) == 48 * 47 * 46  # type: ignore[attr-defined]
    assert game.seat_of(flop, board.draw(flop, Dice(1))) == CHANCE  # type: ignore[attr-defined]
