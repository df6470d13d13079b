"""Tabular CFR, OpenSpiel's own, on our rulebook of Leduc poker: how far from unbeatable is it?

    pip install "ludex[rl]" open_spiel
    python examples/rl/cfr.py [--iterations 100] [--game ludex_leduc_poker]

OpenSpiel asks the rulebook for everything: what chance deals and how likely, what is legal, what a
player knows. Its CFR+ looks through the whole game in each iteration, and its best response says
how much a player who knew the strategy could win (exploitability, in chips a hand): 0 is an equilibrium.
"""

import argparse
import time

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import ludex.envs.open_spiel  # noqa: F401 - registers the games


def main() -> None:
    """Learn, and say how good it is by then."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--game", default="ludex_leduc_poker")
    asked = parser.parse_args()
    game, began = pyspiel.load_game(asked.game), time.perf_counter()
    solver, tell = cfr.CFRPlusSolver(game), 1
    for iteration in range(1, asked.iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration in (tell, asked.iterations):
            tell *= 2
            policy = solver.average_policy()
            far = exploitability.exploitability(game, policy)
            value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
            print(
                f"iteration {iteration:4}: exploitability {far:.4f}, the first player"
                f" wins {value[0]:+.4f} a hand, {time.perf_counter() - began:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
