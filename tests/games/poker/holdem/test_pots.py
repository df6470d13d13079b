"""Side pots, uncalled bets, shared pots and odd chips."""

from holdem_tables import play, table
from ludex.games.poker.holdem.rules.options import AnteBy
from ludex.games.poker.holdem.rules.pots import Pot, pots
from ludex.kernel import Seat

BOARD = "deal_board(2c7d9h) deal_board(Jc) deal_board(Kd)"


def pot(chips: int, *seats: int) -> Pot:
    return Pot(chips, tuple(map(Seat, seats)))


def test_who_is_all_in_wins_no_more_from_each_than_he_put_in() -> None:
    # player 1 has the best hand and 50, player 2 the second best and 100
    history = play(
        table(50, 100, 300, 300),
        "deal_holes(AsAhQsQhTsTc5s6s) fold raise_to(50) raise_to(100) call",
    )
    assert pots(history.state) == (pot(150, 1, 2, 0), pot(100, 1, 2))
    s = play(history, BOARD).state
    assert s.won == (150, 100, 0, 0)
    assert s.stacks == (150, 100, 200, 300)


def test_three_all_ins_make_three_pots() -> None:
    history = play(
        table(30, 60, 100, 200),
        "deal_holes(AsAhQsQhTsTc5s6s) raise_to(200) call call call",
    )
    assert [pot.amount for pot in pots(history.state)] == [120, 90, 80]
    assert history.state.stacks == (0, 0, 0, 100)
    assert play(history, BOARD).state.won == (120, 90, 80, 0)


def test_a_bet_that_nobody_calls_goes_back() -> None:
    s = play(table(200, 200, 200), "deal_holes(AsAhKhKcQsQh) raise_to(50) fold fold").state
    assert s.won == (5, 0, 0)
    assert s.stacks == (203, 199, 198)
    assert s.shown == (False, False, False)


def test_the_part_of_a_bet_that_is_more_than_anybody_has_goes_back() -> None:
    s = play(table(500, 80, 60), "deal_holes(AsAhKhKcQsQh) raise_to(500) call call").state
    assert s.stacks == (420, 0, 0)


def test_folded_chips_stay_in_the_pots_they_reached() -> None:
    history = play(
        table(40, 300, 300, 300),
        "deal_holes(AsAhQsQhTsTc5s6s) fold raise_to(40) call call "
        "deal_board(2c7d9h) bet(50) raise_to(110) fold",
    )
    s = history.state
    assert s.stacks == (0, 210, 260 - 50, 300)


def test_a_shared_pot_is_halved_and_the_odd_chip_goes_left_of_the_button() -> None:
    # players 1 and 3 share 2 x 20 and the small blind of 5
    s = play(
        table(200, 200, 200, small_blind=5, big_blind=10),
        "deal_holes(AsKh2s3hAdKc) raise_to(20) fold call deal_board(4c7d9h) check check "
        "deal_board(Jc) check check deal_board(Qd) check check show show",
    ).state
    assert s.won == (22, 0, 23)


def test_odd_chips_go_one_by_one() -> None:
    # 3 x 20, the small blind of 5 and four antes of 2 are 73
    s = play(
        table(200, 200, 200, 200, small_blind=5, big_blind=20, ante=2),
        "deal_holes(AsKh2s3hAdKcAcKs) call call fold check deal_board(4c7d9h) check check "
        "check deal_board(Jc) check check check deal_board(Qd) check check check "
        "show show show",
    ).state
    assert sum(s.won) == 73
    assert s.won == (24, 0, 25, 24)


def test_the_board_plays_for_all() -> None:
    s = play(
        table(200, 200),
        "deal_holes(2s3h2h3s) call check deal_board(AcKdQh) check check deal_board(Js) "
        "check check deal_board(Tc) check check show show",
    ).state
    assert s.won == (2, 2)


def test_an_ante_that_is_short_wins_only_short_antes() -> None:
    s = play(
        table(3, 100, 100, ante=5, small_blind=5, big_blind=10),
        "deal_holes(AsAhQsQhTsTc) fold",  # nobody is left who could bet more
    ).state
    assert s.stacks == (0, 90, 90)
    assert pots(s) == (pot(9, 2, 0), pot(14, 2))
    history = play(
        table(3, 100, 100, ante=5, small_blind=5, big_blind=10),
        "deal_holes(AsAhQsQhTsTc) call check",
    )
    assert pots(history.state) == (pot(9, 1, 2, 0), pot(24, 1, 2))


def test_what_folded_players_paid_beyond_every_live_one_is_won_too() -> None:
    s = play(
        table(100, 100, 5, 3, ante=10, small_blind=5, big_blind=10),
        "deal_holes(AsAh7c2d8c3dTsTh) fold",
    ).state
    assert sum(pot.amount for pot in pots(s)) == s.dead + sum(s.paid)
    assert sum(s.stacks) + s.pot == 208


def test_nobody_is_asked_where_no_action_can_matter() -> None:
    s = play(
        table(100, 100, 3, small_blind=5, big_blind=10),
        "deal_holes(AsAh7c2d8c3d) fold",
    ).state
    assert s.waiting == ()
    assert s.phase.name == "BOARD"


def test_the_ante_of_the_big_blind_counts_for_places_too() -> None:
    history = play(
        table(
            100, 4, 5, small_blind=1, big_blind=2, ante=2,
            ante_by=AnteBy.BIG_BLIND, hands=0,
        ),
        "deal_holes(AsAh7c2d8c3d) raise_to(100) call call "
        "deal_board(AcKdQh) deal_board(Js) deal_board(9s)",
    )  # fmt: skip
    assert history.state.session.places == (1, 3, 2)
    rows = history.game.text(history.state).splitlines()
    assert any("wins " in row and ", place 1" in row for row in rows)
    assert sum("loses" in row and ", place " in row for row in rows) == 2
