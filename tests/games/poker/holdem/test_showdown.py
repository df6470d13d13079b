"""Who shows first, who may muck, and when all hands are turned up."""

import pytest

from holdem_tables import play, refused, table
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.state import Phase
from ludex.games.poker.holdem.rules.view import view
from ludex.games.poker.holdem.table.showdown import usual
from ludex.table import looks_of

HOLES = "deal_holes(AsAhKhKcQsQh)"
TO_THE_RIVER = (
    f"{HOLES} call call check deal_board(2c7d9h) check check check deal_board(Jc) "
    "check check check deal_board(Kd)"
)


def test_after_checks_the_first_left_of_the_button_shows_first() -> None:
    history = play(table(200, 200, 200), f"{TO_THE_RIVER} check check check")
    assert history.state.phase is Phase.SHOWDOWN
    assert history.state.waiting == (1, 2, 0)


def test_who_made_the_last_bet_shows_first() -> None:
    history = play(table(200, 200, 200), f"{TO_THE_RIVER} check bet(10) call fold")
    assert history.state.waiting == (2, 0)


def test_a_bet_of_an_earlier_round_does_not_count() -> None:
    script = TO_THE_RIVER.replace(
        "deal_board(Jc) check check check",
        "deal_board(Jc) check check bet(9) call call",
    )
    history = play(table(200, 200, 200), f"{script} check check check")
    assert history.state.waiting == (1, 2, 0)


def test_a_mucked_hand_wins_nothing_and_stays_hidden() -> None:
    history = play(table(200, 200, 200), f"{TO_THE_RIVER} check check check")
    s = play(history, "muck show show").state
    assert s.won == (6, 0, 0)  # the kings of player 2 made three, and he mucked them
    assert s.shown == (True, False, True)


def test_the_last_with_cards_wins_without_showing() -> None:
    history = play(table(200, 200, 200), f"{TO_THE_RIVER} check check check muck muck")
    assert history.state.won == (6, 0, 0)
    assert history.state.shown == (False, False, False)


def test_what_is_usual_never_gives_a_pot_away() -> None:
    history = play(table(200, 200, 200), f"{TO_THE_RIVER} check check check")
    done = []
    while (event := usual(history.state)) is not None:
        seat = history.state.waiting[0]
        assert usual(view(history.state, seat)) == event  # it needs no more than is seen
        assert [*looks_of(game).timeout_events(history.state, seat)][
            -1
        ] == event  # and is done for who is late
        done.append(str(event))
        history = play(history, str(event))
    # Player 2 has to show three kings; neither queens nor aces beat them.
    assert done == ["show", "muck", "muck"]
    assert history.state.won == (0, 6, 0)
    assert usual(play(table(200, 200), "deal_holes(AsAhKhKc)").state) is None


def test_who_shares_the_pot_shows() -> None:
    script = TO_THE_RIVER.replace("QsQh", "KsTh").replace("AsAh", "3s4h")
    script = script.replace("KhKc", "KhTc")
    history = play(table(200, 200, 200), f"{script} check check check show")
    assert str(usual(history.state)) == "show"
    history = play(history, "show")
    assert str(usual(history.state)) == "muck"


@pytest.mark.parametrize("event", ["fold", "check", "call", "bet(5)", "raise_to(9)"])
def test_the_betting_is_over_at_the_showdown(event: str) -> None:
    history = play(table(200, 200, 200), f"{TO_THE_RIVER} check check check")
    assert refused(history, event) == "the betting is over: show or muck"


def test_nobody_shows_before_the_showdown() -> None:
    history = play(table(200, 200, 200), HOLES)
    for event in ("show", "muck"):
        assert refused(history, event) == "there is no showdown now"


def test_all_hands_are_turned_up_when_nobody_can_bet_any_more() -> None:
    history = play(table(200, 200, 100), f"{HOLES} raise_to(200) fold call")
    s = history.state
    assert s.phase is Phase.BOARD
    assert s.shown == (True, False, True)
    done = play(history, "deal_board(2c7d9h) deal_board(Jc) deal_board(Kd)").state
    assert done.won == (201, 0, 0)


def test_nobody_may_muck_when_somebody_is_all_in() -> None:
    history = play(
        table(200, 200, 50),
        f"{HOLES} raise_to(50) call call deal_board(2c7d9h) check check deal_board(Jc) "
        "check check deal_board(Kd) check check",
    )
    assert history.state.phase is Phase.OVER
    assert history.state.shown == (True, True, True)
    assert history.state.won == (0, 150, 0)
