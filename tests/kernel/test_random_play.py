"""Random play: to the end of a game, and no further than somebody can move."""

from itertools import islice

from ludex.kernel import CHANCE, Dice
from ludex.kernel.random_play import random_event, random_walk
from ludex.registry import load


def test_a_random_game_is_played_to_its_end_and_is_the_same_for_the_same_dice() -> None:
    game = load("chess-solitaire")
    start = game.read_position("NP.Q/.R.B/K.N./.P..")
    walk = [*random_walk(game, start, Dice(1))]
    assert walk[0][0] == start
    assert all(game.after(s, event) == after for s, event, after in walk)
    assert random_event(game, walk[-1][2], Dice(1)) is None
    assert walk == [*random_walk(game, start, Dice(1))]


def test_chance_draws_and_players_choose_among_their_moves() -> None:
    game = load("holdem")
    for s, event, _ in islice(random_walk(game, game.start(), Dice(2)), 30):
        assert event.by_chance == (game.turn(s) == CHANCE)
        assert event.by_chance or event in game.moves(s)
