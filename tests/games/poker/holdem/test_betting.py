"""Betting, rule by rule: who acts, how much, and what is refused in which words."""

from typing import Any

import pytest

from holdem_tables import play, refused, table
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.options import Limit
from ludex.games.poker.holdem.rules.state import Phase
from ludex.kernel import Refusal, Seat

TWO = "deal_holes(AsAhKdKc)"
THREE = "deal_holes(AsAhKdKcQsQh)"
FOUR = "deal_holes(AsAhKdKcQsQhJdJc)"


def test_blinds_are_posted_to_the_left_of_the_button() -> None:
    s = play(table(200, 200, 200, 200, button=2), FOUR).state
    assert s.bets == (0, 0, 1, 2)
    assert s.stacks == (200, 200, 199, 198)
    assert s.waiting == (0, 1, 2, 3)


def test_between_two_players_the_button_posts_the_small_blind_and_acts_first() -> None:
    s = play(table(200, 200, button=2), TWO).state
    assert s.bets == (2, 1)
    assert s.waiting == (1, 0)


def test_between_two_players_the_big_blind_acts_first_after_the_flop() -> None:
    s = play(table(200, 200, button=2), f"{TWO} call check deal_board(2c3c4c)").state
    assert s.waiting == (0, 1)


def test_after_the_flop_the_first_live_player_left_of_the_button_begins() -> None:
    history = play(table(200, 200, 200, 200), f"{FOUR} call call fold check")
    assert play(history, "deal_board(2c3c4c)").state.waiting == (2, 3, 0)


def test_the_big_blind_may_raise_when_all_have_called() -> None:
    history = play(table(200, 200, 200), f"{THREE} call call")
    assert history.state.waiting == (2,)
    assert play(history, "raise_to(6)").state.waiting == (0, 1)
    assert play(history, "check").state.phase is Phase.BOARD


def test_antes_go_into_the_pot_and_are_no_bets() -> None:
    s = play(table(200, 200, 200, ante=3), THREE).state
    assert s.paid == (3, 3, 3)
    assert s.bets == (0, 1, 2)
    assert s.pot == 12


def test_the_big_blind_can_pay_the_ante_for_all() -> None:
    s = play(table(200, 200, 200, ante=2, ante_by=_big_blind(), small_blind=1), THREE).state
    assert (s.dead, s.stacks) == (2, (200, 199, 196))


def _big_blind() -> object:
    from ludex.games.poker.holdem.rules.options import AnteBy

    return AnteBy.BIG_BLIND


REFUSALS = [
    ("", "check", "there is a bet: call 20, raise or fold"),
    ("", "bet(50)", "there is a bet of 20: raise it"),
    ("", "raise_to(30)", "raise to at least 40: the big blind is 20"),
    ("", "raise_to(-7)", "raise to at least 40: the big blind is 20"),
    ("", "raise_to(501)", "you have 500: raise to 500 at most"),
    ("raise_to(70)", "raise_to(119)", "raise to at least 120: the last raise was 50"),
    ("raise_to(70) raise_to(500)", "raise_to(500)", "you have 480: call with that, or fold"),
    ("raise_to(70) call fold deal_board(2c3c4c)", "bet(19)", "bet at least 20: the big blind is 20"),
    ("raise_to(70) call fold deal_board(2c3c4c)", "bet(431)", "you have 430: bet that at most"),
    ("raise_to(70) call fold deal_board(2c3c4c)", "raise_to(60)", "there is no bet to raise: bet"),
    ("raise_to(70) call fold deal_board(2c3c4c)", "call", "there is nothing to call: check"),
    ("raise_to(70) call fold deal_board(2c3c4c)", "fold", "there is no bet to fold to: check"),
    ("raise_to(70) call fold", "check", "Waiting for chance: deal_holes or deal_board"),
    ("raise_to(70) call fold", "deal_board(2c3c)", "the board is due 3 cards, not 2"),
    ("raise_to(70) call fold", "deal_board(2c3cAs)", "As is dealt already"),
    ("raise_to(70) call fold", "deal_board(2c3c2c)", "2c appears twice"),
    ("raise_to(70) call fold", "deal_board(2c3c??)", "?? is not a card to deal"),
    ("raise_to(70) call fold", "deal_holes(2c3c)", "a hand is being played"),
    ("fold fold", "check", "the game is over"),
]  # fmt: skip


@pytest.mark.parametrize(("script", "event", "words"), REFUSALS)
def test_what_is_refused_and_why(script: str, event: str, words: str) -> None:
    start = table(500, 500, 500, small_blind=10, big_blind=20)
    assert refused(play(start, f"{THREE} {script}"), event) == words


def test_a_seat_that_is_not_to_act_is_told_whose_turn_it_is() -> None:
    from ludex.kernel import Dice
    from ludex.play.table import Table

    history = play(table(200, 200, 200), THREE)
    at = Table(history, Dice(1), {})
    refusal = at.act(Seat(2), game.read("fold"))  # type: ignore[arg-type]
    assert isinstance(refusal, Refusal)
    assert refusal.text == "It is the turn of player 1"


def test_a_raise_must_be_as_large_as_the_last_one() -> None:
    history = play(table(500, 500, 500), f"{THREE} raise_to(10) raise_to(30)")
    assert refused(history, "raise_to(49)") == ("raise to at least 50: the last raise was 20")
    assert play(history, "raise_to(50)").state.step == 20


def test_all_in_for_less_than_a_raise_must_be_called() -> None:
    history = play(table(500, 500, 15), f"{THREE} raise_to(10) fold raise_to(15)")
    assert history.state.waiting == (0,)
    assert refused(history, "raise_to(25)") == "nobody is left who could call a raise"
    assert play(history, "call").state.phase is Phase.BOARD


def test_a_short_all_in_does_not_reopen_the_betting_to_who_has_acted() -> None:
    # player 4 raises to 10, player 1 is all in with 15, player 2 calls: 5 is no raise
    start = table(15, 500, 500, 500)
    history = play(start, f"{FOUR} raise_to(10) raise_to(15) call fold")
    assert history.state.waiting == (3,)
    assert refused(history, "raise_to(40)") == (
        "you have acted: 5 more is not a full raise of 8, call or fold"
    )
    assert [str(e) for e in game.moves(history.state)] == ["fold", "call"]


def test_who_has_not_acted_may_raise_a_short_all_in() -> None:
    history = play(table(15, 500, 500, 500), f"{FOUR} raise_to(10) raise_to(15)")
    assert refused(history, "raise_to(22)") == ("raise to at least 23: the last raise was 8")
    assert play(history, "raise_to(23)").state.acted == {1}


def test_short_all_ins_that_make_a_full_raise_together_reopen_the_betting() -> None:
    # 10, then all in 15 and all in 19: player 4 faces 9, a full raise of 8
    start = table(15, 19, 500, 500)
    history = play(start, f"{FOUR} raise_to(10) raise_to(15) raise_to(19) call")
    assert history.state.waiting == (3,)
    assert play(history, "raise_to(27)").state.waiting == (2,)


def test_a_short_all_in_bet_does_not_reopen_the_betting_to_who_has_checked() -> None:
    start = table(500, 500, 11, small_blind=5, big_blind=10)
    history = play(start, f"{THREE} call call check deal_board(2c3c4c) check bet(1)")
    history = play(history, "call")
    assert history.state.waiting == (1,)
    assert refused(history, "raise_to(50)") == (
        "you have acted: 1 more is not a full raise of 10, call or fold"
    )


def test_a_blind_who_is_short_leaves_the_price_where_it_is() -> None:
    s = play(table(500, 500, 4, small_blind=5, big_blind=10), THREE).state
    assert s.bets == (0, 5, 4)
    assert (s.price, s.step) == (10, 10)


def test_nobody_acts_when_the_only_other_player_is_all_in_for_the_blind() -> None:
    s = play(table(500, 4, small_blind=5, big_blind=10), TWO).state
    assert s.phase is Phase.BOARD
    assert s.shown == (True, True)
    assert s.stacks == (496, 0)


def test_with_fixed_limit_bets_have_one_size_and_there_are_four() -> None:
    history = play(table(500, 500, 500, limit=Limit.FIXED), THREE)
    assert refused(history, "raise_to(5)") == "raise to 4: the limit is fixed"
    history = play(history, "raise_to(4) raise_to(6) raise_to(8)")
    assert refused(history, "raise_to(10)") == ("4 bets are the most in a round: call or fold")
    history = play(history, "call call deal_board(2c3c4c) check check check")
    history = play(history, "deal_board(5c)")
    assert refused(history, "bet(2)") == "bet 4: the limit is fixed"
    assert [str(e) for e in game.moves(history.state)] == ["check", "bet(4)"]


def test_with_fixed_limit_half_a_bet_all_in_counts_as_a_whole_one() -> None:
    fixed: dict[str, Any] = {"limit": Limit.FIXED, "small_blind": 5, "big_blind": 10}
    half = play(table(500, 500, 25, **fixed), f"{THREE} raise_to(20) call raise_to(25)")
    assert [str(e) for e in game.moves(half.state)] == ["fold", "call", "raise_to(35)"]
    less = play(table(500, 500, 24, **fixed), f"{THREE} raise_to(20) call raise_to(24)")
    assert [str(e) for e in game.moves(less.state)] == ["fold", "call"]


def test_with_fixed_limit_less_than_half_a_bet_all_in_may_be_completed() -> None:
    fixed: dict[str, Any] = {"limit": Limit.FIXED, "small_blind": 5, "big_blind": 10}
    history = play(table(13, 100, 100, 13, **fixed), f"{FOUR} raise_to(13) call")
    assert refused(history, "raise_to(23)") == "raise to 20: the limit is fixed"
    s = play(history, "raise_to(20)").state
    assert (s.price, s.step, s.raises) == (20, 10, 2)
    flop = f"{THREE} call call check deal_board(2c3c4c)"
    short = play(table(500, 14, 500, **fixed), f"{flop} bet(4)")
    assert [str(e) for e in game.moves(short.state)] == ["fold", "call", "raise_to(10)"]


def test_with_fixed_limit_two_who_begin_a_round_alone_bet_without_a_cap() -> None:
    two = play(table(500, 500, limit=Limit.FIXED), TWO)
    assert play(two, "raise_to(4) raise_to(6) raise_to(8) raise_to(10)").state.raises == 5
    three = play(table(500, 500, 500, limit=Limit.FIXED), THREE)
    left = play(three, "fold raise_to(4) raise_to(6) raise_to(8)")
    assert refused(left, "raise_to(10)") == ("4 bets are the most in a round: call or fold")
    flop = play(left, "call deal_board(2c3c4c)")
    s = play(flop, "bet(2) raise_to(4) raise_to(6) raise_to(8) raise_to(10)").state
    assert s.raises == 5
    all_in = play(three, "call call check deal_board(2c3c4c) bet(2) fold raise_to(4)")
    last = play(all_in, "raise_to(6) raise_to(8)")
    assert refused(last, "raise_to(10)").startswith("4 bets are the most")


def test_a_refusal_names_what_there_was_and_what_can_be_done() -> None:
    flop = f"{THREE} call call check deal_board(2c3c4c)"
    blinds = {"small_blind": 5, "big_blind": 10}
    short = play(table(500, 14, 500, **blinds), f"{flop} bet(4)")
    assert refused(short, "raise_to(13)") == ("raise to at least 14: the big blind is 10")
    bet = play(table(500, 500, 500, **blinds), f"{flop} bet(30)")
    assert refused(bet, "raise_to(50)") == "raise to at least 60: the bet was 30"
    all_in = play(table(40, 500, 500, **blinds), f"{flop} bet(490) fold")
    assert refused(all_in, "check") == "there is a bet: call 30 or fold"


def test_no_chips_are_made_of_nothing() -> None:
    history = play(table(500, 500, 500), THREE)
    for amount in (-5, 0, 2_000_000_000):
        assert refused(history, f"raise_to({amount})")


def test_against_a_short_big_blind_a_call_costs_what_he_has_put_in() -> None:
    history = play(table(100, 8, small_blind=5, big_blind=10), TWO)
    assert "player 1 to act: call 3 or fold" in game.text(history.state)
    assert refused(history, "check") == "there is a bet: call 3 or fold"
    called = play(history, "call").state
    assert called.stacks == (92, 0)
    assert called.pot == 16


def test_with_a_third_player_to_act_the_whole_big_blind_is_called() -> None:
    history = play(table(100, 8, 100, button=3, small_blind=0, big_blind=10), THREE)
    assert "player 3 to act: call 10" in game.text(history.state)
    assert play(history, "call").state.stacks == (100, 0, 90)


def test_the_rules_say_whose_rule_it_is_that_two_may_raise_without_limit() -> None:
    assert "This is a house rule. Robert's Rules of Poker" in " ".join(game.about.split())
