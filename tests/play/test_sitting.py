"""Sitting down: header, bots by name, dice and file, the same for every interface."""

from pathlib import Path

import pytest

from ludex.games import load
from ludex.kernel import Dice, History, Seat, Unreadable
from ludex.play.saved import Header, Saved, read_saved
from ludex.play.sitting import Sitting, begun, resumed
from ludex.play.telling import said
from playing import every_game

GAME = load("carcassonne")


def header(*seats: str, seed: int = 3) -> Header:
    return Header("carcassonne", seed, seats or ("person", "random"), "")


def sat(folder: Path, *seats: str) -> Sitting[object]:
    sitting = begun(GAME, header(*seats), folder)
    assert isinstance(sitting, Sitting)
    return sitting


def test_what_is_played_is_in_the_file_and_goes_on_from_there(tmp_path: Path) -> None:
    sitting = sat(tmp_path)
    list(sitting.table.advance())
    assert sitting.table.act(Seat(0), sitting.table.view(Seat(0)).legal[0]) is None
    sitting.leave()
    saved = read_saved(sitting.file.path)
    assert isinstance(saved, Saved)
    assert saved.header.created
    again = resumed(GAME, saved)
    assert isinstance(again, Sitting)
    assert again.table.state == sitting.table.state
    assert again.table.people == (Seat(0),)
    again.leave()


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    first, second = (sat(tmp_path, "random", "random") for _ in range(2))
    for sitting in (first, second):
        list(sitting.table.advance())
        sitting.leave()
    assert first.table.history == second.table.history
    assert first.file.path != second.file.path


def test_what_cannot_be_sat_down_at_is_told(tmp_path: Path) -> None:
    unknown = begun(GAME, header("person", "deep-thought"), tmp_path)
    assert isinstance(unknown, Unreadable)
    assert "deep-thought" in str(unknown)
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert "cannot save in" in str(begun(GAME, header(), blocked / "x"))
    nonsense = Header("carcassonne", 1, ("person",), "", position="nonsense")
    assert isinstance(begun(GAME, nonsense, tmp_path), Unreadable)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_every_event_can_be_said_to_every_seat(game: object) -> None:
    from ludex.kernel import CHANCE, Game

    assert isinstance(game, Game)
    history, dice = History(game, game.start()), Dice(4)
    for _ in range(120):
        if game.outcome(history.state) is not None:
            break
        chance = game.turn(history.state) == CHANCE
        event = (
            game.draw(history.state, dice)
            if chance
            else dice.choice(game.moves(history.state))
        )
        played = history.play(event)
        assert isinstance(played, History)
        history = played
        for seat in range(game.seat_count(history.state)):
            words = said(history, Seat(seat))
            assert words.strip()
            assert "{}" not in words
            assert "…" not in words
