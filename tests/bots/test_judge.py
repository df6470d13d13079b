"""Whoever judges moves: the best is never worse than what stands beside it, and doubt is said."""

from typing import Any

import pytest

from ludex.bots import view_of
from ludex.bots.advice import advisor_that_judges
from ludex.bots.budget import Budget
from ludex.bots.judge import tree_judge
from ludex.kernel import CHANCE, Dice, Game, Seat
from ludex.language.position import read_position
from ludex.players.opponents import judge_of
from ludex.registry import load, refined
from playing import event_of, example


def position(game: Game[Any], seed: int, least: int) -> Any:
    """A random game so far, with a choice to make."""
    s, dice, made = game.start(), Dice(seed), 0
    while game.turn(s) == CHANCE or len(game.moves(s)) < 2 or made < least:
        chance = game.turn(s) == CHANCE
        s = game.after(s, game.draw(s, dice) if chance else dice.choice(game.moves(s)))
        made += 1
        if game.outcome(s) is not None:
            s, made = game.start(), 0
    return s


@pytest.mark.parametrize("name", ["carcassonne", "russian-bank", "holdem"])
def test_the_best_is_the_best(name: str) -> None:
    game = refined(load(name))
    judge = judge_of(game)
    for seed in range(3):
        s = position(game, seed, 20)
        view = view_of(game, s, game.turn(s))
        made = view.legal[-1]
        beside = judge(view, Dice(1), Budget(playouts=40), made)
        found = judge(view, Dice(1), Budget(playouts=40))
        for one in (found, beside):
            assert one.best.event in view.legal
            if one.margin is not None:
                assert one.other is not None
                assert one.margin > 0
        assert beside.other is None or beside.other.event == made
        again = judge(view, Dice(1), Budget(playouts=40), made)
        assert (again.best, again.margin) == (beside.best, beside.margin)


def test_the_builder_names_moves_that_lose_points() -> None:
    pytest.importorskip("numba")
    game = refined(load("carcassonne"))
    s = position(game, 5, 30)
    view = view_of(game, s, game.turn(s))
    judge = judge_of(game)
    losses = [
        judge(view, Dice(1), Budget(playouts=60), made).margin or 0.0 for made in view.legal[::6]
    ]
    assert max(losses) > 1
    best = judge(view, Dice(1), Budget(playouts=60)).best
    assert judge(view, Dice(1), Budget(playouts=60), best.event).margin is None


def test_of_a_tree_what_is_proved_is_said() -> None:
    game = example("tic_tac_toe")
    s = game.start()
    for cell in (1, 5, 2, 9):
        s = game.after(s, event_of(game, f"mark({cell})"))
    advisor = advisor_that_judges(game, tree_judge(game), Budget(playouts=200))
    hint = advisor.hint(view_of(game, s, Seat(0)), Dice(1))
    assert hint is not None
    assert str(hint.event) == "mark(3)"
    assert hint.why == "It wins against any play: that is proved."


def test_a_tree_says_how_often_it_tried_and_when_it_cannot_tell() -> None:
    game = example("connect_four")
    advisor = advisor_that_judges(game, tree_judge(game), Budget(playouts=60))
    hint = advisor.hint(view_of(game, game.start(), Seat(0)), Dice(1))
    assert hint is not None
    assert hint.why.startswith("Tried ")
    assert " of 100 points; the next best (Drop " in hint.why
    assert hint.why.endswith(") is too close to call.")


def test_hints_of_the_planner_have_the_next_best_beside_them() -> None:
    from ludex.players.advice import advisor_for

    game = load("russian-bank")
    s = read_position(game, "partial reserve1=7D houses=8C/KH hand1=KS hand2=2C")
    hint = advisor_for(game).hint(view_of(game, s, Seat(0)), Dice(1))
    assert hint is not None
    assert str(hint.event) == "move(reserve,house1)"
    assert "found in " in hint.why or "without a fault" in hint.why


def test_giving_up_and_calling_are_not_both_mistakes() -> None:
    """Both are mistakes only where a raise was better."""
    from ludex.games.poker.holdem.rules.candidates import CALL, FOLD
    from ludex.players.game_loop import each_turn

    game = refined(load("holdem"))
    judge, seen = judge_of(game), 0
    for seed in range(12):
        for turn in each_turn(game, seed, most=40):
            s = turn.history.state
            seat = game.turn(s)
            if seat == CHANCE or len(s.board) < 5 or FOLD not in game.moves(s):
                continue
            view = view_of(game, s, seat)
            folds = judge(view, Dice(1), Budget(playouts=1), FOLD)
            calls = judge(view, Dice(1), Budget(playouts=1), CALL)
            if folds.margin and calls.margin:
                assert folds.best.event not in {FOLD, CALL}
            seen += 1
    assert seen
