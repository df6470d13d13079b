"""An engine is proved against the rulebook; a planted bug is found, and shown by a small script."""

from dataclasses import replace
from typing import Any

from ludex.check.explore import ExploreLimits
from ludex.check.refinement import ComparedEngine, engine_of, prove
from ludex.kernel import Dice, Event, Game, lost
from ludex.language.position import read_position
from ludex.registry import load, refined
from playing import example

PUZZLE = "NP.Q/.R.B/K.N./.P.."


def puzzle() -> tuple[Game[Any], ComparedEngine, Any]:
    game = load("chess-solitaire")
    refinement = refined(game).speed.refinement
    assert refinement is not None
    return game, engine_of("listing", refinement), read_position(game, PUZZLE)


def test_the_listing_of_chess_solitaire_is_proved_on_the_puzzle() -> None:
    game, engine, start = puzzle()
    proof = prove(game, engine, start, ExploreLimits(), Dice(1))
    assert proof.is_exhaustive
    assert proof.states == 1_685
    assert proof.problem is None


def test_a_planted_bug_is_found_by_a_shortest_script() -> None:
    game, engine, start = puzzle()

    def forgets_the_last(s: Any) -> list[Event[Any]]:
        moves = [*engine.moves(s)]
        return moves[:-1] if len(s.board) == 5 and len(moves) > 1 else moves

    proof = prove(game, replace(engine, moves=forgets_the_last), start, ExploreLimits(), Dice(1))
    assert proof.problem is not None
    assert "does not list" in proof.problem
    assert len(proof.script) == 3
    assert proof.is_shortest


def test_another_next_state_another_outcome_and_other_weights_are_found() -> None:
    game, engine, start = puzzle()
    wrong = replace(engine, after=lambda s, _: s)
    assert "the state after" in str(prove(game, wrong, start, ExploreLimits(), Dice(1)).problem)
    wrong = replace(engine, outcome=lambda _: lost("always"))
    assert "the outcome" in str(prove(game, wrong, start, ExploreLimits(), Dice(1)).problem)
    kuhn = example("kuhn_poker")
    dealt: ComparedEngine = ComparedEngine(
        name="weights", moves=kuhn.moves, weights=lambda s: [2] * len(kuhn.moves(s))
    )
    found = prove(kuhn, dealt, kuhn.start(), ExploreLimits(), Dice(1))
    assert found.problem == "the weights of chance"


def test_where_not_all_can_be_listed_random_games_find_the_bug_and_shrink_it() -> None:
    game, engine, start = puzzle()

    def forgets_late(s: Any) -> list[Event[Any]]:
        moves = [*engine.moves(s)]
        return moves[1:] if len(s.board) == 4 else moves

    limits = ExploreLimits(depth=2)
    proof = prove(game, replace(engine, moves=forgets_late), start, limits, Dice(1))
    assert not proof.is_exhaustive
    assert proof.problem is not None
    assert len(proof.script) == 4
    assert not proof.is_shortest
