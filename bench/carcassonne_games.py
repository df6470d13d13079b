"""Random two-player games of Carcassonne in the reference interpreter.

    python bench/carcassonne_games.py [--seconds 4]

There is no installable peer that plays Carcassonne, so OpenSpiel's tic-tac-toe written in
Python stands beside it (`pip install ludex[bench]`): a game of 9 small steps against one of
72 on a growing map. Every row is measured in the same run, in turns, in CPU time; the ratio
of steps is against the first row.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import process_time

from ludex.games.carcassonne import game
from ludex.kernel import CHANCE, Dice

ROUNDS = 5


def ludex(*, checked: bool) -> Callable[[], int]:
    """A game of random moves; tiles are drawn by chance. The steps of it."""
    played = game if checked else game.unchecked()
    start = game.start()
    dice = Dice(1)

    def playout() -> int:
        state, steps = start, 0
        while played.outcome(state) is None:
            if played.turn(state) == CHANCE:
                event = played.draw(state, dice)
            else:
                event = dice.choice(played.moves(state))
            state = played.after(state, event)
            steps += 1
        return steps

    return playout


def openspiel() -> Callable[[], int]:
    """OpenSpiel's tic-tac-toe written in Python."""
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  # registers it

    peer = pyspiel.load_game("python_tic_tac_toe")
    choose = random.Random(1)

    def playout() -> int:
        state, steps = peer.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
            steps += 1
        return steps

    return playout


def contenders() -> Iterator[tuple[str, Callable[[], int]]]:
    if find_spec("pyspiel"):
        yield "OpenSpiel tic-tac-toe (Python)", openspiel()
    yield "Ludex Carcassonne, checked", ludex(checked=True)
    yield "Ludex Carcassonne, unchecked", ludex(checked=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="CPU time per row")
    seconds = parser.parse_args().seconds
    rows = list(contenders())
    games = dict.fromkeys((name for name, _ in rows), 0)
    steps, spent = dict.fromkeys(games, 0), dict.fromkeys(games, 0.0)
    for _ in range(ROUNDS):  # in turns, so that a noisy machine is unfair to all
        for name, playout in rows:
            begun = process_time()
            while process_time() - begun < seconds / ROUNDS:
                steps[name] += playout()
                games[name] += 1
            spent[name] += process_time() - begun
    rates = {name: steps[name] / spent[name] for name in steps}
    peer = next(iter(rates.values()))
    print(f"{'random games':36}{'games/s':>12}{'steps/s':>12}{'ratio':>8}")
    for name, rate in rates.items():
        per_second = games[name] / spent[name]
        print(f"{name:36}{per_second:12,.1f}{rate:12,.0f}{rate / peer:8.2f}")


if __name__ == "__main__":
    main()
