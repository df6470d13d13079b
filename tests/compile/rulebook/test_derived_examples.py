"""The examples and our smallest game, compiled and compared with their rulebooks."""

from collections import Counter

import numpy as np
import pytest

from ludex.compile.games import Games
from ludex.compile.lockstep import walked
from ludex.compile.playouts import simulate
from ludex.compile.rulebook.derive import derive
from ludex.compile.rulebook.proof import prove_derived
from ludex.kernel import Dice
from ludex.language.position import read_position
from ludex.registry import engine, load
from playing import example


def test_kuhn_poker_is_proved_in_every_state_as_numba_compiles_it() -> None:
    proof = prove_derived(derive(example("kuhn_poker")))
    assert (proof.problem, proof.is_exhaustive, proof.states) == (None, True, 55)


@pytest.mark.parametrize(
    ("name", "states"),
    [
        ("leduc_poker", 150),
        ("connect_four", 150),
        ("tic_tac_toe", 200),
        ("nine_mens_morris", 15),
        ("liars_dice", 60),
        ("hex", 40),
    ],
)
def test_an_example_is_its_rulebook_in_its_first_states(name: str, states: int) -> None:
    proof = prove_derived(derive(example(name)), states, is_compiled=False)
    assert (proof.problem, proof.script) == (None, ())
    assert proof.refusals > 500


def test_pig_is_proved_in_every_state() -> None:
    proof = prove_derived(derive(example("pig")), is_compiled=False)
    assert (proof.problem, proof.is_exhaustive) == (None, True)


def test_random_tic_tac_toe_ends_as_the_books_say() -> None:
    made = engine(example("tic_tac_toe"))
    assert walked(made, range(50), 300)[1] is None
    scores, lengths = simulate(made, 200_000)
    assert np.all(scores.sum(axis=1) == 1)
    # Exactly 737/1260 of all random games are won by who begins, 121/420 by the other.
    assert abs((scores[:, 0] == 1).mean() - 737 / 1260) < 0.005
    assert abs((scores[:, 1] == 1).mean() - 121 / 420) < 0.005
    assert (lengths.min(), lengths.max()) == (5, 9)


def test_kuhn_poker_is_dealt_as_the_rulebook_deals() -> None:
    made = engine(example("kuhn_poker"))
    game = made.game
    dealt = Counter(made.decode(row) for row in Games(made, range(6_000)).states)
    expected = {game.after(game.start(), deal) for deal in game.moves(game.start())}
    assert {*dealt} == expected
    assert all(850 < times < 1_150 for times in dealt.values())
    assert walked(made, range(50), 300)[1] is None


def test_random_kuhn_poker_comes_to_what_can_be_reckoned() -> None:
    scores, lengths = simulate(engine(example("kuhn_poker")), 200_000)
    assert np.all(scores.sum(axis=1) == 0)
    assert {*np.unique(lengths).tolist()} == {2, 3}
    # The first player takes the pot of one chip after bet and pass, and loses it after pass,
    # bet and pass; the cards decide the rest, for neither: 1/4 - 1/8.
    assert abs(scores[:, 0].mean() - 1 / 8) < 0.012
    assert abs(lengths.mean() - 2.25) < 0.005


@pytest.mark.slow
def test_tic_tac_toe_is_proved_in_every_state() -> None:
    proof = prove_derived(derive(example("tic_tac_toe")), 6_000, 600)
    assert (proof.problem, proof.is_exhaustive, proof.states) == (None, True, 5_478)


@pytest.mark.slow
def test_chess_solitaire_is_its_rulebook() -> None:
    game = load("chess-solitaire")
    start = read_position(game, "NP.Q/.R.B/K.N./.P..")
    proof = prove_derived(derive(game, start), 400, 600, is_compiled=False)
    assert proof.problem is None


@pytest.mark.slow
def test_freecell_is_its_rulebook() -> None:
    game = load("freecell")
    start = game.after(game.start(), game.draw(game.start(), Dice(1)))
    proof = prove_derived(derive(game, start), 200, 600, is_compiled=False)
    assert proof.problem is None, proof.script
