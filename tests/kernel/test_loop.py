"""The game loop: to the end of a game, and no further than somebody can move."""

from itertools import islice

import pytest

from ludex.kernel import CHANCE, Dice, Event, History
from ludex.kernel.loop import random_event, random_turns, turns
from ludex.language.position import read_position
from ludex.registry import load


def test_a_random_game_is_played_to_its_end_and_is_the_same_for_the_same_dice() -> None:
    game = load("chess-solitaire")
    start = read_position(game, "NP.Q/.R.B/K.N./.P..")
    played = [*random_turns(game, start, Dice(1))]
    assert played[0].before == start
    assert all(game.after(turn.before, turn.event) == turn.state for turn in played)
    assert random_event(game, played[-1].state, Dice(1)) is None
    assert played == [*random_turns(game, start, Dice(1))]


def test_chance_draws_and_players_choose_among_their_moves() -> None:
    game = load("holdem")
    for turn in islice(random_turns(game, game.start(), Dice(2)), 30):
        assert turn.seat == game.turn(turn.before)
        assert turn.event.by_chance == (turn.seat == CHANCE)
        assert turn.event.by_chance or turn.event in game.moves(turn.before)


def test_a_game_is_ended_after_a_number_of_events() -> None:
    game = load("holdem")
    first = History(game, game.start())
    played = turns(first, lambda s, _seat: game.moves(s)[0], Dice(1), most=7)
    assert [turn.history.length for turn in played] == [1, 2, 3, 4, 5, 6, 7]


def test_a_seat_that_chooses_nothing_ends_it_and_a_refused_event_is_an_error() -> None:
    game = load("russian-bank")
    first = History(game, game.start())
    chosen = [turn.event.by_chance for turn in turns(first, lambda _s, _seat: None, Dice(1))]
    assert chosen
    assert all(chosen)
    deal = game.read("deal(1)")
    assert isinstance(deal, Event)
    with pytest.raises(ValueError, match=r"deal\(1\) is refused"):
        [*turns(first, lambda _s, _seat: deal, Dice(1))]
