"""The examples and our smallest game, compiled and compared with their rulebooks."""

import pytest

from ludex.compile.rulebook.derive import derive
from ludex.compile.rulebook.proof import prove_derived
from ludex.kernel import AnyGame
from ludex.registry import load
from playing import ROOT


def example(name: str) -> AnyGame:
    return load(str(ROOT / "examples" / f"{name}.py"))


def test_kuhn_poker_is_proved_in_every_state_as_numba_compiles_it() -> None:
    proof = prove_derived(derive(example("kuhn_poker")))
    assert (proof.problem, proof.is_exhaustive, proof.states) == (None, True, 55)


@pytest.mark.parametrize("name", ["leduc_poker", "connect_four", "tic_tac_toe"])
def test_an_example_is_its_rulebook_in_its_first_states(name: str) -> None:
    proof = prove_derived(derive(example(name)), 300, is_compiled=False)
    assert (proof.problem, proof.script) == (None, ())
    assert proof.refusals > 1_000


def test_pig_is_proved_in_every_state() -> None:
    proof = prove_derived(derive(example("pig")), is_compiled=False)
    assert (proof.problem, proof.is_exhaustive) == (None, True)


@pytest.mark.slow
def test_tic_tac_toe_is_proved_in_every_state() -> None:
    proof = prove_derived(derive(example("tic_tac_toe")), 6_000, 600)
    assert (proof.problem, proof.is_exhaustive, proof.states) == (None, True, 5_478)


@pytest.mark.slow
def test_chess_solitaire_is_its_rulebook() -> None:
    game = load("chess-solitaire")
    start = game.read_position("NP.Q/.R.B/K.N./.P..")
    proof = prove_derived(derive(game, start), 400, 600, is_compiled=False)
    assert proof.problem is None
