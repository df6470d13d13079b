"""A seat at the table: what is done there is meant for what was shown."""

from pathlib import Path
from typing import Any

from ludex.kernel import Seat
from ludex.play.protocol.effects import QueryAnswer, Rejection
from ludex.play.protocol.log import Header
from ludex.play.seating import Sitting, begin_game
from ludex.registry import load
from ludex.tui.table.seat import LocalSeat, NarratedEvent
from playing import example

FIRST, SECOND = Seat(0), Seat(1)


def sat(folder: Path, game: Any, *seats: str) -> Sitting:
    header = Header(game.name, 1, seats, "")
    sitting = begin_game(game, header, folder)
    assert isinstance(sitting, Sitting)
    return sitting


def test_what_was_meant_for_an_earlier_picture_is_stale(tmp_path: Path) -> None:
    game = example("tic_tac_toe")
    sitting = sat(tmp_path, game, "person", "person")
    seat = LocalSeat(sitting)
    seat.scene()
    sitting.table.hear(FIRST, "mark(1)")
    sitting.table.hear(SECOND, "mark(2)")
    answer = seat.act("mark(3)")
    assert isinstance(answer, Rejection)
    assert answer.stale
    assert sitting.table.history.length == 2
    seat.scene()
    assert isinstance(seat.act("mark(3)"), NarratedEvent)
    sitting.leave()


def test_a_hint_makes_nothing_stale(tmp_path: Path) -> None:
    sitting = sat(tmp_path, example("tic_tac_toe"), "person", "person")
    seat = LocalSeat(sitting)
    seat.scene()
    sitting.table.advised()
    assert isinstance(seat.act("mark(3)"), NarratedEvent)
    sitting.leave()


def test_back_and_forth_and_why_not(tmp_path: Path) -> None:
    sitting = sat(tmp_path, example("tic_tac_toe"), "person", "person")
    seat = LocalSeat(sitting)
    refused = seat.go("undo")
    assert refused is not None
    assert refused.text == "Nothing to undo"
    seat.act("mark(3)")
    assert seat.go("undo") is None
    assert sitting.table.history.length == 0
    assert seat.go("redo") is None
    assert sitting.table.history.length == 1
    sitting.leave()


def test_a_query_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    game = load("carcassonne")
    sitting = sat(tmp_path, game, "person", "person")
    next(sitting.table.advance())
    seat = LocalSeat(sitting)
    number = sitting.table.now.number
    answer = seat.act("scores")
    assert isinstance(answer, QueryAnswer)
    assert answer.title == "scores"
    assert sitting.table.now.number == number
    sitting.leave()
