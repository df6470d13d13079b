"""A history lets old states go, and works them out again."""

import gc
import tracemalloc

import pytest

from ludex.kernel import CHANCE, AnyGame, Dice, History
from ludex.kernel.history import EVERY, RECENT, STATE, let_states_go
from ludex.registry import load


def played(game: AnyGame, events: int) -> History[object]:
    """A game of random events."""
    history, dice = History(game, game.start()), Dice(3)
    while history.length < events and game.outcome(history.state) is None:
        state, turn = history.state, game.turn(history.state)
        moves = [] if turn == CHANCE else [*game.moves(state, turn)]
        event = moves[dice.below(len(moves))] if moves else game.draw(state, dice)
        after = history.play(event)
        assert isinstance(after, History)
        history = after
    return history


def kept(history: History[object]) -> list[int]:
    """The numbers of the steps that have their states at hand."""
    return [step.count for step in history.steps if is_there(step)]


def is_there(step: object) -> bool:
    try:
        STATE.__get__(step)
    except AttributeError:
        return False
    return True


@pytest.mark.parametrize("name", ["carcassonne", "freecell", "holdem"])
def test_states_that_were_let_go_are_worked_out_again(name: str) -> None:
    history = played(load(name), 50)
    states = [step.state for step in history.steps]
    let_states_go(history)
    some = len(states) // 2
    assert history.steps[some].state == states[some]
    assert [step.state for step in history.steps] == states


def test_the_last_states_are_kept_and_one_of_sixteen() -> None:
    history = played(load("freecell"), 50)
    let_states_go(history)
    last = [*range(history.length - RECENT + 1, history.length + 1)]
    assert kept(history) == [*range(1, last[0], EVERY), *last]
    assert history.steps[20].state is not None  # and what was between, back to the one before
    let_states_go(history)
    assert len(kept(history)) <= history.length // EVERY + RECENT + 5


def test_a_step_has_nothing_that_it_has_not() -> None:
    step = played(load("freecell"), 1).past
    with pytest.raises(AttributeError, match="nothing"):
        step.nothing  # type: ignore[union-attr]  # noqa: B018


def test_going_back_finds_the_states_again() -> None:
    history = played(load("carcassonne"), 40)
    states = [history.start, *(step.state for step in history.steps)]
    let_states_go(history)
    while (before := history.undone()) is not None:
        history = before
        assert history.state == states[history.length]
    while (after := history.redone()) is not None:
        history = after
        assert history.state == states[history.length]


def test_a_long_game_takes_a_third_of_the_room() -> None:
    tracemalloc.start()
    try:
        history = played(load("carcassonne"), 70)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        let_states_go(history)
        gc.collect()
        let_go = before - tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert let_go > 100_000
