"""Sitting down: header, bots by name, dice and file, the same for every interface."""

from pathlib import Path

import pytest

from ludex.kernel import Dice, History, Seat, Unreadable
from ludex.play.protocol.log import Header
from ludex.play.saved import Saved, read_saved
from ludex.play.seating import Sitting, begin_game, restart_game, resume_game
from ludex.play.table import Table
from ludex.registry import load
from ludex.table.narration import last_event_text
from playing import every_game, random_history

GAME = load("carcassonne")


def header(*seats: str, seed: int = 3) -> Header:
    return Header("carcassonne", seed, seats or ("person", "random"), "")


def sat(folder: Path, *seats: str) -> Sitting:
    sitting = begin_game(GAME, header(*seats), folder)
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
    again = resume_game(GAME, saved)
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
    unknown = begin_game(GAME, header("person", "deep-thought"), tmp_path)
    assert isinstance(unknown, Unreadable)
    assert "deep-thought" in str(unknown)
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert "cannot save in" in str(begin_game(GAME, header(), blocked / "x"))
    nonsense = Header("carcassonne", 1, ("person",), "", position="nonsense")
    assert isinstance(begin_game(GAME, nonsense, tmp_path), Unreadable)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_every_event_can_be_said_to_every_seat(game: object) -> None:
    from ludex.kernel import CHANCE, Game

    assert isinstance(game, Game)
    history, dice = History(game, game.start()), Dice(4)
    for _ in range(120):
        if game.outcome(history.state) is not None:
            break
        chance = game.turn(history.state) == CHANCE
        event = game.draw(history.state, dice) if chance else dice.choice(game.moves(history.state))
        played = history.play(event)
        assert isinstance(played, History)
        history = played
        for seat in range(game.seat_count(history.state)):
            words = last_event_text(history, Seat(seat))
            assert words.strip()
            assert "{}" not in words
            assert "…" not in words


def test_a_seed_is_a_deal_whoever_plays_it(tmp_path: Path) -> None:
    def tiles(bot: str) -> list[str]:
        sitting = sat(tmp_path, "random", bot)
        list(sitting.table.advance())
        sitting.leave()
        journal = sitting.table.history.journal
        return [str(event) for event in journal if event.by_chance][:6]

    assert tiles("random") == tiles("greedy")


def test_a_bot_never_gets_the_dice_of_the_referee(tmp_path: Path) -> None:
    thrown = []

    def spy(view: object, dice: Dice) -> object:
        thrown.append(dice)
        return view.legal[0]  # type: ignore[attr-defined]

    sitting = sat(tmp_path, "person", "person")
    bots = {Seat(0): spy, Seat(1): spy}
    history, dice = sitting.table.history, sitting.table.dice
    table = Table(history, dice, bots)  # type: ignore[arg-type]
    list(table.advance())
    sitting.leave()
    assert len({dice.seed for dice in thrown}) == len(thrown) > 30
    assert all(dice is not table.dice for dice in thrown)
    assert table.dice.seed not in {dice.seed for dice in thrown}


def test_a_game_that_was_left_goes_on_as_if_nobody_had_got_up(tmp_path: Path) -> None:
    def moved(sitting: Sitting, moves: int) -> Sitting:
        table = sitting.table
        for _ in range(moves):
            list(table.advance())
            assert table.act(Seat(0), table.view(Seat(0)).legal[0]) is None
        list(table.advance())
        return sitting

    whole = moved(sat(tmp_path), 8)
    whole.leave()
    first = moved(sat(tmp_path), 3)
    first.leave()
    saved = read_saved(first.file.path)
    assert isinstance(saved, Saved)
    again = resume_game(GAME, saved)
    assert isinstance(again, Sitting)
    moved(again, 5).leave()
    assert again.table.history == whole.table.history


def test_advice_is_not_forgotten_when_the_table_is_left(tmp_path: Path) -> None:
    sitting = sat(tmp_path)
    list(sitting.table.advance())
    sitting.table.advised()
    sitting.table.advised()
    assert sitting.table.is_assisted
    sitting.leave()
    saved = read_saved(sitting.file.path)
    assert isinstance(saved, Saved)
    assert [line.event for line in saved.lines].count("") == 1
    assert saved.is_assisted
    again = resume_game(GAME, saved)
    assert isinstance(again, Sitting)
    assert again.table.is_assisted
    assert again.table.history == sitting.table.history
    again.leave()


def test_a_deal_that_was_seen_is_played_again_as_assisted(tmp_path: Path) -> None:
    for name, seats, foretold in [
        ("carcassonne", ("person", "random"), True),
        ("russian-bank", ("person", "random"), True),
        ("freecell", ("person",), False),
        ("chess-solitaire", ("person",), False),
    ]:
        sitting = begin_game(load(name), Header(name, 3, seats, ""), tmp_path)
        assert isinstance(sitting, Sitting)
        list(sitting.table.advance())
        assert sitting.table.act(Seat(0), sitting.table.view(Seat(0)).legal[0]) is None
        list(sitting.table.advance())
        sitting.leave()
        again = restart_game(sitting, tmp_path)
        assert isinstance(again, Sitting)
        assert again.table.is_assisted is foretold
        assert again.header.seed == sitting.header.seed
        again.leave()


def test_as_many_seats_as_the_game_has(tmp_path: Path) -> None:
    for seats in [(), ("person",), ("person",) * 3]:
        wrong = begin_game(GAME, Header("carcassonne", 1, seats, ""), tmp_path)
        assert "carcassonne has 2 seats here" in str(wrong)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_looking_back_over_any_step_of_any_game(game: object) -> None:
    """Whether a step has shown anything can be asked everywhere."""
    from ludex.kernel import Game

    assert isinstance(game, Game)
    history = random_history(game, 6, 80)
    table = Table(history, Dice(1), {})
    while table.undo():
        pass
    while table.redo():
        pass
    assert table.history == history or not history.length
