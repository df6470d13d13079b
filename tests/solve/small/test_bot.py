"""The solution at the table: bots, hints, and what is said where a game is too large."""

from typing import Any

import pytest

from commands import ludex
from ludex.bots import view_of
from ludex.check.explore import ExploreLimits
from ludex.kernel import Dice, Game, Seat, Unreadable
from ludex.language.position import read_position
from ludex.players.advice import advisor_for, source_of
from ludex.players.match import Tally, play_deal
from ludex.players.opponents import find_bot, kinds_of
from ludex.registry import load
from ludex.solve.small.bot import Solutions, is_small
from ludex.solve.small.method import SolveOptions
from playing import ROOT, example

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")
KUHN_POKER = str(ROOT / "examples" / "kuhn_poker.py")


def bot_of(game: Game[Any], name: str, start: object = None) -> Any:
    bot = find_bot(game, name, start)
    assert not isinstance(bot, Unreadable), bot
    return bot


def test_small_games_offer_the_bot_that_is_solved_and_large_ones_do_not() -> None:
    assert [name for name, _ in kinds_of(example("kuhn_poker"))][-1] == "solved"
    for name in ("holdem", "carcassonne", "russian-bank", "freecell"):
        assert not is_small(load(name))
        assert [kind for kind, _ in kinds_of(load(name))][-1] == "search"


@pytest.mark.parametrize("name", ["holdem", "russian-bank"])
def test_a_game_that_is_too_large_says_so(name: str) -> None:
    found = find_bot(load(name), "solved")
    assert isinstance(found, Unreadable)
    assert "cannot be solved: too large" in str(found)
    assert "--" not in str(found)


def test_it_has_no_budget() -> None:
    found = find_bot(example("kuhn_poker"), "solved:200")
    assert isinstance(found, Unreadable)
    assert "has no budget" in str(found)


def test_it_never_loses_at_tic_tac_toe_from_either_seat() -> None:
    game = example("tic_tac_toe")
    bots = [bot_of(game, "solved", game.start()), bot_of(game, "random")]
    tally = Tally(2)
    for seed in range(15):
        tally.add(play_deal(game, game.start(), bots, seed))
    record = tally.record(0)
    assert record.losses == 0
    assert record.wins > 20


def test_it_plays_kuhn_poker_as_often_as_it_should() -> None:
    game = example("kuhn_poker")
    bot = bot_of(game, "solved", game.start())
    dealt = next(
        game.after(game.start(), event)
        for event, _ in game.chance(game.start()) or ()
        if str(event) == "deal(queen,jack)"
    )
    passed = game.after(dealt, next(e for e in game.moves(dealt) if str(e) == "pass"))
    view = view_of(game, passed, Seat(1))
    bets = sum(str(bot(view, Dice(seed))) == "bet" for seed in range(600))
    assert 140 < bets < 260  # a third, with the jack after a pass


def test_a_hint_says_what_is_certain() -> None:
    game = example("tic_tac_toe")
    assert source_of(game) == "the solution of the game"
    state = read_position(game, "cells=[1 1 - 2 2 - - - -] turn=1")
    hint = advisor_for(game).hint(view_of(game, state, Seat(0)), Dice(1))
    assert hint is not None
    assert str(hint.event) == "mark(3)"
    assert hint.why == "It wins at once."
    later = read_position(game, "cells=[1 - - - 2 - - - -] turn=1")
    hint = advisor_for(game).hint(view_of(game, later, Seat(0)), Dice(1))
    assert hint is not None
    assert hint.why == "It keeps the draw: no player can force a win."


def test_a_hint_with_hidden_cards_tells_how_often() -> None:
    game = example("kuhn_poker")
    start = game.start()
    dealt = game.after(start, (game.chance(start) or ())[0][0])
    hint = advisor_for(game).hint(view_of(game, dealt, Seat(0)), Dice(1))
    assert hint is not None
    assert hint.why.startswith(("Best play mixes these moves", "Best play always"))


def test_where_there_is_no_answer_in_time_it_plays_on_all_the_same() -> None:
    game = example("tic_tac_toe")
    solutions = Solutions(game, SolveOptions(ExploreLimits(states=10)))
    view = view_of(game, game.start(), Seat(0))
    for _ in range(5):
        assert solutions.recommend(view) is None


def test_it_sits_at_a_table_and_in_a_match() -> None:
    done = ludex("play", TIC_TAC_TOE, "--bot", "solved", stdin="mark(5)\nquit\n")
    assert done.status == 0
    assert "player 2: Mark " in done.out
    matched = ludex("match", KUHN_POKER, "--bots", "solved", "random", "--games", "20")
    assert matched.status == 0
    refused = ludex("play", "holdem", "--bot", "solved")
    assert refused.status == 2
    assert refused.err.count("\n") == 1
    assert "cannot be solved: too large" in refused.err
