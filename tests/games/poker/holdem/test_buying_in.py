"""Who has lost everything in a cash game decides, where the table asks, whether to buy in again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_tables import event, play, random_play, refused, table
from ludex.bots import view_of
from ludex.bots.evaluation import greedy_bot
from ludex.games.poker.holdem.bots.player import learned, player
from ludex.games.poker.holdem.bots.simple import SIMPLE
from ludex.games.poker.holdem.formats.export import collected, hands_of
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.options import Rebuy, Rules
from ludex.games.poker.holdem.rules.state import Phase, State
from ludex.games.poker.holdem.table.narration import narrate
from ludex.games.poker.holdem.table.side_panel import side_panel
from ludex.kernel import CHANCE, Dice, History, Seat, Unreadable
from ludex.language.position import position_line, read_position
from ludex.table import looks_of

BOARD = "deal_board(2c7d9h) deal_board(Jc) deal_board(Kd)"


def asking(*stacks: int, hands: int = 3) -> History[State]:
    return table(*stacks, stack=200, rebuy=Rebuy.IF_WANTED, hands=hands)


def broke() -> History[State]:
    """Player 2 has lost everything to the aces of player 1."""
    start = asking(200, 200, 200)
    return play(start, f"deal_holes(AsAhQsQhTsTd) raise_to(200) call fold {BOARD}")


def two_broke() -> History[State]:
    start = asking(300, 200, 200)
    return play(
        start, f"deal_holes(AsAhQsQhTsTd) raise_to(300) call call {BOARD}"
    )  # fmt: skip


def said(history: History[State]) -> str:
    """What was done last, as everybody is told."""
    before, last = history.steps[-2].state, history.steps[-1]
    return str(narrate(before, last.event, last.state, before.waiting[0]))


def test_who_has_lost_everything_is_asked_when_the_pots_are_paid() -> None:
    s = broke().state
    assert s.phase is Phase.REBUY
    assert s.stacks == (402, 0, 198)
    assert game.turn(s) == 1
    assert [str(move) for move in game.moves(s)] == ["buy_in", "stay_out"]
    assert "player 2 has nothing left: buy in again for 200 or stay out" in game.text(s)
    assert side_panel(s, Seat(0)).remark.startswith("You win 402 chips")


def test_who_buys_in_again_is_dealt_in() -> None:
    history = play(broke(), "buy_in")
    assert history.state.session.bought == (200, 400, 200)
    assert game.turn(history.state) == CHANCE
    s = play(history, "deal_holes(AsAhQsQhTsTd)").state
    assert s.stacks == (400, 200, 197)
    assert said(history) == "player 2 buys in for 200"
    assert history.consequences == ()


def test_who_stays_out_is_dealt_no_more_hands_and_not_asked_again() -> None:
    history = play(broke(), "stay_out")
    assert said(history) == "player 2 stays out"
    history = play(history, "deal_holes(AsAhTsTd)")
    assert history.state.holes[1] == ()
    assert " 2       0" in game.text(history.state)
    assert "out" in game.text(history.state)
    history = play(history, "fold")
    assert history.state.phase is Phase.DEAL
    end = play(history, "deal_holes(AsAhTsTd) fold").state
    ended = game.outcome(end)
    assert ended is not None
    assert sum(ended.scores) == 0
    assert ended.scores[1] == -200


def test_several_are_asked_from_the_left_of_the_button() -> None:
    history = two_broke()
    assert history.state.waiting == (1, 2)
    one = play(history, "stay_out buy_in").state
    assert one.phase is Phase.DEAL
    assert one.stacks == (700, 0, 200)
    none = play(history, "stay_out stay_out").state
    ended = game.outcome(none)
    assert ended is not None
    assert ended.reason == "player 1 wins all the chips"


def test_nobody_is_asked_after_the_last_hand() -> None:
    start = asking(200, 200, 200, hands=1)
    history = play(start, f"deal_holes(AsAhQsQhTsTd) raise_to(200) call fold {BOARD}")
    assert history.state.phase is Phase.OVER


def test_what_is_refused_while_somebody_is_asked_and_before() -> None:
    history = broke()
    hint = "the hand is over: buy in again or stay out"
    for text in ("fold", "check", "call", "bet(2)", "raise_to(9)"):
        assert refused(history, text) == hint
    assert refused(history, "show") == "there is no showdown now"
    dealt = play(asking(200, 200, 200), "deal_holes(AsAhQsQhTsTd)")
    for text in ("buy_in", "stay_out"):
        assert refused(dealt, text) == "nobody is asked to buy in again now"


def test_positions_are_read_while_somebody_is_asked() -> None:
    for history in (broke(), two_broke(), play(two_broke(), "stay_out")):
        line = position_line(game, history.state)
        assert read_position(game, line) == history.state
    line = position_line(game, broke().state)
    for wrong in (line.replace("if_wanted", "yes"), line.replace("waiting=[2]", "waiting=[1]")):  # fmt: skip
        problem = read_position(game, wrong)
        assert isinstance(problem, Unreadable)
        assert "only players without chips are asked to buy in again" in str(problem)


def test_bots_buy_in_again() -> None:
    s = broke().state
    view, dice = view_of(game, s, Seat(1)), Dice(3)
    for bot in (player, learned, greedy_bot(game), *(bot for _, _, bot in SIMPLE)):
        assert all(bot(view, dice) == event("buy_in") for _ in range(5))


def test_who_is_late_or_sits_out_buys_nothing() -> None:
    s = broke().state
    legal = [e for e in looks_of(game).timeout_events(s, Seat(1)) if game.refusal(s, e) is None]
    assert legal == [event("stay_out")]
    (sitting,) = (one for one in side_panel(s, Seat(1)).ahead if one.lasting)
    assert "stay_out" in sitting.events


def test_histories_end_before_anybody_buys_in() -> None:
    history = play(broke(), "buy_in deal_holes(AsAhQsQhTsTd) fold fold")
    hands = hands_of(history.start, history.steps)
    assert [hand[-1][2].stacks for hand in hands] == [(402, 0, 198), (403, 200, 197)]
    steps = [step for hand in hands for step in hand]
    text = collected(steps)
    assert "finishing_stacks = [0, 198, 402]" in text
    assert "starting_stacks = [198, 402, 200]" in text
    waiting = hands_of(history.start, broke().steps)
    assert "finishing_stacks" in collected(step for hand in waiting for step in hand)


@pytest.mark.parametrize("rebuy", ["yes", "if_wanted"])
def test_a_table_that_never_ends_is_refused(rebuy: str) -> None:
    wrong = game.start.varied("home_game", {"hands": "0", "rebuy": rebuy})
    assert str(wrong) == f"hands=0 with rebuy={rebuy} would never end"


@settings(max_examples=6)
@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(2, 12))
def test_random_games_keep_what_is_promised(seed: int, n: int, stack: int) -> None:
    rules = Rules(players=n, stack=stack, hands=8, rebuy=Rebuy.IF_WANTED)
    start = game.start.varied("home_game", {"players": str(n), "stack": str(stack), "hands": "8"})
    assert not isinstance(start, Unreadable)
    assert start.rules == rules
    history = random_play(History(game, start), Dice(seed))
    for step in history.steps:
        s = step.state
        assert all(holds(s) for holds in game.always.values())
        assert read_position(game, position_line(game, s)) == s
        if s.phase is Phase.REBUY:
            assert s.session.hand < rules.hands
            assert all(not s.stacks[p] and s.holes[p] for p in s.waiting)
    ended = game.outcome(history.state)
    assert ended is not None
    assert sum(ended.scores) == 0
