"""The events of Chess Solitaire and Table 2's refusals, in their precedence."""

import pytest

from ludex.games.chess_solitaire.game import game
from ludex.games.chess_solitaire.rules.state import Phase, State
from ludex.kernel import Event, History, Refusal, Unreadable
from ludex.language.position import read_position
from ludex.language.script_check import Dialect
from ludex.language.transcript import dialect_words


def state(line: str) -> State:
    read = read_position(game, line)
    assert not isinstance(read, Unreadable), read
    return read


def event(text: str) -> Event[State]:
    read = game.read(text)
    assert not isinstance(read, Unreadable), read
    return read


SETUP = "setup N.../..../..../...."
PLAY = "NP.Q/.R.B/K.N./.P.."
OVER = "..../R.../..../...."

PRECEDENCE = [
    # setup_chess: already started > not a valid slot > already occupied
    (PLAY, "setup_chess(K,0,9)", "Game already started"),
    (OVER, "setup_chess(K,2,1)", "Game already started"),
    (SETUP, "setup_chess(K,0,9)", "(0, 9) not a valid slot"),
    (SETUP, "setup_chess(K,1,5)", "(1, 5) not a valid slot"),
    (SETUP, "setup_chess(K,1,1)", "Slot @ (1, 1) already occupied"),
    # start_game, reset_game
    (PLAY, "start_game", "Game already started"),
    (OVER, "start_game", "Game already started"),
    (SETUP, "reset_game", "Game not yet started"),
    # moves: not yet started > already over > not a valid slot > not occupied
    (SETUP, "moves(0,0)", "Game not yet started"),
    (OVER, "moves(0,0)", "Game already over"),
    (PLAY, "moves(-9,-3)", "(-9, -3) not a valid slot"),
    (PLAY, "moves(4,4)", "Slot @ (4, 4) not occupied"),
    # move_and_capture: the document's two examples, then each neighbouring pair
    (SETUP, "move_and_capture(1,5,2,6)", "Game not yet started"),
    (PLAY, "move_and_capture(1,5,2,6)", "(1, 5) not a valid slot"),
    (OVER, "move_and_capture(1,5,2,6)", "Game already over"),
    (PLAY, "move_and_capture(4,4,2,6)", "(2, 6) not a valid slot"),
    (PLAY, "move_and_capture(4,4,4,3)", "Slot @ (4, 4) not occupied"),
    (PLAY, "move_and_capture(1,1,4,4)", "Slot @ (4, 4) not occupied"),
    (PLAY, "move_and_capture(1,1,1,1)", "Invalid move from (1, 1) to (1, 1)"),
    (PLAY, "move_and_capture(1,4,3,3)", "Invalid move from (1, 4) to (3, 3)"),
    (PLAY, "move_and_capture(1,4,1,1)", "Block exists between (1, 4) and (1, 1)"),
]


@pytest.mark.requirement(
    "chess-solitaire.highest error",
    "chess-solitaire.Table 2.*",
    "chess-solitaire.error line",
)
@pytest.mark.parametrize(("line", "text", "reason"), PRECEDENCE)
def test_the_highest_error_of_table_2_is_the_one_reported(
    line: str, text: str, reason: str
) -> None:
    before = state(line)
    refusal = game.apply(before, event(text))
    assert isinstance(refusal, Refusal)
    assert dialect_words(game, refusal.text, Dialect.DOCUMENT) == reason
    assert str(refusal.event) == text


def test_the_oracle_names_the_piece_of_an_invalid_move() -> None:
    refusal = game.refusal(state(PLAY), event("move_and_capture(1,4,3,3)"))
    assert refusal is not None
    oracle = dialect_words(game, refusal.text, Dialect.ETF)
    assert oracle == "Invalid move of Q from (1, 4) to (3, 3)"
    assert refusal.text == "A queen does not move from d4 to c2"
    assert refusal.code == "invalid_move"
    assert refusal.guard == 7


@pytest.mark.requirement(
    "chess-solitaire.start_game", "chess-solitaire.solvable", "chess-solitaire.R5"
)
@pytest.mark.parametrize(
    ("drawn", "phase"),
    [
        ("setup N.../..../..../....", Phase.WON),  # one piece wins at once
        ("setup ..../..../..../....", Phase.LOST),  # an empty board has no valid move
        ("setup P.../P.../..../....", Phase.LOST),
        ("setup P.../.P../..../....", Phase.PLAY),
    ],
)
def test_win_and_lose_are_judged_when_the_game_starts(drawn: str, phase: Phase) -> None:
    started = game.apply(state(drawn), event("start_game"))
    assert isinstance(started, State)
    assert started.phase is phase


@pytest.mark.requirement(
    "chess-solitaire.R4", "chess-solitaire.R5", "chess-solitaire.move_and_capture"
)
def test_the_last_capture_wins_and_a_stuck_board_loses() -> None:
    won = game.apply(state("R..P/..../..../...."), event("move_and_capture(1,1,1,4)"))
    assert isinstance(won, State)
    assert won.phase is Phase.WON
    lost = game.apply(state(".N../PR../..../...."), event("move_and_capture(2,2,2,1)"))
    assert isinstance(lost, State)
    assert (lost.phase, len(lost.board)) == (Phase.LOST, 2)


@pytest.mark.requirement("chess-solitaire.reset_game")
def test_a_reset_clears_board_and_history_and_cannot_be_undone() -> None:
    history = History(game, game.start())
    for text in ("setup_chess(N,1,2)", "start_game", "reset_game"):
        played = history.play(event(text))
        assert isinstance(played, History)
        history = played
    assert history.state == State()
    assert history.length == 0
    refused = history.play(event("undo"))
    assert isinstance(refused, Refusal)
    assert refused.text == "Nothing to undo"


def test_undo_works_after_the_end_and_a_new_event_drops_what_was_taken_back() -> None:
    history = History(game, state("R..P/P.../..../...."))
    for text in (
        "move_and_capture(1,1,1,4)",
        "undo",
        "move_and_capture(1,1,2,1)",
    ):
        played = history.play(event(text))
        assert isinstance(played, History)
        history = played
    assert isinstance(history.play(event("redo")), Refusal)


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        ("NP.Q/.R.B/K.N.", ["4 rows joined by / expected, 3 found"]),
        ("NP.Q/.R.B/K.N./.P.", ["row 4 has 3 slots, not 4"]),
        (
            "NP.X/.R.B/k.N./.P..",
            [
                "(1, 4): 'X' is not one of K Q N B R P or .",
                "(3, 1): 'k' is not one of K Q N B R P or .",
            ],
        ),
        ("", ["4 rows joined by / expected, 1 found", "row 1 has 0 slots, not 4"]),
    ],
)
def test_everything_wrong_with_a_position_line_is_listed(line: str, problems: list[str]) -> None:
    read = read_position(game, line)
    assert isinstance(read, Unreadable)
    assert list(read.problems) == problems
