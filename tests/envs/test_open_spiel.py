"""OpenSpiel: its own tests and algorithms on our rulebooks."""

from typing import Any

import numpy as np
import pytest

pyspiel: Any = pytest.importorskip("pyspiel")

from ludex.envs import NoTable  # noqa: E402
from ludex.envs.open_spiel import NAMES, register  # noqa: E402
from playing import example  # noqa: E402

SHORT = {
    "ludex_holdem": "(limit=24,deals=20,preset=one_hand)",
    "ludex_carcassonne": "(limit=10,players=3)",
    "ludex_russian_bank": "(limit=20,deals=20)",
    "ludex_freecell": "(limit=12,deals=20)",
    "ludex_chess_solitaire": "(deals=5)",
    "ludex_pig": "(limit=40)",
}
"""How much of a game is played in a test."""


def loaded(name: str) -> Any:
    return pyspiel.load_game(name + SHORT.get(name, ""))


def test_every_game_is_registered() -> None:
    assert {
        "ludex_tic_tac_toe", "ludex_kuhn_poker", "ludex_leduc_poker", "ludex_holdem",
        "ludex_carcassonne", "ludex_russian_bank", "ludex_freecell", "ludex_chess_solitaire",
        "ludex_connect_four", "ludex_pig",
    } <= {*NAMES}  # fmt: skip
    assert {*NAMES} <= {*pyspiel.registered_names()}
    assert register(example("pig")) == "ludex_pig"


@pytest.mark.parametrize("name", NAMES)
def test_open_spiel_s_own_random_simulation_passes(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    game = loaded(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


def test_cfr_on_our_kuhn_poker_finds_its_value() -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = pyspiel.load_game("ludex_kuhn_poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert values[0] == pytest.approx(-1 / 18, abs=3e-3)
    assert exploitability.exploitability(game, policy) < 0.02


def test_its_best_response_to_our_equilibrium_wins_a_chip_in_eighteen_hands() -> None:
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import best_response

    game = pyspiel.load_game("ludex_kuhn_poker")

    class Equilibrium(policies.Policy):  # type: ignore[misc]
        """Bets of the first player: never with a jack; the second bluffs it in a third."""

        def __init__(self) -> None:
            super().__init__(game, [0, 1])

        def action_probabilities(self, state: Any, player: Any = None) -> dict[int, float]:
            seat = state.current_player() if player is None else player
            shown = state.rules.game.view(state.node.state, seat)
            card = shown.cards[seat].value  # 1 jack, 2 queen, 3 king
            facing = shown.chips[1 - seat] > shown.chips[seat]
            if seat == 0:
                bet = {1: 0.0, 2: 1 / 3 if facing else 0.0, 3: float(facing)}[card]
            else:
                bet = {
                    1: 0.0 if facing else 1 / 3,
                    2: 1 / 3 if facing else 0.0,
                    3: 1.0,
                }[card]
            return {0: bet, 1: 1 - bet}

    equilibrium = Equilibrium()
    answer = best_response.BestResponsePolicy(game, 0, equilibrium)
    assert answer.value(game.new_initial_state()) == pytest.approx(-1 / 18)
    answer = best_response.BestResponsePolicy(game, 1, equilibrium)
    assert answer.value(game.new_initial_state()) == pytest.approx(1 / 18)


def test_chance_is_explicit_and_exact_where_it_can_be_listed() -> None:
    state = pyspiel.load_game("ludex_kuhn_poker").new_initial_state()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 6
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    bag = pyspiel.load_game("ludex_carcassonne").new_initial_state()
    chances = {bag.action_to_string(n): p for n, p in bag.chance_outcomes()}
    assert chances["draw_tile(V)"] == pytest.approx(9 * chances["draw_tile(X)"])


def test_a_shuffle_is_one_of_so_many_draws_and_always_the_same() -> None:
    game = pyspiel.load_game("ludex_freecell(deals=7)")
    first, second = game.new_initial_state(), game.new_initial_state()
    assert len(first.chance_outcomes()) == 7
    for state in (first, second):
        state.apply_action(3)
    assert str(first) == str(second)
    named = pyspiel.load_game("ludex_freecell(deal=11982)").new_initial_state()
    assert not named.is_chance_node()


@pytest.mark.parametrize("name", ["ludex_kuhn_poker", "ludex_leduc_poker"])
def test_information_states_are_apart_in_words_and_in_tensors_alike(name: str) -> None:
    game = pyspiel.load_game(name)
    found: dict[str, tuple[bytes, list[int]]] = {}
    for deal in range(200):
        dice = np.random.default_rng(deal)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
                words = state.information_state_string()
                tensor = np.array(state.information_state_tensor()).tobytes()
                assert found.setdefault(words, (tensor, actions)) == (tensor, actions)
            state.apply_action(int(dice.choice(actions)))
    assert len({tensor for tensor, _ in found.values()}) == len(found)
    if name == "ludex_kuhn_poker":
        assert len(found) == 12


def test_a_seat_is_told_nothing_of_what_the_other_holds() -> None:
    state = pyspiel.load_game("ludex_kuhn_poker").new_initial_state()
    for action, _ in state.chance_outcomes():
        child = state.child(action)
        hidden = child.node.state.cards[1].name.lower()
        assert hidden not in child.information_state_string(0)
        assert hidden in child.information_state_string(1)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("ludex_freecell(preset=nosuch)", "no preset"),
        ("ludex_freecell(options=cells:x)", "cells=x"),
        ("ludex_freecell(options=cells)", "NAME:VALUE"),
        ("ludex_freecell(position=nonsense)", "nonsense"),
        ("ludex_freecell(deal=-7)", "no deal -7"),
        ("ludex_carcassonne(players=9)", "2 to 5 players"),
        ("ludex_pig(limit=0)", "1 or more"),
        ("ludex_pig(reward=gold)", "reward='gold'"),
    ],
)
def test_parameters_that_cannot_be_are_named(words: str, problem: str) -> None:
    with pytest.raises(NoTable, match=problem):
        pyspiel.load_game(words)
