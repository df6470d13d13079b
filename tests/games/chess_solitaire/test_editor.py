"""The board editor of Chess Solitaire: pieces moved and taken off before the game."""

import pytest

from ludex.games.chess_solitaire.game import game
from ludex.games.chess_solitaire.rules.state import State
from ludex.kernel import Event, Refusal, Unreadable


def board(*events: str) -> State:
    """A board being set up, or more."""
    s = game.start()
    for text in events:
        after = game.apply(s, read(text))
        assert isinstance(after, State), after
        s = after
    return s


def read(text: str) -> Event[State]:
    event = game.read(text)
    assert not isinstance(event, Unreadable), event
    return event


KING_AND_QUEEN = board("setup_chess(K,1,1)", "setup_chess(Q,2,2)")
STARTED = board("setup_chess(K,1,1)", "setup_chess(Q,2,2)", "start_game")


def code(s: State, text: str) -> str | None:
    """Why it is refused."""
    refusal = game.refusal(s, read(text))
    return None if refusal is None else refusal.code


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("move_piece(1,1,4,4)", None),
        ("move_piece(2,2,1,2)", None),
        ("move_piece(0,1,4,4)", "off_board"),
        ("move_piece(1,1,5,1)", "off_board"),
        ("move_piece(3,3,4,4)", "vacant"),
        ("move_piece(1,1,2,2)", "occupied"),
        ("move_piece(1,1,1,1)", "occupied"),
        ("take_off(1,1)", None),
        ("take_off(1,0)", "off_board"),
        ("take_off(3,3)", "vacant"),
        ("clear_board", None),
    ],
)
def test_what_may_be_edited_before_the_game(event: str, why: str | None) -> None:
    assert code(KING_AND_QUEEN, event) == why
    if why is not None:
        assert isinstance(game.apply(KING_AND_QUEEN, read(event)), Refusal)


def test_the_first_reason_is_the_one_that_is_told() -> None:
    assert code(STARTED, "move_piece(9,9,9,9)") == "started"
    assert code(STARTED, "take_off(9,9)") == "started"
    assert code(STARTED, "clear_board") == "started"
    first = game.refusal(KING_AND_QUEEN, read("move_piece(0,7,9,9)"))
    assert first is not None
    assert "(0, 7)" in first.text
    # Both ends off the board are told before what stands there.
    assert code(KING_AND_QUEEN, "move_piece(3,3,9,9)") == "off_board"
    assert code(KING_AND_QUEEN, "move_piece(3,3,2,2)") == "vacant"


@pytest.mark.parametrize("event", ["move_piece(1,1,4,4)", "take_off(1,1)", "clear_board"])
def test_nothing_is_edited_in_the_game(event: str) -> None:
    assert code(STARTED, event) == "started"
    over = board("setup_chess(K,1,1)", "start_game")
    assert code(over, event) == "started"


def test_an_empty_board_cannot_be_cleared() -> None:
    assert code(game.start(), "clear_board") == "empty"
    only_started = board("start_game")
    assert code(only_started, "clear_board") == "started"


def test_editing_leaves_the_board_that_one_would_have_set_up() -> None:
    moved = game.apply(KING_AND_QUEEN, read("move_piece(1,1,4,4)"))
    assert moved == board("setup_chess(Q,2,2)", "setup_chess(K,4,4)")
    taken = game.apply(KING_AND_QUEEN, read("take_off(2,2)"))
    assert taken == board("setup_chess(K,1,1)")
    assert game.apply(KING_AND_QUEEN, read("clear_board")) == game.start()
    assert game.apply(taken, read("clear_board")) == game.start()
