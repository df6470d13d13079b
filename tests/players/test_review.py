"""Looking back at a game: what was lost by moves, what was luck, and who may know it."""

from typing import Any

import pytest

from ludex.bots import thinking_of
from ludex.cli.commands.tables.review import sparkline
from ludex.kernel import Dice, Event, Game, History, Refusal, Seat, Unreadable
from ludex.kernel.history import replayed
from ludex.players.game_loop import play_out
from ludex.players.opponents import judge_of
from ludex.players.review import expected, reviewed, value
from ludex.registry import load
from playing import example

ONE, TWO = Seat(0), Seat(1)


def game_of(game: Game[Any], *events: str) -> History[Any]:
    read: list[Event[Any]] = []
    for text in events:
        event = game.read(text)
        assert not isinstance(event, Unreadable)
        read.append(event)
    history = replayed(game, game.start(), read)
    assert not isinstance(history, Refusal)
    return history


def test_a_move_that_loses_is_named_with_what_was_better() -> None:
    """Player 2 does not see that 1, 2, 3 is threatened."""
    game = example("tic_tac_toe")
    history = game_of(game, "mark(1)", "mark(5)", "mark(2)", "mark(9)", "mark(3)")
    found = reviewed(history, [ONE, TWO], judge_of(history.game), 400, Dice(1))
    worst = found.worst(1)[0]
    assert (worst.number, worst.seat, str(worst.event)) == (4, TWO, "mark(9)")
    assert str(worst.better) == "mark(3)"
    assert worst.lost == pytest.approx(worst.before - worst.after)
    assert found.lost(TWO) > 0.5
    assert found.standings[ONE] == (0, 0, 0, 0, 0, 1)
    assert found.standings[TWO][-1] == -1
    assert found.luck == {ONE: 0, TWO: 0}


def test_who_plays_the_solution_loses_nothing() -> None:
    game = example("tic_tac_toe")
    history = play_out(game, 1, bots=("solved", "random"))
    assert reviewed(history, [ONE], judge_of(history.game), 400, Dice(1)).lost(ONE) == 0


def test_only_the_sides_that_look_back_are_looked_at() -> None:
    game = example("tic_tac_toe")
    history = play_out(game, 1, bots=("random",))
    found = reviewed(history, [TWO], judge_of(history.game), 20, Dice(1))
    assert {move.seat for move in found.moves} == {TWO}
    assert set(found.standings) == {TWO}


def test_nothing_hidden_is_used() -> None:
    """Two deals that look alike to a seat are reviewed alike."""
    game = load("holdem")
    start = game.start.varied(None, {"players": "2"})
    assert not isinstance(start, Unreadable)
    history = play_out(game, 3, start=start, bots=("random",), most=6)
    other = thinking_of(game).imagine(game.view(history.state, ONE), ONE, Dice(9))
    assert other != history.state
    values = [value(game, s, ONE, Dice(1)) for s in (history.state, other)]
    assert values[0] == values[1]


def test_luck_is_the_standing_less_what_could_be_expected() -> None:
    game = load("holdem")
    start = game.start.varied(None, {"players": "2"})
    assert not isinstance(start, Unreadable)
    history = play_out(game, 3, start=start, bots=("random",), most=8)
    found = reviewed(history, [ONE], judge_of(history.game), 1, Dice(1))
    assert found.luck[ONE] != 0
    dealt = game.start()
    assert expected(game, dealt, ONE, Dice(1)) == expected(game, dealt, ONE, Dice(1))


def test_a_tile_is_as_lucky_as_what_can_be_done_with_it() -> None:
    game = load("carcassonne")
    history = play_out(game, 2, bots=("random",), most=5)
    assert reviewed(history, [ONE], judge_of(history.game), 1, Dice(1)).luck[ONE] != 0


def test_a_line_of_bars_runs_from_the_lowest_to_the_highest() -> None:
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert sparkline([2.0, 2.0]) == "▄▄"
    assert len(sparkline(range(1000))) == 60
