"""One call plays one game: chance is drawn by its weights, and a seed repeats it."""

from collections import Counter
from typing import Any

import pytest

from ludex.bots import View
from ludex.kernel import CHANCE, Dice, Event, Game, History, replayed
from ludex.players.game_loop import each_turn, play_out
from ludex.registry import load, played
from playing import example


@pytest.mark.parametrize("game", played(), ids=lambda game: game.name)
def test_every_game_is_played_to_its_end_by_one_call(game: Game[Any]) -> None:
    history = play_out(game.unchecked(), seed=1)
    assert game.outcome(history.state) is not None
    again = replayed(game.unchecked(), history.start, history.journal)
    assert isinstance(again, History)
    assert again.state == history.state


def test_the_same_seed_is_the_same_game() -> None:
    game = load("carcassonne").unchecked()
    one, two, other = (play_out(game, seed).journal for seed in (5, 5, 6))
    assert one == two != other


def test_tiles_are_drawn_by_how_many_there_are() -> None:
    game = load("carcassonne").unchecked()
    first: Counter[str] = Counter()
    for seed in range(400):
        history = play_out(game, seed, start=game.start("base"), most=1)
        assert game.turn(history.start) == CHANCE
        first[str(history.journal[0])] += 1
    outcomes = game.chance(game.start("base"))
    assert outcomes is not None
    likely = max(outcomes, key=lambda outcome: outcome[1])
    rare = [str(event) for event, p in outcomes if p == min(p for _, p in outcomes)]
    # Eight of the 71 tiles are of the commonest kind: as one of 24 kinds it would come
    # 17 times.
    assert first[str(likely[0])] > 30
    assert max(first[event] for event in rare) < 17


def test_bots_have_names_or_are_functions_of_your_own() -> None:
    game = load("examples/tic_tac_toe.py")

    def first(view: View[Any], dice: Dice) -> Event[Any]:
        return view.legal[0]

    history = play_out(game, seed=3, bots=(first, "solved"))
    outcome = game.outcome(history.state)
    assert str(history.journal[0]) == "mark(1)"
    assert outcome is not None
    assert outcome.winners != {0}


def test_what_is_wrong_with_a_bot_is_said() -> None:
    game = load("examples/tic_tac_toe.py")
    with pytest.raises(ValueError, match="there is no bot 'clever'"):
        play_out(game, seed=1, bots=("clever",))
    mark = game.read("mark(1)")
    assert isinstance(mark, Event)

    def stubborn(view: View[Any], dice: Dice) -> Event[Any]:
        return mark

    with pytest.raises(ValueError, match=r"mark\(1\) is refused"):
        play_out(game, seed=1, bots=(stubborn,))


def test_a_game_can_be_followed_event_by_event() -> None:
    game = example("kuhn_poker")
    turns = [*each_turn(game, seed=4)]
    whole = play_out(game, seed=4)
    assert [str(turn.event) for turn in turns] == [str(line) for line in whole.journal]
    assert turns[0].seat == CHANCE
    assert not any(turn.seat == CHANCE for turn in turns[1:])
    assert turns[-1].state == whole.state
    outcome = game.outcome(whole.state)
    assert outcome is not None
    assert sum(outcome.scores) == 0
    assert outcome.scores != (0, 0)
