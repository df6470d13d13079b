"""Kaggle's three functions are derived for any rulebook."""

import pytest

from ludex.bots import random_bot, view_of
from ludex.exam.harness import GameHarness
from ludex.kernel import CHANCE, Dice
from ludex.registry import load
from playing import example


@pytest.mark.parametrize("name", ["tic_tac_toe", "nine_mens_morris", "kuhn_poker", "mastermind"])
def test_a_random_game_is_played_through_the_three_functions(name: str) -> None:
    game, dice = example(name), Dice(1)
    harness, s = GameHarness(game), game.start()
    for _ in range(20):
        if game.outcome(s) is not None:
            break
        seat = game.turn(s)
        if seat == CHANCE:
            s = game.after(s, game.draw(s, dice))
            continue
        seen = harness.observation(s, seat)
        legal = harness.get_legal_moves(seen)
        assert legal is not None
        assert [*legal.values()] == [str(event) for event in view_of(game, s, seat).legal]
        event = random_bot(view_of(game, s, seat), dice)
        move = str(event)
        parsed = harness.parse_response(f"I play\n`{move}`", [*legal.values()], observation=seen)
        assert (parsed.legal_action, parsed.raw_action) == (move, move)
        s = game.after(s, event)


def test_an_illegal_answer_is_told_its_rule_and_never_replaced() -> None:
    game = example("tic_tac_toe")
    harness = GameHarness(game)
    s = game.after(game.start(), game.moves(game.start())[4])
    seen = harness.observation(s, game.turn(s))
    legal = harness.get_legal_moves(seen)
    assert legal is not None
    parsed = harness.parse_response("mark(5)", [*legal.values()], observation=seen)
    assert (parsed.legal_action, parsed.raw_action) == (None, "mark(5)")
    prompt = harness.make_prompt(seen, [], "mark(5)", parsed.raw_action)
    assert "mark(5) is refused: " in prompt
    prose = harness.parse_response("The middle.", [*legal.values()], observation=seen)
    assert prose.raw_action is prose.legal_action is None


def test_moves_that_cannot_be_listed_are_submitted_as_they_are() -> None:
    game, dice = load("holdem"), Dice(1)
    s = game.after(game.start(), game.draw(game.start(), dice))
    harness = GameHarness(game)
    seen = harness.observation(s, game.turn(s))
    assert harness.get_legal_moves(seen) is None
    assert harness.parse_response("raise_to(7)", None, observation=seen).submission == "raise_to(7)"
    assert harness.parse_response("raise_to(1)", None, observation=seen).submission is None
