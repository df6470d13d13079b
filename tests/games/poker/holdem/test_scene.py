"""The table as data: who has folded, is all in or out, and who has posted what."""

from holdem_tables import play, table
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.state import State
from ludex.kernel import History, Seat
from ludex.table import Zone, looks_of, scene_of

HOLES = "deal_holes(AsAhKhKcQsQh)"


def seat(history: History[State], number: int, looking: int = 1) -> Zone:
    """A player's place as another sees it."""
    scene = scene_of(game, history.state, Seat(looking - 1))
    return next(zone for zone in scene.zones if zone.key == f"seat:{number}")


def test_the_button_and_both_blinds_are_marked() -> None:
    history = play(table(200, 200, 200), HOLES)
    assert [seat(history, p).signs for p in (1, 2, 3)] == [("D",), ("SB",), ("BB",)]
    assert seat(history, 2).caption == "player 2: 199"
    assert seat(history, 2).notes == ("99½ BB",)
    assert seat(history, 2).label == "player 2, 199 chips, 99½ BB, small blind"
    between_two = play(table(200, 200), "deal_holes(AsAhKhKc)")
    assert seat(between_two, 1).signs == ("D", "SB")


def test_who_has_folded_has_no_cards_for_others_to_see() -> None:
    history = play(table(200, 200, 200), f"{HOLES} call fold")
    folded = seat(history, 2)
    assert folded.caption == "player 2: 199, folded"
    assert folded.label == "player 2, 199 chips, 99½ BB, small blind, folded"
    assert folded.pieces == ()
    assert len(seat(history, 3).pieces) == 2
    own = seat(history, 2, looking=2)
    assert [piece.look for piece in own.pieces] == ["card:KH", "card:KC"]


def test_who_has_folded_looks_so_and_stays_at_the_table() -> None:
    history = play(table(200, 200, 200), f"{HOLES} call fold")
    assert [seat(history, p).look for p in (1, 2, 3)] == [
        "seat",
        "seat:out",
        "seat:turn",
    ]


def test_who_is_all_in_is_told_from_who_is_out() -> None:
    history = play(table(50, 200, 200), f"{HOLES} raise_to(50)")
    assert seat(history, 1).caption == "player 1: 0, all in"
    gone = play(table(0, 200, 200), "deal_holes(AsAhKhKc)")
    assert seat(gone, 1).caption == "player 1: 0, out"
    assert seat(gone, 1).pieces == ()


def test_before_the_first_hand_everybody_is_in() -> None:
    assert seat(table(200, 200), 2).caption == "player 2: 200"


def test_the_button_to_call_shows_what_is_really_paid() -> None:
    history = play(table(100, 8, small_blind=5, big_blind=10), "deal_holes(AsAhKhKc)")
    gestures = scene_of(game, history.state, Seat(0)).gestures
    assert "Call 3" in [gesture.words for gesture in gestures]


def test_side_pots_are_named_beside_the_whole_pot() -> None:
    script = f"{HOLES} raise_to(200) call call deal_board(2c7d9h)"
    history = play(table(300, 200, 100), script)
    pot = scene_of(game, history.state, Seat(0)).zones[1]
    assert pot.label == "main 300, side 200: pot 500"
    level = play(table(200, 200, 200), f"{HOLES} call call check deal_board(2c7d9h)")
    assert scene_of(game, level.state, Seat(0)).zones[1].label == "pot 6"


def test_who_is_out_of_a_tournament_is_told_the_place() -> None:
    start = table(300, 200, 100, hands=0)
    script = f"{HOLES} raise_to(200) fold call deal_board(2c7d9h) deal_board(Jc) deal_board(Kd)"
    history = play(play(start, script), "deal_holes(AsAhKhKc)")
    beside = looks_of(game).side_panel(history.state, Seat(2))
    assert beside.remark == "You are out, in place 3"
    assert beside.ahead == ()
