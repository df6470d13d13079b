"""What is told beside the table: the stakes, the own hand, who has won and with which cards."""

from holdem_tables import play, table
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.state import State
from ludex.kernel import ONLOOKER, History, Seat
from ludex.table import Gesture, SidePanel, scene_of

HOLES = "deal_holes(AsAhKhKcQsQh)"
BETWEEN_TWO = "deal_holes(AsAhKhKc) call check"
CHECKED = "check check"


def beside(history: History[State], looking: int = 1) -> SidePanel:
    return scene_of(game, history.state, Seat(looking - 1)).side_panel


def test_the_heading_tells_the_hand_and_the_stakes() -> None:
    history = play(table(200, 200, hands=20), "deal_holes(AsAhKhKc)")
    assert beside(history).heading == "Hand 1 of 20, blinds 1/2"
    rising = table(200, 200, hands=0, hands_per_level=5, ante=1)
    history = play(rising, "deal_holes(AsAhKhKc)")
    assert beside(history).heading == "Hand 1, blinds 1/2, ante 1, level 1"


def test_the_remark_is_what_the_own_hand_is_worth_and_nobody_elses() -> None:
    history = play(table(200, 200), "deal_holes(AsAh9h8h)")
    assert beside(history).remark == "You have pocket aces"
    assert beside(history, 2).remark == "You have nine-eight suited"
    assert scene_of(game, history.state, ONLOOKER).side_panel.remark == ""
    flop = play(table(200, 200), f"{BETWEEN_TWO} deal_board(2c2d7h)")
    assert beside(flop).remark == "You have two pair, aces and deuces"
    folded = play(table(200, 200, 200), f"{HOLES} fold")
    assert beside(folded).remark == ""


def test_who_wins_is_told_with_the_hand_and_its_five_cards() -> None:
    rounds = f"deal_board(2c2d7h) {CHECKED} deal_board(3s) {CHECKED} deal_board(9s)"
    history = play(table(200, 200), f"{BETWEEN_TWO} {rounds} {CHECKED} show show")
    won = "wins 4 chips with two pair, aces and deuces"
    assert beside(history).remark == f"You {won.replace('wins', 'win')}"
    assert beside(history, 2).remark == f"player 1 {won}"
    assert {*beside(history).lit} == {"As", "Ah", "2c", "2d", "9s"}


def test_a_pot_that_is_shared_and_one_that_nobody_contests() -> None:
    holes = "deal_holes(AsKhAhKc) call check"
    rounds = f"deal_board(2c2d7h) {CHECKED} deal_board(3s) {CHECKED} deal_board(9s)"
    history = play(table(200, 200), f"{holes} {rounds} {CHECKED} show show")
    shared = "player 1 and player 2 share 4 chips with a pair of deuces"
    assert beside(history).remark == shared
    history = play(table(200, 200), "deal_holes(AsAhKhKc) fold")
    assert beside(history).remark == "player 2 wins 2 chips"
    assert beside(history, 2).remark == "You win 2 chips"
    assert beside(history).lit == ()


def test_bets_have_names_where_they_can_be_made() -> None:
    history = play(table(200, 200), f"{BETWEEN_TWO} deal_board(2c2d7h)")
    slider = _slider(history)
    assert slider.amount is not None
    assert slider.amount.marks == (
        ("½ pot", 2),
        ("pot", 4),
        ("all in", 198),
    )


def _slider(history: History[State]) -> Gesture:
    gestures = scene_of(game, history.state, game.turn(history.state)).gestures
    return next(gesture for gesture in gestures if gesture.amount)


def test_who_waits_may_decide_before_the_turn_and_who_is_out_may_not() -> None:
    history = play(table(200, 200, 200), HOLES)
    assert beside(history, 1).ahead == ()
    assert [a.words for a in beside(history, 2).ahead] == [
        "Check or fold",
        "Call any bet",
    ]
    history = play(table(200, 200, 200), f"{HOLES} fold")
    assert beside(history, 1).ahead == ()


def test_the_end_tells_how_each_has_done_in_words() -> None:
    history = play(table(200, 200, hands=1), "deal_holes(AsAhKhKc) fold")
    assert beside(history).results == (
        "1. player 2: 201 chips, 1 won",
        "2. player 1: 199 chips, 1 lost",
    )


def test_who_plays_several_hands_may_sit_out_at_any_time() -> None:
    history = play(table(200, 200, 200, hands=3), "deal_holes(AsAhKhKcQsQh)")
    for seat in (1, 2, 3):
        assert beside(history, seat).ahead[-1].lasting
    folded = play(history, "fold")
    assert [str(one.words) for one in beside(folded, 1).ahead] == ["Sit out"]
