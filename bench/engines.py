"""Compiled engines: random games a second, beside the rulebook and OpenSpiel's C++ games.

    python bench/engines.py [--seconds 2] [--device cpu|gpu]

Every row is measured in the same run, in turns, the best of three, in CPU time (on a GPU by
the clock); the last column is the ratio to the rulebook's own playouts. OpenSpiel's rows are
there where it is installed (`pip install ludex[bench]`), and said to be missing elsewhere.
"""

import argparse
import random
from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter, process_time

from ludex.engines.running import simulate
from ludex.games import load
from ludex.kernel import CHANCE, Dice
from ludex.registry import engine, refined

EIGHT = "NP.Q/.R.B/K.N./.P.."
ROWS = (
    ("chess-solitaire", None, EIGHT),
    ("freecell", None, None),
    ("russian-bank", "standard", None),
    ("russian-bank", "report", None),
    ("holdem", "one_hand", None),
    ("carcassonne", "base", None),
    ("carcassonne", "standard", None),
)
Measure = Callable[[float], tuple[float, float]]
"""(seconds): moves and games a second."""


def start_of(name: str, preset: str | None, position: str | None) -> object:
    game = load(name)
    return game.read_position(position) if position else game.start(preset)


def by_rulebook(name: str, preset: str | None, position: str | None) -> Measure:
    game, dice = refined(load(name)).unchecked(), Dice(1)
    start = start_of(name, preset, position)
    longest = engine(load(name), start).longest

    def measure(seconds: float) -> tuple[float, float]:
        moves = games = 0
        began = process_time()
        while process_time() - began < seconds:
            state, steps = start, 0
            while steps < longest and game.outcome(state) is None:
                if game.turn(state) == CHANCE:
                    event = game.draw(state, dice)
                else:
                    event = dice.choice(game.moves(state))
                    steps += 1
                state = game.after(state, event)
            moves, games = moves + steps, games + 1
        spent = process_time() - began
        return moves / spent, games / spent

    return measure


def by_engine(
    name: str, preset: str | None, position: str | None, device: str
) -> Measure:
    made = engine(load(name), start_of(name, preset, position))
    simulate(made, 1, device=device)
    clock = perf_counter if device == "gpu" else process_time

    def measure(seconds: float) -> tuple[float, float]:
        games = 64
        while True:
            began = clock()
            _, lengths = simulate(made, games, device=device)
            spent = clock() - began
            if spent >= seconds or games >= 1 << 26:
                return lengths.sum() / spent, games / spent
            games *= 2 if spent > seconds / 8 else 8

    return measure


def by_openspiel(name: str) -> Measure:
    import pyspiel

    game = pyspiel.load_game(name)

    def measure(seconds: float) -> tuple[float, float]:
        moves = games = 0
        began = process_time()
        while process_time() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(actions, weights)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    moves += 1
            games += 1
        spent = process_time() - began
        return moves / spent, games / spent

    return measure


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    given = parser.parse_args()
    measures: dict[str, tuple[str, Measure]] = {}
    for name, preset, position in ROWS:
        label = f"{name} {preset}" if preset else name
        measures[f"{label}, rulebook"] = label, by_rulebook(name, preset, position)
        measures[f"{label}, engine"] = (
            label,
            by_engine(name, preset, position, given.device),
        )
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed: its rows are missing")
    else:
        for name in ("tic_tac_toe", "kuhn_poker", "universal_poker"):
            measures[f"OpenSpiel C++ {name}"] = name, by_openspiel(name)
    best: dict[str, tuple[float, float]] = {}
    for _ in range(3):
        for row, (_, measure) in measures.items():
            best[row] = max(best.get(row, (0.0, 0.0)), measure(given.seconds / 3))
    print(f"{'':42} {'moves/s':>14} {'games/s':>14} {'ratio':>8}")
    for row, (moves, games) in best.items():
        label = measures[row][0]
        rulebook = best.get(f"{label}, rulebook")
        ratio = f"{moves / rulebook[0]:8,.0f}" if rulebook else ""
        print(f"{row:42} {moves:14,.0f} {games:14,.0f} {ratio:>8}")


if __name__ == "__main__":
    main()
