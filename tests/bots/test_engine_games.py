"""Bots play random games on the engine of a rulebook, where its guards are asked about many events."""

import pytest

from ludex.bots.budget import Budget
from ludex.bots.engine_games import EngineGames, count_asked, engine_games
from ludex.bots.observation import view_of
from ludex.bots.tree import LONGEST, Tree
from ludex.kernel import Dice, Seat
from ludex.kernel.loop import random_event
from playing import example


def test_only_a_game_with_many_events_and_no_candidates_is_worth_an_engine() -> None:
    assert count_asked(example("nine_mens_morris")) == 624
    assert engine_games(example("tic_tac_toe"), LONGEST) is None
    assert engine_games(example("connect_four"), LONGEST) is None


def test_without_an_engine_nothing_is_answered() -> None:
    game = example("nine_mens_morris")
    quick = EngineGames(game, LONGEST)
    assert quick.moves(game.start()) is None
    assert quick.played_on(game.start(), 1) is None


@pytest.mark.slow
def test_moves_and_ends_of_an_engine_are_those_of_the_rulebook() -> None:
    game = example("nine_mens_morris").unchecked()
    quick = EngineGames(game, LONGEST)
    assert quick(game.start()) is not None
    s, dice = game.start(), Dice(1)
    for _ in range(60):
        event = random_event(game, s, dice)
        if event is None:
            break
        assert quick.moves(s) == game.moves(s)
        end = quick.played_on(s, dice.below(1_000))
        assert end is not None
        assert game.outcome(end) is not None
        s = game.after(s, event)


@pytest.mark.slow
def test_a_tree_on_an_engine_grows_alike_each_time() -> None:
    game = example("nine_mens_morris").unchecked()
    quick = engine_games(game, LONGEST)
    assert quick is not None
    quick(game.start())
    view = view_of(game, game.start(), Seat(0))
    one, two = (Tree(game, view, Dice(1), quick).search(Budget(playouts=300)) for _ in range(2))
    assert one == two
